package modules_test

import (
	"go/ast"
	"slices"
	"strings"
)

// constructs lists the folders that may depend on several modules: the bridges, the process (which constructs every
// module) and the programs (which render without a service).
var constructs = []string{"app/bridge", "app/cmd"}

// appLaws keep the composition of the process readable.
func appLaws() []law {
	return []law{
		{
			name: "only bridges know two modules", why: "What one module needs of another is adapted in app/bridge, in one file a module; a handler that knows two modules is a bridge no one finds.",
			check: func(f *file) (judged int, broken []string) {
				if f.ast == nil || f.test() || !within(f.dir(), "app") || f.dir() == "app" || matches(f.dir(), constructs...) {
					return 0, nil
				}
				var known []string
				for _, i := range f.imports() {
					if m := module(i); m != "" && m != "platform" && !slices.Contains(known, m) {
						known = append(known, m)
					}
				}
				if len(known) > 1 {
					broken = []string{"imports the modules " + strings.Join(known, ", ")}
				}
				return len(known), broken
			},
			bites: []synthetic{imp("app/surface/public/x.go", "public", self+"modules/rendering", self+"modules/library"), imp("app/operator/x.go", "operator", self+"modules/auth", self+"modules/credits/rpc")},
			spares: []synthetic{imp("app/bridge/x.go", "bridge", self+"modules/rendering", self+"modules/library"), imp("app/modules.go", "app", self+"modules/rendering", self+"modules/library"),
				imp("app/surface/public/x.go", "public", self+"modules/rendering", self+"modules/rendering/rpc", self+"modules/platform/pg")},
		},
		{
			name: "handlers do not hold the process", why: "A handler receives the small interfaces it needs; one that holds the App can reach everything.",
			check: goLaw([]string{"app"}, func(f *file, i string) (bool, bool) {
				return within(f.dir(), "app") && !f.test(), i == "app" && !f.test() && !within(f.dir(), "app/cmd")
			}),
			bites:  []synthetic{imp("app/surface/x.go", "surface", self+"app")},
			spares: []synthetic{imp("app/cmd/platen/x.go", "main", self+"app"), imp("app/surface/x_test.go", "surface_test", self+"app")},
		},
		{
			name: "constructed types have no exported fields", why: "Nothing is assigned to a module after its construction: what it needs is a parameter of New.",
			check: func(f *file) (judged int, broken []string) {
				if f.ast == nil || f.test() || f.generated() || !matches(f.dir(), "modules/*") || within(f.dir(), "modules/platform") || strings.Contains(f.dir(), "/internal") ||
					len(strings.Split(f.dir(), "/")) > 2 && !strings.HasSuffix(f.dir(), "/rpc") {
					return 0, nil
				}
				for _, name := range constructed(f.ast) {
					judged++
					for _, field := range exportedFields(f.ast, name) {
						broken = append(broken, name+" has the exported field "+field)
					}
				}
				return judged, broken
			},
			bites:  []synthetic{{"modules/zz/x.go", "package zz\ntype Module struct{ Announce func() }\nfunc New() *Module { return &Module{} }\n"}},
			spares: []synthetic{{"modules/zz/x.go", "package zz\ntype Module struct{ announce func() }\ntype Deps struct{ DB int }\nfunc New(Deps) (*Module, error) { return &Module{}, nil }\n"}},
		},
	}
}

// constructed returns the types to which the functions New… of a file return pointers.
func constructed(f *ast.File) []string {
	var out []string
	for _, d := range f.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || fn.Recv != nil || !strings.HasPrefix(fn.Name.Name, "New") || fn.Type.Results == nil {
			continue
		}
		if p, ok := fn.Type.Results.List[0].Type.(*ast.StarExpr); ok {
			if name, ok := p.X.(*ast.Ident); ok {
				out = append(out, name.Name)
			}
		}
	}
	return out
}

// exportedFields returns the names of the exported, not embedded fields of a struct of the file.
func exportedFields(f *ast.File, name string) []string {
	var out []string
	ast.Inspect(f, func(n ast.Node) bool {
		t, ok := n.(*ast.TypeSpec)
		if !ok || t.Name.Name != name {
			return true
		}
		s, ok := t.Type.(*ast.StructType)
		if !ok {
			return false
		}
		for _, field := range s.Fields.List {
			for _, n := range field.Names {
				if n.IsExported() {
					out = append(out, n.Name)
				}
			}
		}
		return false
	})
	return out
}
