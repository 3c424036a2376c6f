// Package claims checks that what SECURITY.md claims is held by tests that are there.
package claims
