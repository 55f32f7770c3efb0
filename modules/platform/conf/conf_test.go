package conf_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/platenhq/platen/modules/platform/conf"
)

type inner struct {
	Wait time.Duration `env:"PLATEN_WAIT" default:"5s" doc:"How long."`
}

func (i inner) Validate() error {
	if i.Wait < 0 {
		return errors.New("PLATEN_WAIT: must not be negative")
	}
	return nil
}

type sample struct {
	Addr  string   `env:"PLATEN_ADDR" default:"127.0.0.1:8080" doc:"Where."`
	Count int      `env:"PLATEN_COUNT" default:"3" doc:"How many."`
	On    bool     `env:"PLATEN_ON" doc:"Whether."`
	List  []string `env:"PLATEN_LIST" doc:"Which."`
	Key   string   `env:"PLATEN_KEY" secret:"true" doc:"The key."`
	Inner inner
}

func TestLoadUsesTheFirstSourceThatHasAValue(t *testing.T) {
	t.Parallel()
	var c sample
	flags := conf.Map("flag", map[string]string{"PLATEN_COUNT": "7"})
	env := conf.Map("environment", map[string]string{"PLATEN_COUNT": "5", "PLATEN_ON": "1", "PLATEN_LIST": "a, b", "PLATEN_WAIT": "2m"})
	r, err := conf.Load(&c, flags, env)
	if err != nil {
		t.Fatal(err)
	}
	if c.Addr != "127.0.0.1:8080" || c.Count != 7 || !c.On || len(c.List) != 2 || c.List[1] != "b" || c.Inner.Wait != 2*time.Minute {
		t.Errorf("got %+v", c)
	}
	if got := r.Settings[1]; got.Source != "flag" || got.Value != "7" {
		t.Errorf("setting %+v, want 7 from flag", got)
	}
}

func TestLoadReportsEveryProblemAtOnceAndNoSecret(t *testing.T) {
	t.Parallel()
	var c sample
	r, err := conf.Load(&c, conf.Map("environment", map[string]string{
		"PLATEN_COUNT": "many", "PLATEN_WAIT": "soon", "PLATEN_ADRR": "x", "PLATEN_KEY": "hunter2",
	}))
	if err == nil {
		t.Fatal("no error")
	}
	for _, want := range []string{`PLATEN_COUNT: "many" is not a whole number`, `PLATEN_WAIT: "soon"`} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("error %q lacks %q", err, want)
		}
	}
	if len(r.Unknown) != 1 || r.Unknown[0] != "PLATEN_ADRR" {
		t.Errorf("unknown %v, want the misspelled variable", r.Unknown)
	}
	var out strings.Builder
	if err := r.Print(&out); err != nil || strings.Contains(out.String(), "hunter2") {
		t.Errorf("the table shows a secret or fails (%v):\n%s", err, out.String())
	}
}

func TestLoadValidatesNestedStructs(t *testing.T) {
	t.Parallel()
	var c sample
	_, err := conf.Load(&c, conf.Map("environment", map[string]string{"PLATEN_WAIT": "-1s"}))
	if err == nil || !strings.Contains(err.Error(), "must not be negative") {
		t.Errorf("got %v", err)
	}
}

func TestSecretsComeFromFiles(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "key")
	if err := os.WriteFile(path, []byte("s3cret\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	var c sample
	r, err := conf.Load(&c, conf.Map("environment", map[string]string{"PLATEN_KEY_FILE": path}))
	if err != nil || c.Key != "s3cret" || len(r.Unknown) != 0 {
		t.Errorf("key %q, unknown %v, err %v", c.Key, r.Unknown, err)
	}
}

func TestMarkdownListsEveryVariable(t *testing.T) {
	t.Parallel()
	var c sample
	r, err := conf.Load(&c)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := r.Markdown(&out); err != nil {
		t.Fatal(err)
	}
	for _, s := range r.Settings {
		if !strings.Contains(out.String(), s.Name) || !strings.Contains(out.String(), s.Doc) {
			t.Errorf("%s is not documented", s.Name)
		}
	}
}
