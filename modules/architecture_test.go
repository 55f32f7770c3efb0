// Package modules_test holds the laws of the tree: what may import what, and what may be called where.
//
// Each law states its reason and prints it with every violation; each is tested against synthetic violations; a
// law whose pattern matches nothing in the tree fails, because it guards nothing. Imports are parsed in-process:
// a test that runs the go command would keep passing from the test cache after a violation.
package modules_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const self = "github.com/platenhq/platen/"

// file is one source file of the tree; path is slash-separated and relative to the root.
type file struct {
	path string
	text string
	ast  *ast.File // nil for other than Go files
}

func (f *file) dir() string     { return path.Dir(f.path) }
func (f *file) test() bool      { return strings.HasSuffix(f.path, "_test.go") }
func (f *file) generated() bool { return f.ast != nil && ast.IsGenerated(f.ast) }

// imports returns the import paths, those of this module relative to its root.
func (f *file) imports() []string {
	var out []string
	for _, spec := range f.ast.Imports {
		p, _ := strconv.Unquote(spec.Path.Value)
		out = append(out, strings.TrimPrefix(p, self))
	}
	return out
}

// within reports whether p is dir or below it.
func within(p, dir string) bool { return p == dir || strings.HasPrefix(p, dir+"/") }

// matches reports whether the folder matches a pattern, in which * matches one path element, or is below such a folder.
func matches(dir string, patterns ...string) bool {
	for _, pattern := range patterns {
		n := strings.Count(pattern, "/") + 1
		parts := strings.Split(dir, "/")
		if len(parts) < n {
			continue
		}
		if ok, _ := path.Match(pattern, strings.Join(parts[:n], "/")); ok {
			return true
		}
	}
	return false
}

// law is a rule for the files of the tree; check returns how many items of a file it judged and the violations.
type law struct {
	name, why string
	check     func(f *file) (judged int, broken []string)
	// bites are files that violate the law; spares are similar files that comply with it.
	bites, spares []synthetic
}

type synthetic struct{ path, text string }

func imp(path, pkg string, imports ...string) synthetic {
	var b strings.Builder
	fmt.Fprintf(&b, "package %s\n", pkg)
	for _, i := range imports {
		fmt.Fprintf(&b, "import _ %q\n", i)
	}
	return synthetic{path, b.String()}
}

// goLaw returns a check of each import of the Go files under the given folders.
func goLaw(under []string, judge func(f *file, imported string) (relevant, broken bool)) func(*file) (int, []string) {
	return func(f *file) (judged int, broken []string) {
		if f.ast == nil || !matches(f.dir(), under...) {
			return 0, nil
		}
		for _, i := range f.imports() {
			relevant, bad := judge(f, i)
			if relevant {
				judged++
			}
			if bad {
				broken = append(broken, "imports "+i)
			}
		}
		return judged, broken
	}
}

// module returns the name of the module a folder or import belongs to, "" for none.
func module(dir string) string {
	rest, ok := strings.CutPrefix(dir, "modules/")
	if !ok {
		return ""
	}
	name, _, _ := strings.Cut(rest, "/")
	return name
}

// restricted is a library that only some folders may import.
type restricted struct {
	library string
	allowed []string
	why     string
	// unused marks a library that no code imports yet; remove the mark with the first import.
	unused bool
}

var restrictions = []restricted{
	{library: self + "proto/gen", allowed: []string{"proto", "modules/*/rpc", "app", "sdk", "e2e"},
		why: "Use cases and domain types know no generated type: the wire form can change without them."},
	{library: "github.com/uptrace/bun", allowed: []string{"modules/*/internal/store", "modules/platform/pg"},
		why: "SQL lives in stores; a use case that can query hides a second store."},
	{library: "github.com/riverqueue/river", allowed: []string{"modules/*/internal/jobs", "modules/platform/jobs"},
		why: "Modules know jobs, not the queue behind them."},
	{library: "github.com/ogen-go/ogen", allowed: []string{"app/surface/rest", "proto/openapi"},
		why: "REST is one facade; no use case may depend on its generated form."},
	{library: "github.com/lestrrat-go/jwx", allowed: []string{"modules/auth/internal/jwt"},
		why: "The library's author recommends a newer major version: changing it is one package."},
	{library: "github.com/pdfcpu/pdfcpu", allowed: []string{"app/pdfedit"},
		why: "The library writes the time and the order of maps into files; app/pdfedit keeps both out."},
	{library: "github.com/go-rod/rod", allowed: []string{"modules/rendering/internal/chromium"},
		why: "The browser is one renderer behind a seam; native rendering never depends on it."},
}

