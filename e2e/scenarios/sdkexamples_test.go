package scenarios

import (
	"bytes"
	"image/png"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/platenhq/platen/e2e/harness"
)

// exampleScopes are exactly the scopes that the examples need.
var exampleScopes = []string{"render:write", "images:read", "keys:write", "sign:write", "webhooks:write"}

// examplesSay is the expected output of each example, in every language.
var examplesSay = map[string]string{
	"fixing":    `(?s)refused /outputs/0/palette .*\nrendered http`,
	"progress":  `(?s)3 of 3\n.*og http.*instagram_story http`,
	"signedurl": `<meta property="og:image" content="([^"]+)">`,
	"webhook":   `received render\.completed dlv_`,
}

// checkExample checks the output of an example and fetches the image it signed.
func checkExample(t *testing.T, s *harness.Service, name, out string) {
	t.Helper()
	found := regexp.MustCompile(examplesSay[name]).FindStringSubmatch(out)
	if found == nil {
		t.Errorf("%s printed\n%s", name, out)
		return
	}
	if name == "signedurl" {
		if a := s.Do(t, http.MethodGet, found[1], "", ""); a.Status != http.StatusFound {
			t.Errorf("the URL of the page's image: %d %s", a.Status, a.Body)
		}
	}
}

func checkCard(t *testing.T, file string) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if img, err := png.Decode(bytes.NewReader(data)); err != nil || img.Bounds().Dx() != 1200 {
		t.Errorf("the example wrote no card: %v", err)
	}
}

// command runs a program to its end and returns what it printed.
func command(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), name, args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
	return string(out)
}

// checkProperties compares the type checker's CSS properties with those of the service's reference.
func checkProperties(t *testing.T, s *harness.Service, file string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var typed []string
	for _, m := range regexp.MustCompile(`"([^"]+)"`).FindAllStringSubmatch(string(text), -1) {
		typed = append(typed, m[1])
	}
	var reference struct {
		Properties []string `json:"css_properties"`
	}
	s.Do(t, http.MethodGet, "/api/v1/reference", s.Test, "").JSON(t, &reference)
	if !slices.Equal(typed, reference.Properties) {
		t.Errorf("%s is not the css_properties of /api/v1/reference: %d and %d names", file, len(typed), len(reference.Properties))
	}
}

// TestGoExamples runs the Go client's examples against a service.
func TestGoExamples(t *testing.T) {
	t.Parallel()
	s := harness.Start(t, map[string]string{"PLATEN_ALLOW_LOOPBACK": "1"})
	key, bin := s.Key(t, "test", exampleScopes...), t.TempDir()
	command(t, filepath.Join("..", ".."), "go", "build", "-o", bin+"/", "./sdk/go/example/...")
	file := filepath.Join(t.TempDir(), "card.png")
	command(t, bin, filepath.Join(bin, "example"), key, file, s.URL)
	checkCard(t, file)
	for name := range examplesSay {
		checkExample(t, s, name, command(t, bin, filepath.Join(bin, name), key, s.URL))
	}
}

// TestTypeScriptExamples builds the package and runs its examples under Node.
func TestTypeScriptExamples(t *testing.T) {
	t.Parallel()
	s := harness.Start(t, map[string]string{"PLATEN_ALLOW_LOOPBACK": "1"})
	key, dir := s.Key(t, "test", exampleScopes...), filepath.Join("..", "..", "sdk", "typescript")
	command(t, dir, "npm", "ci", "--no-audit", "--no-fund", "--silent")
	command(t, dir, "npm", "run", "build", "--silent")
	command(t, dir, "node", "node_modules/typescript/bin/tsc", "-p", "tsconfig.json")
	checkProperties(t, s, filepath.Join(dir, "src", "jsx", "properties.ts"))
	file := filepath.Join(t.TempDir(), "card.png")
	command(t, dir, "node", "example/render.mjs", key, file, s.URL)
	checkCard(t, file)
	for name := range examplesSay {
		checkExample(t, s, name, command(t, dir, "node", "build/example/"+name+".js", key, s.URL))
	}
	if out := command(t, dir, "node", "build/example/card.js", key, s.URL); !regexp.MustCompile(`^rendered http\S+\s*$`).MatchString(out) {
		t.Errorf("the card of components: %s", out)
	}
}

// TestPythonExamples runs the Python client's examples under the system's Python, with the standard library alone.
func TestPythonExamples(t *testing.T) {
	t.Parallel()
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("python3 is not installed: tools/setup.sh --ci installs it")
	}
	s := harness.Start(t, map[string]string{"PLATEN_ALLOW_LOOPBACK": "1"})
	key, dir := s.Key(t, "test", exampleScopes...), filepath.Join("..", "..", "sdk", "python")
	run := func(name string, args ...string) string {
		t.Helper()
		// -B and -s: no files in the tree, no packages of the user.
		return command(t, dir, "env", append([]string{"PYTHONPATH=.", python, "-B", "-s", filepath.Join("example", name+".py"), key}, args...)...)
	}
	file := filepath.Join(t.TempDir(), "card.png")
	run("card", file, s.URL)
	checkCard(t, file)
	for name := range examplesSay {
		checkExample(t, s, name, run(name, s.URL))
	}
}
