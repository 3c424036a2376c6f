// Package claims checks that what SECURITY.md and docs/specification.md claim is held by tests that are there.
package claims
