package kit

import "runtime/debug"

// version is set when a release is linked: -ldflags "-X github.com/salaatflow/platform/services/kit.version=v1.2.3".
var version string

// Version returns the build's version: the release's, else the module's, else the revision it was built from, else dev.
func Version() string {
	if version != "" {
		return version
	}
	build, ok := debug.ReadBuildInfo()
	if !ok {
		return "dev"
	}
	if v := build.Main.Version; v != "" && v != "(devel)" {
		return v
	}
	for _, setting := range build.Settings {
		if setting.Key == "vcs.revision" && len(setting.Value) >= 12 {
			return "dev-" + setting.Value[:12]
		}
	}
	return "dev"
}
