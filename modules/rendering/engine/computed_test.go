package engine_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// resolvedInStyle holds the fields that only package style itself reads, and their use.
var resolvedInStyle = map[string]string{
	"Computed.Animations":     "become overrides of the styles at a moment",
	"Computed.ContainerNames": "matched by @container rules",
}

// TestEveryComputedFieldHasAReader checks that every computed field is read by a later stage: otherwise a property
// would be parsed without an effect and without a warning.
func TestEveryComputedFieldHasAReader(t *testing.T) {
	t.Parallel()
	read := map[string]bool{}
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() && d.Name() == "style" {
			return filepath.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if s, ok := n.(*ast.SelectorExpr); ok {
				read[s.Sel.Name] = true
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	computed, err := parser.ParseFile(token.NewFileSet(), "style/compute_computed.go", nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	structs := map[string]bool{"Computed": true, "Font": true, "SVGStyle": true, "Layer": true, "Decoration": true, "Shadow": true, "Border": true, "ClipPath": true, "Shape": true, "Filter": true}
	fields := 0
	ast.Inspect(computed, func(n ast.Node) bool {
		decl, ok := n.(*ast.TypeSpec)
		if !ok || !structs[decl.Name.Name] {
			return true
		}
		s, ok := decl.Type.(*ast.StructType)
		if !ok {
			return true
		}
		for _, f := range s.Fields.List {
			for _, name := range f.Names {
				if !name.IsExported() {
					continue
				}
				fields++
				key := decl.Name.Name + "." + name.Name
				if resolvedInStyle[key] == "" && !read[name.Name] {
					t.Errorf("%s has no reader outside style: read it, or make its declarations warnings", key)
				}
			}
		}
		return true
	})
	if fields < 100 {
		t.Errorf("found only %d fields of style.Computed", fields)
	}
}
