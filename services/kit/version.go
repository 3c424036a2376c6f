package kit

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// What a release is linked with: -ldflags "-X github.com/salaatflow/platform/services/kit.version=v1.2.3", commit and date alike.
var version, commit, date string

// Version returns the build's version: the release's, else the module's, else the revision it was built from, else dev.
func Version() string { return readBuild().version }

// VersionOr returns a version that is given, or the build's if that is empty.
func VersionOr(given string) string {
	if given == "" {
		return Version()
	}
	return given
}

// VersionLine returns what a program prints of its build: its name and version, the commit and its date if they are
// known, and the Go version.
func VersionLine(program string) string { return readBuild().line(program) }

// build is what is known of how the program was built.
type build struct{ version, commit, date string }

// readBuild prefers what was linked to what the go command noted.
func readBuild() build {
	noted, _ := debug.ReadBuildInfo()
	return build{version, commit, date}.or(noted)
}

// or fills in what is missing from what the go command noted, which may be nil.
func (b build) or(noted *debug.BuildInfo) build {
	if noted == nil {
		noted = &debug.BuildInfo{}
	}
	for _, setting := range noted.Settings {
		switch {
		case setting.Key == "vcs.revision" && b.commit == "":
			b.commit = setting.Value
		case setting.Key == "vcs.time" && b.date == "":
			b.date = setting.Value
		}
	}
	switch {
	case b.version != "":
	case noted.Main.Version != "" && noted.Main.Version != "(devel)":
		b.version = noted.Main.Version
	case len(b.commit) >= 12:
		b.version = "dev-" + b.commit[:12]
	default:
		b.version = "dev"
	}
	return b
}

func (b build) line(program string) string {
	of := ""
	if b.commit != "" {
		of = fmt.Sprintf(" (commit %.12s of %s)", b.commit, b.date)
	}
	return program + " " + b.version + of + " " + runtime.Version()
}
