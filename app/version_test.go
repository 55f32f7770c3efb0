package app

import (
	"runtime/debug"
	"testing"
)

func TestModuleVersion(t *testing.T) {
	t.Parallel()
	const path = "github.com/platenhq/platen"
	for want, info := range map[string]*debug.BuildInfo{
		"1.2.3":                             {Main: debug.Module{Path: path, Version: "v1.2.3"}},
		"0.0.0-20261126150000-0123456789ab": {Main: debug.Module{Path: path, Version: "v0.0.0-20261126150000-0123456789ab"}},
	} {
		if got := moduleVersion(info); got != want {
			t.Errorf("%s: %s", want, got)
		}
	}
	for name, info := range map[string]*debug.BuildInfo{
		"a checkout":      {Main: debug.Module{Path: path, Version: "v1.2.3+dirty"}, Settings: []debug.BuildSetting{{Key: "vcs", Value: "git"}}},
		"without stamps":  {Main: debug.Module{Path: path, Version: "(devel)"}},
		"another program": {Main: debug.Module{Path: "example.com/site", Version: "v9.0.0"}},
		"nothing":         {},
	} {
		if got := moduleVersion(info); got != "dev" {
			t.Errorf("%s: %s", name, got)
		}
	}
	if Version != "dev" {
		t.Errorf("a test has the version %s", Version)
	}
}
