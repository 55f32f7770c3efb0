package guides

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"image/png"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"github.com/platenhq/platen/e2e/harness"
)

// cache is the folder that keeps the packages of sites between runs.
const cache = "../../.cache/guides"

// sites are the frameworks of the guide to page images. Each has a folder in sites, to which the guide's blocks are
// added.
var sites = []struct {
	name    string
	program []string // fails if the framework is not installed
	module  string   // path of the guide's module
	build   string   // run after the guide's own commands
	page    string   // path of a post's built page
}{
	{name: "next", program: []string{"npm", "--version"}, module: "lib/og.mjs", page: "out/posts/*.html"},
	{name: "astro", program: []string{"npm", "--version"}, module: "src/lib/og.mjs", page: "dist/posts/*/index.html"},
	{name: "hugo", program: []string{"hugo", "version"}, module: "lib/og.mjs", page: "public/posts/*/index.html"},
	{name: "rails", program: []string{"ruby", "-e", `require "action_controller/railtie"`}, build: "ruby site.rb\n", page: "public/posts/*.html"},
}

// TestSites builds a site with each framework from the guide's blocks, and fetches the image of each page.
func TestSites(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(folder + "/og-images.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := blocksOf(string(text))
	s := harness.Start(t, nil)
	env := append(os.Environ(), "PLATEN="+s.URL, "NEXT_TELEMETRY_DISABLED=1", "ASTRO_TELEMETRY_DISABLED=1", "CI=true")
	env = append(env, signingKey(t, s)...)
	var posts []struct{ Slug string }
	if list, err := os.ReadFile("sites/posts.json"); err != nil {
		t.Fatal(err)
	} else if err := json.Unmarshal(list, &posts); err != nil {
		t.Fatal(err)
	}
	drawn := make([]map[string]string, len(sites)) // hash of the image by post
	t.Run("build", func(t *testing.T) {
		for i, site := range sites {
			t.Run(site.name, func(t *testing.T) {
				t.Parallel()
				if exec.Command(site.program[0], site.program[1:]...).Run() != nil {
					missing(t, "%s is not here: tools/setup.sh --ci", site.name)
				}
				dir := newSite(t, site.name, site.module, blocks)
				script := "set -euo pipefail\n"
				for _, b := range blocks {
					if b.site == site.name && b.language == "sh" {
						script += b.text
					}
				}
				if out, err := bash(dir, env, script+site.build); err != nil {
					t.Fatalf("building the site ends with %v\n%s", err, out)
				}
				drawn[i] = map[string]string{}
				for _, post := range posts {
					drawn[i][post.Slug] = pageImage(t, filepath.Join(dir, strings.Replace(site.page, "*", post.Slug, 1)))
				}
			})
		}
	})
	for i, site := range sites {
		for slug, sum := range drawn[i] {
			for j, other := range sites[:i] {
				if want := drawn[j][slug]; want != "" && sum != want {
					t.Errorf("%s and %s show different images of the post %s", site.name, other.name, slug)
				}
			}
		}
		if len(drawn[i]) > 1 && drawn[i][posts[0].Slug] == drawn[i][posts[1].Slug] {
			t.Errorf("%s shows the same image for two posts", site.name)
		}
	}
}

// missing skips a test whose tool cannot be installed; in CI it fails instead.
func missing(t *testing.T, format string, args ...any) {
	t.Helper()
	if os.Getenv("CI") != "" {
		t.Fatalf(format, args...)
	}
	t.Skipf(format, args...)
}

// signingKey creates a signing key and returns it as environment settings of a site.
func signingKey(t *testing.T, s *harness.Service) []string {
	t.Helper()
	var key struct{ Kid, Secret string }
	response := s.Do(t, http.MethodPost, "/api/v1/signing-keys", s.Key(t, "live", "keys:write", "sign:write"), "")
	if response.JSON(t, &key); key.Kid == "" {
		t.Fatalf("making a signing key returns %d %s", response.Status, response.Body)
	}
	return []string{"PLATEN_KID=" + key.Kid, "PLATEN_SIGNING_SECRET=" + key.Secret}
}

// newSite creates a folder with the files of a site, including the guide's blocks, and its packages.
func newSite(t *testing.T, name, module string, blocks []block) string {
	t.Helper()
	if err := os.MkdirAll(cache, 0o755); err != nil {
		t.Fatal(err)
	}
	dir, err := os.MkdirTemp(cache, ".run-"+name+"-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("sites", name))); err != nil {
		t.Fatal(err)
	}
	copyInto(t, dir, "sites/posts.json")
	write := func(file, text string) {
		at := filepath.Join(dir, file)
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	own := 0
	for _, b := range blocks {
		switch {
		case b.site == name && b.file != "":
			write(b.file, b.text)
			own++
		case b.file == "og.mjs" && module != "":
			write(module, b.text)
		}
	}
	if own == 0 {
		t.Fatalf("the guide has no block for %s", name)
	}
	if exists(filepath.Join(dir, "package-lock.json")) {
		installed(t, name, dir)
	}
	if module != "" {
		addClient(t, dir)
	}
	return dir
}

// installed installs the packages of a folder's lock file and caches them for the next run.
func installed(t *testing.T, name, dir string) {
	t.Helper()
	if err := os.MkdirAll(cache, 0o755); err != nil {
		t.Fatal(err)
	}
	lock, err := os.ReadFile(filepath.Join(dir, "package-lock.json"))
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(lock)
	kept := filepath.Join(cache, name+"-"+hex.EncodeToString(sum[:6]))
	if !exists(kept) {
		// npm ci rejects a lock file without the optional packages of other platforms, which not every registry has;
		// npm install then uses the versions and checksums of the lock file.
		const options = " --prefer-offline --no-audit --no-fund --loglevel=error --fetch-retries=1 --fetch-retry-mintimeout=500 --fetch-retry-maxtimeout=1000"
		cmd := exec.Command("bash", "-c", "npm ci"+options+" 2>/dev/null || npm install --no-save"+options)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			missing(t, "the packages of %s cannot be installed: %v\n%s", name, err, out)
		}
		if err := os.Rename(filepath.Join(dir, "node_modules"), kept); err != nil && !os.IsExist(err) {
			t.Fatal(err)
		}
		olds, _ := filepath.Glob(filepath.Join(cache, name+"-*"))
		for _, old := range olds {
			if old != kept {
				_ = os.RemoveAll(old)
			}
		}
	}
	if out, err := exec.Command("cp", "-al", kept, filepath.Join(dir, "node_modules")).CombinedOutput(); err != nil {
		t.Fatalf("linking the packages: %v\n%s", err, out)
	}
}

// addClient adds the built TypeScript client and its dependencies to the packages of a folder.
func addClient(t *testing.T, dir string) {
	t.Helper()
	built := client(t)
	home := filepath.Join(dir, "node_modules", "@platenhq", "platen")
	if err := os.MkdirAll(filepath.Join(home, "node_modules"), 0o755); err != nil {
		t.Fatal(err)
	}
	copyInto(t, home, filepath.Join(built, "package.json"), filepath.Join(built, "dist"))
	copyInto(t, filepath.Join(home, "node_modules"), filepath.Join(built, "node_modules", "@bufbuild"), filepath.Join(built, "node_modules", "@connectrpc"))
}

func copyInto(t *testing.T, dir string, paths ...string) {
	t.Helper()
	if out, err := exec.Command("cp", append([]string{"-r", "-t", dir}, paths...)...).CombinedOutput(); err != nil {
		t.Fatalf("copying: %v\n%s", err, out)
	}
}

// pageImage fetches the image in the meta tags of a built page and returns its hash. It fails unless the image has the
// size given in the tags.
func pageImage(t *testing.T, page string) string {
	t.Helper()
	source, err := os.Open(page)
	if err != nil {
		t.Fatal(err)
	}
	defer source.Close()
	tree, err := html.Parse(source)
	if err != nil {
		t.Fatal(err)
	}
	tags := metaTags(tree)
	if tags["og:image:width"] != "1200" || tags["og:image:height"] != "630" || tags["twitter:card"] != "summary_large_image" {
		t.Errorf("%s: the tags are %v", filepath.Base(page), tags)
	}
	c := &http.Client{Timeout: time.Minute}
	response, err := c.Get(tags["og:image"])
	if err != nil {
		t.Fatalf("the page's image: %v", err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	if response.StatusCode != http.StatusOK || response.Header.Get("Content-Type") != "image/png" {
		t.Fatalf("%s: the image %s returns %d %s: %.200s", filepath.Base(page), tags["og:image"], response.StatusCode, response.Header.Get("Content-Type"), body)
	}
	shape, err := png.DecodeConfig(bytes.NewReader(body))
	if err != nil || shape.Width != 1200 || shape.Height != 630 {
		t.Errorf("%s: the image is %dx%d (%v), want 1200x630", filepath.Base(page), shape.Width, shape.Height, err)
	}
	sum := sha256.Sum256(body)
	return hex.EncodeToString(sum[:])
}

// metaTags returns the contents of a page's meta elements by property or name.
func metaTags(n *html.Node) map[string]string {
	tags := map[string]string{}
	for d := range n.Descendants() {
		if d.Type != html.ElementNode || d.Data != "meta" {
			continue
		}
		var name, content string
		for _, a := range d.Attr {
			switch a.Key {
			case "property", "name":
				name = a.Val
			case "content":
				content = a.Val
			}
		}
		tags[name] = content
	}
	return tags
}
