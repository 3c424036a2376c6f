// Package attack does to a running platform what a stranger would: it takes names that are others', floods, sends what
// nobody sends, and never reads what it is answered. Each test is a hole that was found once and must stay closed.
//
// The platform runs as a process of its own, so that its memory is measured without the attacker's. Loads are bounded
// in number and time. `make e2e-attack` runs the suite, with the build tag attack; `make soak` runs the long mixed load.
package attack
