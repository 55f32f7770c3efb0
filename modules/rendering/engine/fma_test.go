package engine_test

import (
	"bufio"
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// These tests ensure that the engine's arithmetic is identical on every architecture: Go may fuse x*y+z into one
// instruction with one rounding on arm64 and others, and the functions below differ in their last bits between
// architectures.

// bannedMath holds the functions of package math whose results differ in the last bits between architectures;
// engine/geom has portable ones.
var bannedMath = map[string]bool{
	"Sin": true, "Cos": true, "Tan": true, "Sincos": true, "Asin": true, "Acos": true, "Atan": true, "Atan2": true,
	"Sinh": true, "Cosh": true, "Tanh": true, "Asinh": true, "Acosh": true, "Atanh": true,
	"Exp": true, "Exp2": true, "Expm1": true, "Log": true, "Log2": true, "Log10": true, "Log1p": true,
	"Pow": true, "Cbrt": true, "Hypot": true, "Gamma": true, "Lgamma": true, "Erf": true, "Erfc": true,
	"Erfinv": true, "Erfcinv": true, "J0": true, "J1": true, "Jn": true, "Y0": true, "Y1": true, "Yn": true,
}

// bannedImports holds packages whose pixels differ between architectures.
var bannedImports = []string{
	"golang.org/x/image/vector", "github.com/fogleman/gg", "github.com/disintegration/imaging", "github.com/srwiley/oksvg",
}

// sources returns the engine's packages (folders) with their Go files, without tests.
func sources(t *testing.T) map[string][]*ast.File {
	t.Helper()
	packages := map[string][]*ast.File{}
	set := token.NewFileSet()
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "testdata" || strings.HasPrefix(d.Name(), "_")) {
			return filepath.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		f, err := parser.ParseFile(set, path, nil, 0)
		if err != nil {
			return err
		}
		dir := filepath.ToSlash(filepath.Dir(path))
		packages[dir] = append(packages[dir], f)
		return nil
	})
	if err != nil {
		t.Fatalf("parse the engine: %v", err)
	}
	if len(packages) < 8 {
		t.Fatalf("found %d packages, want the whole engine", len(packages))
	}
	return packages
}

func TestNoArchitectureDependentFunctions(t *testing.T) {
	t.Parallel()
	for dir, files := range sources(t) {
		for _, f := range files {
			name := ""
			for _, spec := range f.Imports {
				path := strings.Trim(spec.Path.Value, `"`)
				if path == "math" {
					name = "math"
					if spec.Name != nil {
						name = spec.Name.Name
					}
				}
				for _, banned := range bannedImports {
					if path == banned {
						t.Errorf("%s imports %s: its pixels differ between architectures", dir, path)
					}
				}
			}
			if name == "" {
				continue
			}
			ast.Inspect(f, func(n ast.Node) bool {
				if s, ok := n.(*ast.SelectorExpr); ok {
					if x, ok := s.X.(*ast.Ident); ok && x.Name == name && x.Obj == nil && bannedMath[s.Sel.Name] {
						t.Errorf("%s uses math.%s: its bits differ between architectures; use engine/geom", dir, s.Sel.Name)
					}
				}
				return true
			})
		}
	}
}

const enginePath = "github.com/platenhq/platen/modules/rendering/engine"

var (
	fused    = regexp.MustCompile(`\((\S+\.go:\d+)\)\s+(FN?M(?:ADD|SUB)[SD]?)\s`)
	function = regexp.MustCompile(` STEXT `)
)

func TestNoFusedOperations(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("compiles the engine for another architecture")
	}
	// functions is the number of functions that the compiler must print, for each package by its import path.
	functions := map[string]int{}
	for dir, files := range sources(t) {
		for _, f := range files {
			for _, d := range f.Decls {
				if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil {
					functions[path.Join(enginePath, dir)]++
				}
			}
		}
	}
	cmd := exec.Command("go", "build", "-gcflags=-S", "-tags", "nodynamic", "./...")
	cmd.Env = append(os.Environ(), "GOOS=linux", "GOARCH=arm64", "CGO_ENABLED=0")
	var out bytes.Buffer
	cmd.Stderr = &out
	if err := cmd.Run(); err != nil {
		var lines []string
		for line := range strings.SplitSeq(out.String(), "\n") {
			if !strings.HasPrefix(line, "\t") && !strings.Contains(line, " STEXT ") {
				lines = append(lines, line)
			}
		}
		t.Fatalf("build the engine for arm64: %v\n%s", err, strings.Join(lines[max(0, len(lines)-20):], "\n"))
	}
	seen := map[string]int{}
	pkg := ""
	scan := bufio.NewScanner(&out)
	scan.Buffer(nil, 16<<20)
	for scan.Scan() {
		line := scan.Text()
		if strings.HasPrefix(line, "# ") {
			pkg = line[2:]
		}
		if function.MatchString(line) {
			seen[pkg]++
		}
		if m := fused.FindStringSubmatch(line); m != nil {
			at := m[1]
			if i := strings.Index(at, "modules/rendering/engine/"); i >= 0 {
				at = at[i:]
			}
			t.Errorf("%s: %s compiles to %s on arm64; write every product that feeds a sum as float64(x*y)", pkg, at, m[2])
		}
	}
	if err := scan.Err(); err != nil {
		t.Fatal(err)
	}
	// Inlined and unused functions produce no output; most functions do.
	for pkg, n := range functions {
		if seen[pkg] < n/4 || seen[pkg] == 0 {
			t.Errorf("%s: the compiler printed %d functions of %d: the check does not cover this package", pkg, seen[pkg], n)
		}
	}
}
