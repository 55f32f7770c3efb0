package docs_test

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestDashboardUsesExistingMetrics compares the expressions of the dashboard with the names in the sources.
func TestDashboardUsesExistingMetrics(t *testing.T) {
	t.Parallel()
	dashboard := read(t, "../deploy/grafana/platen.json")
	if !json.Valid([]byte(dashboard)) {
		t.Fatal("the dashboard is not JSON")
	}
	known := map[string]bool{}
	name := regexp.MustCompile(`"(platen_[a-z_]+)"`)
	for _, root := range []string{"../modules/platform", "../modules/auth", "../app"} {
		err := filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
			if err != nil || filepath.Ext(path) != ".go" {
				return err
			}
			text, err := os.ReadFile(path)
			for _, m := range name.FindAllStringSubmatch(string(text), -1) {
				known[m[1]] = true
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	used := regexp.MustCompile(`platen_[a-z_]+`).FindAllString(dashboard, -1)
	if len(used) < 8 {
		t.Errorf("the dashboard names %d metrics", len(used))
	}
	for _, metric := range used {
		base := strings.TrimSuffix(strings.TrimSuffix(metric, "_bucket"), "_count")
		if !known[metric] && !known[base] {
			t.Errorf("the dashboard names %s, which no process has", metric)
		}
	}
}
