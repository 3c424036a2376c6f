package catalog

import (
	"cmp"
	"math"
	"strconv"
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

// Major is the first number of a semantic version, with or without the v; 0 for any other version, and for a number
// beyond the range of an int, the largest.
func Major(version string) int {
	version = semantic(version)
	if !semver.IsValid(version) {
		return 0
	}
	number, err := strconv.Atoi(strings.TrimPrefix(semver.Major(version), "v"))
	if err != nil {
		return math.MaxInt
	}
	return number
}
