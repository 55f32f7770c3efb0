package modules_test

import (
	"go/ast"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/platenhq/platen/modules/platform/fault"
)

var (
	packageOf = regexp.MustCompile(`(?m)^package ([a-z0-9_.]+);`)
	serviceOf = regexp.MustCompile(`(?ms)^service (\w+) \{(.*?)^\}`)
	methodOf  = regexp.MustCompile(`(?m)^\s*rpc (\w+)\(`)
)

// TestEveryProcedureHasARoute: a use case that only one surface serves is a second API.
func TestEveryProcedureHasARoute(t *testing.T) {
	t.Parallel()
	tree := readTree(t)
	document, mounts := "", ""
	for _, f := range tree {
		if f.path == "app/surface/connect/connect.go" {
			mounts = f.text
		}
		if within(f.dir(), "proto/openapi") && strings.HasSuffix(f.path, ".json") {
			document += f.text
		}
	}
	seen := 0
	for _, f := range tree {
		if !strings.HasSuffix(f.path, ".proto") || !within(f.dir(), "proto/platen") {
			continue
		}
		pkg := packageOf.FindStringSubmatch(f.text)
		for _, service := range serviceOf.FindAllStringSubmatch(f.text, -1) {
			if !strings.Contains(mounts, ".New"+service[1]+"Handler(") {
				t.Errorf("%s.%s is not mounted", pkg[1], service[1])
			}
			for _, method := range methodOf.FindAllStringSubmatch(service[2], -1) {
				seen++
				procedure := "/" + pkg[1] + "." + service[1] + "/" + method[1]
				if !strings.Contains(document, `"`+procedure+`"`) {
					t.Errorf("%s is not in the OpenAPI document", procedure)
				}
			}
		}
	}
	if seen == 0 || document == "" || mounts == "" {
		t.Errorf("%d procedures and %d bytes of document: the pattern matches nothing", seen, len(document))
	}
}

// TestEveryKindIsMapped: a kind that a facade does not map becomes a 500 for the client.
func TestEveryKindIsMapped(t *testing.T) {
	t.Parallel()
	names := map[string]bool{}
	for _, f := range readTree(t) {
		if f.path != "modules/platform/fault/code.go" {
			continue
		}
		for _, d := range f.ast.Scope.Objects {
			if d.Kind == ast.Con && strings.HasPrefix(d.Name, "Kind") {
				names[d.Name] = true
			}
		}
	}
	if len(names) != len(fault.Kinds()) {
		t.Errorf("%d kinds are declared and Kinds lists %d", len(names), len(fault.Kinds()))
	}
	mapped := map[string][]string{} // kind → folders whose table has it
	for _, f := range readTree(t) {
		if f.ast == nil || f.test() || !within(f.dir(), "app") {
			continue
		}
		for _, kind := range kindTable(f) {
			mapped[kind] = append(mapped[kind], f.dir())
		}
	}
	for name := range names {
		for _, facade := range []string{"app/surface/connect", "app/surface/rest"} {
			if n := len(slices.DeleteFunc(slices.Clone(mapped[name]), func(d string) bool { return d != facade })); n != 1 {
				t.Errorf("%s is mapped %d times in %s, want once", name, n, facade)
			}
		}
	}
}

// kindTable returns the keys of the file's map literal with keys of type fault.Kind.
func kindTable(f *file) []string {
	var out []string
	ast.Inspect(f.ast, func(n ast.Node) bool {
		lit, ok := n.(*ast.CompositeLit)
		if !ok {
			return true
		}
		if m, ok := lit.Type.(*ast.MapType); !ok || text(m.Key) != "fault.Kind" {
			return true
		}
		for _, e := range lit.Elts {
			if kv, ok := e.(*ast.KeyValueExpr); ok {
				out = append(out, strings.TrimPrefix(text(kv.Key), "fault."))
			}
		}
		return false
	})
	return out
}

func text(e ast.Expr) string {
	if sel, ok := e.(*ast.SelectorExpr); ok {
		if x, ok := sel.X.(*ast.Ident); ok {
			return x.Name + "." + sel.Sel.Name
		}
	}
	return ""
}
