package oidc

// MaxRemembered is how many tokens, and how many users, a Verifier remembers.
const MaxRemembered = maxRemembered

// Remembered returns how many tokens and users it remembers now.
func (v *Verifier) Remembered() (tokens, users int) { return v.holders.Len(), v.users.ids.Len() }