func (r restricted) law() law {
	bad := imp("modules/zz/zz.go", "zz", r.library+"/x")
	return law{
		name: "only some folders import " + strings.TrimPrefix(r.library, self), why: r.why,
		check: goLaw([]string{"*"}, func(f *file, i string) (bool, bool) {
			if !within(i, strings.TrimPrefix(r.library, self)) {
				return false, false
			}
			return true, !matches(f.dir(), r.allowed...)
		}),
		bites:  []synthetic{bad, imp("modules/zz/internal/zz/zz.go", "zz", r.library)},
		spares: []synthetic{imp(strings.ReplaceAll(r.allowed[0], "*", "zz")+"/zz.go", "zz", r.library+"/x")},
	}
}

// stages is the order of the engine's pipeline: a stage imports only earlier ones. The codecs come early, although
// files are written last: they import nothing of the engine but geom and each other, so that both image, which
// decodes, and encode, which writes, can use them.
var stages = []string{"limit", "geom", "hue", "ink", "fontrule", "locale", "codec", "css", "dom", "lottie", "style", "font", "hint", "image", "text", "layout", "display", "svg", "widget", "paint", "inspect", "raster", "vector", "encode"}

const engine = "modules/rendering/engine"

// stage returns a folder's index in the pipeline: -1 for the engine's root, -2 for an unlisted stage.
func stage(dir string) int {
	rest, ok := strings.CutPrefix(dir, engine+"/")
	if !ok {
		return -1
	}
	name, _, _ := strings.Cut(rest, "/")
	if i := slices.Index(stages, name); i >= 0 {
		return i
	}
	return -2
}

// impure lists the packages through which the machine could influence a pixel. net/url only processes text.
var impure = []string{"net", "os", "database", "log", "syscall"}

func engineLaws() []law {
	return []law{
		{
			name: "the engine is pure", why: "An image is a function of its request: no network, file, clock or log may reach a pixel, and the engine can be published alone.",
			check: func(f *file) (judged int, broken []string) {
				if f.ast == nil || f.test() || !within(f.dir(), engine) || strings.HasSuffix(f.dir(), "test") || strings.Contains(f.path, "/testdata/") || f.ast.Name.Name == "main" {
					return 0, nil
				}
				for _, i := range f.imports() {
					judged++
					if i == "net/url" {
						continue
					}
					for _, b := range impure {
						if within(i, b) {
							broken = append(broken, "imports "+i)
						}
					}
					if strings.HasPrefix(i, "modules/") && !within(i, engine) {
						broken = append(broken, "imports "+i+", which is outside the engine")
					}
				}
				return judged, broken
			},
			bites: []synthetic{imp(engine+"/text/x.go", "text", "os/exec"), imp(engine+"/x.go", "engine", "net/http"), imp(engine+"/x.go", "engine", "log/slog"),
				imp(engine+"/x.go", "engine", self+"modules/platform/fault")},
			spares: []synthetic{imp(engine+"/x.go", "engine", "net/url"), imp(engine+"/text/x_test.go", "text", "os")},
		},
		{
			name: "engine stages import only earlier stages", why: "The pipeline reads from top to bottom, and each stage can be tested without the ones that follow. An unlisted stage has no place in it. Codecs are leaves at the beginning: decoding (image) and encoding both use them.",
			check: func(f *file) (judged int, broken []string) {
				if f.ast == nil || f.test() || !within(f.dir(), engine) || strings.Contains(f.path, "/testdata/") {
					return 0, nil
				}
				at := stage(f.dir())
				if at == -1 {
					return 0, nil
				}
				if at == -2 {
					return 1, []string{"is in a stage that is not in the list"}
				}
				for _, i := range f.imports() {
					if !within(i, engine) {
						continue
					}
					judged++
					if to := stage(i); to < 0 || to > at {
						broken = append(broken, "imports "+i)
					}
				}
				return judged, broken
			},
			bites: []synthetic{imp(engine+"/css/x.go", "css", self+engine+"/layout"), imp(engine+"/css/x.go", "css", self+engine), imp(engine+"/misc/x.go", "misc"),
				imp(engine+"/codec/z/x.go", "z", self+engine+"/raster")},
			spares: []synthetic{imp(engine+"/layout/x.go", "layout", self+engine+"/css"), imp(engine+"/codec/z/x.go", "z", self+engine+"/geom"), imp(engine+"/image/x.go", "image", self+engine+"/codec/z")},
		},
	}
}

