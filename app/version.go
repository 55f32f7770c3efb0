package app

import (
	"runtime/debug"
	"strings"
)

// A program that `go install` built has no version of the linker.
func init() {
	if info, ok := debug.ReadBuildInfo(); ok && Version == "dev" {
		Version = moduleVersion(info)
	}
}

// moduleVersion returns the version of a program that was built from a downloaded module, such as 1.2.3, and dev for one that was
// built in a checkout.
func moduleVersion(info *debug.BuildInfo) string {
	for _, s := range info.Settings {
		if strings.HasPrefix(s.Key, "vcs") {
			return "dev"
		}
	}
	version, ok := strings.CutPrefix(info.Main.Version, "v")
	if !ok || info.Main.Path != "github.com/platenhq/platen" {
		return "dev"
	}
	return version
}
