package catalog

import (
	"cmp"
	"strings"

	"golang.org/x/mod/semver"
)

// compareVersions orders versions from old to new: semantic versions, with or without the v, as semver has it, and
// after all others, which are in alphabetical order.
func compareVersions(a, b string) int {
	semanticA, semanticB := semantic(a), semantic(b)
	return cmp.Or(semver.Compare(semanticA, semanticB), strings.Compare(a, b))
}

// semantic gives the form that package semver reads; what it cannot read is less than any semantic version.
func semantic(version string) string { return "v" + strings.TrimPrefix(version, "v") }