func importLaws() []law {
	return []law{
		{
			name: "a module imports no other module", why: "Modules call others through needs.go and notify them through jobs; only app/bridge knows two modules.",
			check: goLaw([]string{"modules/*"}, func(f *file, i string) (bool, bool) {
				from, to := module(f.dir()), module(i)
				return to != "" && from != "", to != "" && from != "platform" && to != "platform" && from != to
			}),
			bites:  []synthetic{imp("modules/webhooks/x.go", "webhooks", self+"modules/credits"), imp("modules/auth/rpc/x_test.go", "rpc", self+"modules/credits/rpc")},
			spares: []synthetic{imp("modules/webhooks/x.go", "webhooks", self+"modules/platform/pg", self+"modules/webhooks/internal/store")},
		},
		{
			name: "the platform imports no module", why: "Infrastructure serves the modules and knows none of them.",
			check: goLaw([]string{"modules/platform"}, func(_ *file, i string) (bool, bool) {
				return within(i, "modules"), module(i) != "" && module(i) != "platform"
			}),
			bites:  []synthetic{imp("modules/platform/rpc/x.go", "rpc", self+"modules/auth")},
			spares: []synthetic{imp("modules/platform/rpc/x.go", "rpc", self+"modules/platform/fault")},
		},
		{
			name: "modules import no app, sdk or e2e", why: "Dependencies point inward: the process knows the modules, never the other way.",
			check: goLaw([]string{"modules"}, func(_ *file, i string) (bool, bool) {
				return true, within(i, "app") || within(i, "sdk") || within(i, "e2e")
			}),
			bites:  []synthetic{imp("modules/auth/x.go", "auth", self+"app")},
			spares: []synthetic{imp("modules/auth/x.go", "auth", "example.com/app")},
		},
		{
			name: "the program uses no text/template", why: "It calls methods by name, so the linker would keep every exported method of every type: 16 MB.",
			check: goLaw([]string{"app", "modules", "migrations"}, func(f *file, i string) (bool, bool) {
				return true, (i == "text/template" || i == "html/template") && !f.test()
			}),
			bites:  []synthetic{imp("app/surface/x/x.go", "x", "html/template"), imp("modules/auth/x.go", "auth", "text/template")},
			spares: []synthetic{imp("app/surface/x/x_test.go", "x", "html/template"), imp("app/surface/x/x.go", "x", "html")},
		},
		{
			name: "the contracts import nothing of the repository", why: "proto can be read, generated and published alone.",
			check: goLaw([]string{"proto"}, func(_ *file, i string) (bool, bool) {
				ours := within(i, "modules") || within(i, "app") || within(i, "sdk") || within(i, "e2e") || within(i, "migrations")
				return true, ours
			}),
			bites:  []synthetic{imp("proto/openapi/x.go", "openapi", self+"app/surface/rest")},
			spares: []synthetic{imp("proto/openapi/x.go", "openapi", self+"proto/gen/platen/api/v1")},
		},
		{
			name: "the SDK imports nothing of ours but generated code, and the engine in its own package", why: "A client must not link the service.",
			check: goLaw([]string{"sdk"}, func(f *file, i string) (bool, bool) {
				ours := within(i, "modules") || within(i, "app") || within(i, "e2e") || within(i, "migrations")
				engine := f.dir() == "sdk/go/render" && within(i, "modules/rendering/engine") // in-process rendering, which no client imports
				return true, ours && !engine
			}),
			bites: []synthetic{imp("sdk/go/x.go", "platen", self+"modules/platform/fault"), imp("sdk/go/x_test.go", "platen", self+"app"),
				imp("sdk/go/x.go", "platen", self+"modules/rendering/engine"), imp("sdk/go/render/x.go", "render", self+"modules/rendering")},
			spares: []synthetic{imp("sdk/go/x.go", "platen", self+"proto/gen/platen/api/v1"), imp("sdk/go/render/x.go", "render", self+"modules/rendering/engine")},
		},
		{
			name: "e2e imports only app, sdk, generated code and test helpers", why: "Black-box tests prove what a client can see.",
			check: goLaw([]string{"e2e"}, func(f *file, i string) (bool, bool) {
				// Tools that measure the engine against others are not black-box tests.
				tool := within(f.dir(), "e2e/bench") || within(f.dir(), "e2e/fidelity")
				names := within(i, "modules/platform/killpoint") // the names of kill points, for tests only
				return true, within(i, "modules") && !strings.HasSuffix(i, "test") && !tool && !names
			}),
			bites:  []synthetic{imp("e2e/scenarios/x_test.go", "scenarios", self+"modules/credits")},
			spares: []synthetic{imp("e2e/scenarios/x_test.go", "scenarios", self+"app", self+"modules/platform/pg/pgtest")},
		},
	}
}

