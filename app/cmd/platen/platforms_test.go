package main

import (
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestEveryPlatformHasWhatIsUsed: a release has the program for Linux, macOS and Windows, and package syscall differs between them.
// Compiling for each takes minutes; this compares the names of syscall, and the fields of SysProcAttr, that files of a
// platform use with those that it has.
func TestEveryPlatformHasWhatIsUsed(t *testing.T) {
	t.Parallel()
	for _, system := range []string{"linux", "darwin", "windows"} {
		target := build.Default
		target.GOOS, target.GOARCH, target.CgoEnabled = system, "amd64", false
		has := names(t, &target)
		if !has["Exit"] || has["Flock"] == (system == "windows") {
			t.Fatalf("%s: read %d names of syscall", system, len(has))
		}
		checked := 0
		for _, top := range []string{"app", "modules", "proto", "sdk/go", "migrations"} {
			err := filepath.WalkDir(filepath.Join("..", "..", "..", top), func(dir string, e fs.DirEntry, err error) error {
				if err != nil || !e.IsDir() {
					return err
				}
				if name := e.Name(); name == "testdata" || name == "node_modules" || strings.HasSuffix(name, "test") {
					return fs.SkipDir
				}
				p, err := target.ImportDir(dir, 0)
				if err != nil || !slices.Contains(p.Imports, "syscall") {
					return nil //nolint:nilerr // a folder without Go files for the platform
				}
				for _, name := range p.GoFiles {
					checked++
					uses(t, filepath.Join(dir, name), func(used string, at token.Position) {
						if !has[used] {
							t.Errorf("%s: %s has no syscall.%s", at, system, used)
						}
					})
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		if checked < 5 {
			t.Errorf("%s: checked %d files", system, checked)
		}
	}
}

// names returns the exported names of syscall on a platform, and the fields of SysProcAttr as SysProcAttr.Setsid.
func names(t *testing.T, target *build.Context) map[string]bool {
	t.Helper()
	p, err := target.Import("syscall", "", 0)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]bool{}
	for _, name := range p.GoFiles {
		f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(p.Dir, name), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil {
				out[fn.Name.Name] = true
			}
			g, ok := d.(*ast.GenDecl)
			if !ok {
				continue
			}
			for _, s := range g.Specs {
				switch s := s.(type) {
				case *ast.ValueSpec:
					for _, n := range s.Names {
						out[n.Name] = true
					}
				case *ast.TypeSpec:
					out[s.Name.Name] = true
					if fields, ok := s.Type.(*ast.StructType); ok && s.Name.Name == "SysProcAttr" {
						for _, field := range fields.Fields.List {
							for _, n := range field.Names {
								out["SysProcAttr."+n.Name] = true
							}
						}
					}
				}
			}
		}
	}
	return out
}

// uses calls fn with every name of syscall that a file uses.
func uses(t *testing.T, name string, fn func(used string, at token.Position)) {
	t.Helper()
	set := token.NewFileSet()
	f, err := parser.ParseFile(set, name, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(f.Imports, func(i *ast.ImportSpec) bool { path, _ := strconv.Unquote(i.Path.Value); return path == "syscall" }) {
		return
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			if of, ok := n.X.(*ast.Ident); ok && of.Name == "syscall" {
				fn(n.Sel.Name, set.Position(n.Pos()))
			}
		case *ast.CompositeLit:
			if of, ok := n.Type.(*ast.SelectorExpr); ok && of.Sel.Name == "SysProcAttr" {
				for _, e := range n.Elts {
					if kv, ok := e.(*ast.KeyValueExpr); ok {
						fn("SysProcAttr."+kv.Key.(*ast.Ident).Name, set.Position(e.Pos()))
					}
				}
			}
		}
		return true
	})
}
