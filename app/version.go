package app

import (
	"runtime/debug"
	"strings"
)

// linkedVersion is the version that releases set at link time.
var linkedVersion = "dev"

// Version is the version of the program: that of a release, or that of the module which `go install` has downloaded.
var Version = programVersion()

func programVersion() string {
	if info, ok := debug.ReadBuildInfo(); ok && linkedVersion == "dev" {
		return moduleVersion(info)
	}
	return linkedVersion
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