// call is a function that only some folders may use.
type call struct {
	pkg     string
	names   []string
	allowed []string
	why     string
	// tests is true if tests may use it.
	tests bool
}

var calls = []call{
	{"os", []string{"Getenv", "LookupEnv", "Environ", "ExpandEnv"}, []string{"modules/platform/conf", "modules/platform/killpoint", "modules/platform/blob"},
		"A setting that is read elsewhere is not documented, checked or shown by `platen config`.", true},
	{"time", []string{"Now", "Since", "Until"}, []string{"modules/platform/clock"},
		"A test cannot move a clock that is read anywhere; money and limits use database time.", true},
	{"net/http", []string{"DefaultClient", "Get", "Head", "Post", "PostForm"}, []string{"modules/platform/none"},
		"The shared client has no timeout and no egress guard.", false},
}

func (c call) law() law {
	name := path.Base(c.pkg)
	src := func(dir, fn string) synthetic {
		return synthetic{dir + "/x.go", fmt.Sprintf("package x\nimport %q\nvar _ = %s.%s\n", c.pkg, name, fn)}
	}
	l := law{
		name: name + "." + c.names[0] + " and its kin are called in one place", why: c.why,
		check: func(f *file) (judged int, broken []string) {
			if f.ast == nil || f.generated() || (c.tests && f.test()) || within(f.dir(), "e2e/bench") || within(f.dir(), "tools") {
				return 0, nil
			}
			local := localName(f.ast, c.pkg)
			if local == "" {
				return 0, nil
			}
			ast.Inspect(f.ast, func(n ast.Node) bool {
				sel, ok := n.(*ast.SelectorExpr)
				if !ok {
					return true
				}
				if x, ok := sel.X.(*ast.Ident); ok && x.Name == local && x.Obj == nil {
					judged++
					if slices.Contains(c.names, sel.Sel.Name) && !matches(f.dir(), c.allowed...) {
						broken = append(broken, "uses "+local+"."+sel.Sel.Name)
					}
				}
				return true
			})
			return judged, broken
		},
		bites:  []synthetic{src("modules/zz", c.names[0]), {"app/x.go", fmt.Sprintf("package x\nimport z %q\nvar _ = z.%s\n", c.pkg, c.names[1])}},
		spares: []synthetic{src(c.allowed[0], c.names[0]), {"app/x.go", fmt.Sprintf("package x\nimport %q\nvar _ = %s.Zz\n", c.pkg, name)}},
	}
	return l
}

// localName returns the name under which a file imports a package, "" if it does not import it.
func localName(f *ast.File, pkg string) string {
	for _, spec := range f.Imports {
		if p, _ := strconv.Unquote(spec.Path.Value); p != pkg {
			continue
		}
		if spec.Name != nil {
			return spec.Name.Name
		}
		return path.Base(pkg)
	}
	return ""
}

var badNames = []string{"util", "utils", "common", "helper", "helpers", "models", "types", "services", "misc", "shared"}

