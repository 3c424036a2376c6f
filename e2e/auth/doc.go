// Package auth signs in at a certified OpenID provider, npm's oidc-provider, and calls the platform by every edge. Its tests
// run with the build tag auth: make e2e-auth.
package auth
