// Package claims checks what documents promise of themselves: that tests hold the claims of SECURITY.md and docs/specification.md,
// and that decisions are listed.
package claims