func styleLaws() []law {
	ours := []string{"modules", "app", "sdk", "e2e", "migrations", "proto"}
	return []law{
		{
			name: "no init functions", why: "What runs before main has no owner, no order and no error.",
			check: func(f *file) (judged int, broken []string) {
				if f.ast == nil || f.generated() || !matches(f.dir(), ours...) {
					return 0, nil
				}
				for _, d := range f.ast.Decls {
					if fn, ok := d.(*ast.FuncDecl); ok {
						judged++
						if fn.Recv == nil && fn.Name.Name == "init" {
							broken = append(broken, "declares init")
						}
					}
				}
				return judged, broken
			},
			bites:  []synthetic{{"modules/zz/x.go", "package zz\nfunc init() {}\n"}},
			spares: []synthetic{{"modules/zz/x.go", "package zz\ntype t struct{}\nfunc (t) init() {}\n"}},
		},
		{
			name: "errors are unwrapped", why: "A type assertion on an error misses one that is wrapped, and code that adds context breaks it far away: use errors.As.",
			check: func(f *file) (judged int, broken []string) {
				if f.ast == nil || f.generated() || !matches(f.dir(), ours...) {
					return 0, nil
				}
				ast.Inspect(f.ast, func(n ast.Node) bool {
					switch n := n.(type) {
					case *ast.SelectorExpr:
						if x, ok := n.X.(*ast.Ident); ok && x.Name == "errors" && n.Sel.Name == "As" {
							judged++
						}
					case *ast.TypeAssertExpr:
						if x, ok := n.X.(*ast.Ident); ok && (x.Name == "err" || x.Name == "cause") {
							judged++
							broken = append(broken, "asserts the type of "+x.Name)
						}
					}
					return true
				})
				return judged, broken
			},
			bites:  []synthetic{{"modules/zz/x.go", "package zz\nfunc f(err error) { _, _ = err.(*os.PathError) }\n"}, {"app/x.go", "package app\nfunc f(err error) { switch err.(type) {} }\n"}},
			spares: []synthetic{{"modules/zz/x.go", "package zz\nfunc f(err error) { var p *os.PathError; _ = errors.As(err, &p) }\n"}},
		},
		{
			name: "packages are named for what they provide", why: "A package called util says what its author did not want to decide.",
			check: func(f *file) (int, []string) {
				if f.ast == nil || f.generated() || !matches(f.dir(), ours...) {
					return 0, nil
				}
				if name := strings.TrimSuffix(f.ast.Name.Name, "_test"); slices.Contains(badNames, name) {
					return 1, []string{"is in a package called " + name}
				}
				return 1, nil
			},
			bites:  []synthetic{{"modules/zz/x.go", "package utils\n"}, {"app/x_test.go", "package helpers_test\n"}},
			spares: []synthetic{{"modules/zz/x.go", "package utility\n"}},
		},
	}
}

var qualified = regexp.MustCompile(`\b([a-z_]+)\.[a-z_]+`)

// migrationLaw restricts a migration to its own schema; schemas are the folders of migrations.
func migrationLaw(schemas []string) law {
	return law{
		name: "a migration names only its own schema", why: "A foreign key or query over a border makes two modules one.",
		check: func(f *file) (int, []string) {
			if !within(f.dir(), "migrations") || !strings.HasSuffix(f.path, ".sql") {
				return 0, nil
			}
			own := path.Base(f.dir())
			var broken []string
			for _, line := range strings.Split(f.text, "\n") {
				code, _, _ := strings.Cut(line, "--")
				for _, m := range qualified.FindAllStringSubmatch(code, -1) {
					// The infrastructure's svc_now() is shared and is in the schema public.
					if m[1] != own && (slices.Contains(schemas, m[1]) || m[1] == "river" || m[1] == "public" && own != "platform") {
						broken = append(broken, "names "+m[0])
					}
				}
			}
			return 1, broken
		},
		bites: []synthetic{{"migrations/auth/0009_x.sql", "SELECT * FROM credits.accounts;"}, {"migrations/auth/0009_x.sql", "DELETE FROM river.river_job;"}},
		spares: []synthetic{{"migrations/auth/0009_x.sql", "CREATE TABLE auth.x (at timestamptz DEFAULT svc_now()); -- credits.accounts"},
			{"migrations/auth/0009_x.sql", "SELECT i.state FROM auth.x i;"}},
	}
}

