// Package libraries has what a service in another language joins a platform with: one library for each, as it is published, which
// `salaatflow new` writes into a service as well.
package libraries

import "embed"

// Files are the libraries: node, a package for npm, and python, one for pip. Their tests are not among them.
//
//go:embed node/*.js node/package.json node/README.md node/join.binpb
//go:embed python/salaatflow_join/*.py python/salaatflow_join/join.binpb
var Files embed.FS
