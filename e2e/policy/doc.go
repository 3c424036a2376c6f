// Package policy tests the policy file from outside: what callers see, what they may call, and what the audit says of it.
package policy