func laws(schemas []string) []law {
	all := slices.Concat(importLaws(), appLaws(), engineLaws(), styleLaws(), []law{migrationLaw(schemas), renderingLaw()})
	for _, r := range restrictions {
		all = append(all, r.law())
	}
	for _, c := range calls {
		all = append(all, c.law())
	}
	return all
}

func TestLaws(t *testing.T) {
	t.Parallel()
	tree := readTree(t)
	unused := map[string]bool{}
	for _, r := range restrictions {
		unused[r.law().name] = r.unused
	}
	for _, l := range laws(schemasOf(tree)) {
		t.Run(strings.ReplaceAll(l.name, " ", "_"), func(t *testing.T) {
			t.Parallel()
			judged := 0
			for _, f := range tree {
				n, broken := l.check(f)
				judged += n
				for _, b := range broken {
					t.Errorf("%s %s\n\tlaw: %s\n\twhy: %s", f.path, b, l.name, l.why)
				}
			}
			if (judged == 0) != unused[l.name] {
				t.Errorf("the law %q judged %d things, which is not what it says: a law that matches nothing guards nothing", l.name, judged)
			}
		})
	}
}

func TestLawsDetectViolations(t *testing.T) {
	t.Parallel()
	for _, l := range laws([]string{"auth", "credits", "platform"}) {
		if len(l.bites) == 0 || l.why == "" {
			t.Errorf("%s: no violation shows that it bites, or no reason why", l.name)
		}
		for _, s := range l.bites {
			if _, broken := l.check(parse(t, s)); len(broken) == 0 {
				t.Errorf("%s: does not bite on %s:\n%s", l.name, s.path, s.text)
			}
		}
		for _, s := range l.spares {
			if _, broken := l.check(parse(t, s)); len(broken) > 0 {
				t.Errorf("%s: bites %s without cause (%v):\n%s", l.name, s.path, broken, s.text)
			}
		}
	}
}

func parse(t *testing.T, s synthetic) *file {
	t.Helper()
	f := &file{path: s.path, text: s.text}
	if strings.HasSuffix(s.path, ".go") {
		var err error
		if f.ast, err = parser.ParseFile(token.NewFileSet(), s.path, s.text, parser.ParseComments); err != nil {
			t.Fatal(err)
		}
	}
	return f
}

// readTree parses every Go, SQL, proto and OpenAPI file of the product's module.
func readTree(t *testing.T) []*file {
	t.Helper()
	ignored := ignoredFolders(t)
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(root, "go.mod")); err != nil {
		t.Fatal("the laws must be run from modules/")
	}
	var tree []*file
	set := token.NewFileSet()
	err = filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(root, p)
		rel = filepath.ToSlash(rel)
		if d.IsDir() {
			_, nested := os.Stat(filepath.Join(p, "go.mod"))
			if rel != "." && (nested == nil || strings.HasPrefix(d.Name(), ".") || d.Name() == "node_modules" || d.Name() == "testdata" || ignored[rel]) {
				return fs.SkipDir
			}
			return nil
		}
		switch path.Ext(rel) {
		case ".go", ".sql", ".proto", ".json", ".md", ".sh", ".yaml", ".yml", ".ts", ".tsx", ".mjs", ".py":
		default:
			return nil
		}
		if path.Ext(rel) == ".json" && !within(rel, "proto/openapi") {
			return nil
		}
		text, err := os.ReadFile(p)
		if err != nil {
			return err
		}
		f := &file{path: rel, text: string(text)}
		if path.Ext(rel) == ".go" {
			if f.ast, err = parser.ParseFile(set, p, text, parser.ParseComments); err != nil {
				return fmt.Errorf("parsing %s: %w", rel, err)
			}
		}
		tree = append(tree, f)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

func schemasOf(tree []*file) []string {
	var out []string
	for _, f := range tree {
		if within(f.dir(), "migrations") && strings.HasSuffix(f.path, ".sql") && !slices.Contains(out, path.Base(f.dir())) {
			out = append(out, path.Base(f.dir()))
		}
	}
	return out
}
