// Package attack does to a running platform what a stranger would: it claims others' names, floods, sends what no
// client sends, and never reads its answers. Each test covers a hole that was found once and must stay closed.
//
// The platform runs as a process of its own, so that its memory is measured without the attacker's. Loads are bounded
// in number and time. `make e2e-attack` runs the suite, with the build tag attack; `make soak` runs the long mixed
// load.
package attack
