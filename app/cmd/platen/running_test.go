package main

import (
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/platenhq/platen/app"
	"github.com/platenhq/platen/modules/platform/pg/pgtest"
	platen "github.com/platenhq/platen/sdk/go"
)

// TestCommandsFindTheRunningService runs commands in a folder without an installation: with no running service, with one,
// with one whose database is external, and with two.
func TestCommandsFindTheRunningService(t *testing.T) {
	t.Setenv("HOME", t.TempDir())
	t.Chdir(t.TempDir())
	none := runPlaten(t, "", "keys", "create", "--mode", "test")
	if none.code != exitUsage || !strings.Contains(none.err, "PLATEN_DATA_DIR") || !strings.Contains(none.err, "platen serve") {
		t.Errorf("without a service: %+v", none)
	}
	if entries, err := os.ReadDir("."); err != nil || len(entries) != 0 {
		t.Errorf("the command left %v, %v", entries, err)
	}

	home := t.TempDir()
	withdraw := announce(&app.Config{Infra: app.Infra{DataDir: home}}, "http://127.0.0.1:1234")
	cfg, service, err := locate()
	if err != nil || service == nil || cfg.DataDir != home || cfg.BaseURL != "http://127.0.0.1:1234" {
		t.Errorf("beside a service: %v, %+v, %s", err, service, cfg.DataDir)
	}
	address := func() string {
		t.Helper()
		var r remote
		if err := r.complete(); err != nil {
			t.Fatal(err)
		}
		return r.baseURL
	}
	if got := address(); got != "http://127.0.0.1:1234" {
		t.Errorf("commands that call a service call %s beside one service", got)
	}
	dir, _ := runningDir()
	if info, err := os.Stat(dir); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("the folder of running services: %v, %v", info, err)
	}
	file(t, dir, "999999999.json", `{"pid":999999999,"url":"http://gone","data_dir":"/gone"}`)
	if _, service, err := locate(); err != nil || service.URL != "http://127.0.0.1:1234" {
		t.Errorf("beside a service that is gone: %v", err)
	}
	file(t, dir, "1.json", `{"pid":1,"url":"http://second","data_dir":"/second"}`)
	if _, _, err := locate(); err == nil || !strings.Contains(err.Error(), "PLATEN_DATA_DIR=/second (http://second)") {
		t.Errorf("beside two services: %v", err)
	}
	if got := address(); got != platen.DefaultBaseURL {
		t.Errorf("commands that call a service call %s beside two services", got)
	}
	if err := os.Remove(filepath.Join(dir, "1.json")); err != nil {
		t.Fatal(err)
	}
	withdraw()
	defer announce(&app.Config{Infra: app.Infra{DataDir: home, DatabaseURL: "postgres://elsewhere"}}, "http://127.0.0.1:1234")()
	if _, _, err := locate(); err == nil || !strings.Contains(err.Error(), "PLATEN_DATABASE_URL") || strings.Contains(err.Error(), "elsewhere") {
		t.Errorf("beside a service with a database elsewhere: %v", err)
	}
}

// TestConsolePrintsALink runs the command on an installation.
func TestConsolePrintsALink(t *testing.T) {
	t.Setenv("HOME", t.TempDir())
	t.Setenv("PLATEN_DATABASE_URL", pgtest.URL(t))
	t.Setenv("PLATEN_DATA_DIR", t.TempDir())
	t.Setenv("PLATEN_BASE_URL", "https://images.example.com")
	if got := runPlaten(t, "", "workspace", "create", "default"); got.code != 0 {
		t.Fatalf("%+v", got)
	}
	got := runPlaten(t, "", "console")
	u, err := url.Parse(strings.TrimSpace(got.out))
	if got.code != 0 || err != nil || u.Host != "images.example.com" || u.Path != "/console/" || !strings.HasPrefix(u.Fragment, "svc_signin_") {
		t.Errorf("%+v, %v", got, err)
	}
	if got := runPlaten(t, "", "console", "--workspace", "none"); got.code == 0 {
		t.Errorf("a workspace that does not exist: %+v", got)
	}
	if got := runPlaten(t, "", "console", "--mode", "prod"); got.code != exitUsage {
		t.Errorf("a mode that does not exist: %+v", got)
	}
}
