package kit

import (
	"runtime"
	"runtime/debug"
	"testing"
)

// A person who reports a problem copies one line, and it names the build.
func TestTheVersionNamesTheBuild(t *testing.T) {
	revision := debug.BuildSetting{Key: "vcs.revision", Value: "0123456789abcdef0123456789abcdef01234567"}
	time := debug.BuildSetting{Key: "vcs.time", Value: "2026-11-22T14:47:27Z"}
	release := build{"v0.1.0", revision.Value, time.Value}
	for name, tc := range map[string]struct {
		linked build
		noted  *debug.BuildInfo
		want   string
	}{
		"a release": {release, nil, "p v0.1.0 (commit 0123456789ab of 2026-11-22T14:47:27Z) "},
		"from the folder of the repository": {
			build{}, &debug.BuildInfo{Settings: []debug.BuildSetting{revision, time}},
			"p dev-0123456789ab (commit 0123456789ab of 2026-11-22T14:47:27Z) ",
		},
		"a module that was installed": {build{}, &debug.BuildInfo{Main: debug.Module{Version: "v0.1.1"}}, "p v0.1.1 "},
		"a test":                      {build{}, &debug.BuildInfo{Main: debug.Module{Version: "(devel)"}}, "p dev "},
		"nothing is known":            {build{}, nil, "p dev "},
	} {
		t.Run(name, func(t *testing.T) {
			if got := tc.linked.or(tc.noted).line("p"); got != tc.want+runtime.Version() {
				t.Errorf("got %q, want %q", got, tc.want+runtime.Version())
			}
		})
	}
}
