package catalog

import (
	"cmp"
	"math"
	"strconv"
	"strings"

	"golang.org/x/mod/semver"
)

// CompareVersions orders versions from old to new: first what is not a semantic version, alphabetically, then semantic
// versions, with or without the v, as semver orders them.
func CompareVersions(a, b string) int {
	semanticA, semanticB := semantic(a), semantic(b)
	return cmp.Or(semver.Compare(semanticA, semanticB), strings.Compare(a, b))
}

// semantic returns the form that package semver reads. What semver cannot read is less than any semantic version.
func semantic(version string) string { return "v" + strings.TrimPrefix(version, "v") }

// Major returns the first number of a semantic version, with or without the v. It returns 0 for any other version, and the
// largest int for a number beyond that.
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

// IsRelease reports whether a version names one thing for ever: it is a semantic version of three numbers, with or without the
// v, and neither a pre-release nor a build.
func IsRelease(version string) bool {
	version = semantic(version)
	return semver.IsValid(version) && semver.Canonical(version) == version && semver.Prerelease(version) == ""
}
