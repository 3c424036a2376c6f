// Package browser uses the platform's pages in a real browser, Debian's chromium, as people do. Its tests run with the build tag
// browser: make e2e-browser.
package browser
