package modules_test

import (
	"go/ast"
	"maps"
	"slices"
	"strings"
	"testing"
)

// The law of tenants: a method of a store that queries rows takes an ident.Tenant and narrows the query by it, or
// works on a row that was read in this way. A query without the workspace or without the brand limit would show one
// customer's images to another.

// unnarrowed maps the methods that query rows without a tenant to the reason. A method that no longer exists, or that
// complies with the law, must be removed from the list.
var unnarrowed = map[string]string{
	"approvals.HasPolicies":       "a policy binds callers of every brand",
	"auth.ByHash":                 "finds out who the caller is",
	"auth.CountKeys":              "numbers of the workspace, for callers whom the use case has checked",
	"auth.CreateSignIn":           "the operator's, on the command line",
	"auth.CreateWorkspace":        "the operator's, on the command line",
	"auth.DeleteIssuer":           "the module compares the ceiling of the issuer with the rights of the caller",
	"auth.EndSession":             "finds out who the caller is",
	"auth.Issuer":                 "the module compares the ceiling of the issuer with the rights of the caller",
	"auth.IssuerNamed":            "finds out who the caller is",
	"auth.Key":                    "the module compares the rights of the key with those of the caller",
	"auth.RedeemSignIn":           "finds out who the caller is",
	"auth.Revoke":                 "the module compares the rights of the key with those of the caller",
	"auth.Rotated":                "of a key that was read and locked",
	"auth.Session":                "finds out who the caller is",
	"auth.Used":                   "a mark of what authentication found",
	"auth.Workspace":              "a workspace is not a tenant's object",
	"auth.Workspaces":             "the operator's, on the command line",
	"credits.Account":             "the balance that every response tells in a header; the use case refuses the rest",
	"credits.Available":           "accounts are shared by all brands",
	"credits.Capture":             "a hold is known to its creator",
	"credits.Due":                 "a sweep concerns every workspace",
	"credits.Expired":             "a sweep concerns every workspace",
	"credits.Grant":               "the operator's, on the command line",
	"credits.Resolve":             "a hold is known to its creator",
	"credits.Return":              "accounts are shared by all brands",
	"credits.TakeDue":             "a sweep concerns every workspace",
	"library.PublicAsset":         "a public address, known by its id",
	"policy.Setting":              "binds every caller of the workspace; reading it over the API is refused by the use case",
	"policy.Update":               "the use case refuses limited callers",
	"rendering.Beat":              "a worker holds the row by its attempt token",
	"rendering.Begin":             "a worker holds the row by its attempt token",
	"rendering.BeginNext":         "a worker holds the row by its attempt token",
	"rendering.Finish":            "a worker holds the row by its attempt token",
	"rendering.Lapsed":            "a sweep concerns every workspace",
	"rendering.Progress":          "a worker holds the row by its attempt token",
	"rendering.PublicImage":       "a public address, known by its id",
	"rendering.Receipt":           "of an image that the caller may read",
	"rendering.RequestOf":         "a worker holds the row by its attempt token",
	"rendering.Requeue":           "a worker holds the row by its attempt token",
	"rendering.Snapshot":          "the content of a public address, the same for every brand of a workspace",
	"rendering.Stale":             "a sweep concerns every workspace",
	"rendering.Take":              "a worker holds the row by its attempt token",
	"signing.Claim":               "a ref is a digest of workspace, mode and content",
	"signing.Failed":              "a ref is a digest of workspace, mode and content",
	"signing.KeyByKID":            "a signed URL names its key; its signature is checked next",
	"signing.Image":               "a ref is a digest of workspace, mode and content",
	"signing.Images":              "a ref is a digest of workspace, mode and content",
	"signing.Rendered":            "a ref is a digest of workspace, mode and content",
	"webhooks.FailAbandonedTests": "a sweep concerns every workspace",
	"webhooks.Beat":               "a worker holds the row by its attempt token",
	"webhooks.Begin":              "a worker holds the row by its attempt token",
	"webhooks.Clean":              "a sweep concerns every workspace",
	"webhooks.Due":                "a sweep concerns every workspace",
	"webhooks.Release":            "a worker holds the row by its attempt token",
	"webhooks.Replay":             "of a delivery that was read for the tenant",
	"webhooks.Waiting":            "a worker holds the row by its attempt token",
}

// allBrands maps the methods that take a tenant but do not narrow by its brands to the reason.
var allBrands = map[string]string{
	"approvals.Latest":     "an approval is found by the digest of the very request, which the caller sent",
	"approvals.PolicyFor":  "a policy binds callers of every brand",
	"approvals.Release":    "of an approval that Latest found",
	"approvals.Reserve":    "of an approval that Latest found",
	"approvals.Use":        "of an approval that Latest found or the tenant has locked",
	"signing.LockTenant":   "a lock, not a query",
	"signing.NewestActive": "the service signs with it for every brand; its secret is not shown",
	"webhooks.Listen":      "the service itself tells the endpoints of the event's brand",
	"webhooks.LockTenant":  "locks rows and returns none",
}

// storeMethod is an exported method of a store.
type storeMethod struct {
	fn      *ast.FuncDecl
	helpers map[string]*ast.FuncDecl // of its package, by name
	rows    map[string]bool          // struct types of its package that map a table
}

// storeMethods returns the exported methods of every store, by module and name.
func storeMethods(tree []*file) map[string]storeMethod {
	type pkg struct {
		funcs map[string]*ast.FuncDecl
		rows  map[string]bool
	}
	packages := map[string]*pkg{}
	for _, f := range tree {
		if f.ast == nil || f.test() || !matches(f.dir(), "modules/*/internal/store") {
			continue
		}
		p := packages[f.dir()]
		if p == nil {
			p = &pkg{map[string]*ast.FuncDecl{}, map[string]bool{}}
			packages[f.dir()] = p
		}
		for _, d := range f.ast.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				p.funcs[d.Name.Name] = d
			case *ast.GenDecl:
				for _, s := range d.Specs {
					if t, ok := s.(*ast.TypeSpec); ok && mapsTable(t) {
						p.rows[t.Name.Name] = true
					}
				}
			}
		}
	}
	out := map[string]storeMethod{}
	for dir, p := range packages {
		for name, fn := range p.funcs {
			if fn.Recv != nil && fn.Name.IsExported() && named(fn.Recv.List[0].Type) == "Store" {
				out[module(dir)+"."+name] = storeMethod{fn, p.funcs, p.rows}
			}
		}
	}
	return out
}

func mapsTable(t *ast.TypeSpec) bool {
	s, ok := t.Type.(*ast.StructType)
	if !ok {
		return false
	}
	for _, f := range s.Fields.List {
		if sel, ok := f.Type.(*ast.SelectorExpr); ok && sel.Sel.Name == "BaseModel" {
			return true
		}
	}
	return false
}

// named returns the name of a type of the package behind pointers and slices, "" for others.
func named(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return named(e.X)
	case *ast.ArrayType:
		return named(e.Elt)
	case *ast.Ellipsis:
		return named(e.Elt)
	case *ast.Ident:
		return e.Name
	}
	return ""
}

// calls adds to seen the names of the functions that fn calls, directly or through unexported functions of its
// package, and of the methods that they call on a tenant, prefixed with "tenant.".
func (m storeMethod) calls(fn *ast.FuncDecl, seen map[string]bool) {
	ast.Inspect(fn, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		fun := call.Fun
		if i, ok := fun.(*ast.IndexExpr); ok { // a generic function with its type argument
			fun = i.X
		}
		name := ""
		switch fun := fun.(type) {
		case *ast.Ident:
			name = fun.Name
		case *ast.SelectorExpr:
			name = fun.Sel.Name
		}
		if h := m.helpers[name]; h != nil && h != fn && !seen["func "+name] && !h.Name.IsExported() {
			seen["func "+name] = true
			m.calls(h, seen)
		}
		if sel, ok := fun.(*ast.SelectorExpr); ok {
			if x, ok := sel.X.(*ast.Ident); ok && slices.Contains(tenantsOf(fn), x.Name) {
				seen["tenant."+name] = true
			}
		}
		seen[name] = true
		return true
	})
}

// tenantsOf returns the parameters of type ident.Tenant.
func tenantsOf(fn *ast.FuncDecl) (out []string) {
	for _, p := range fn.Type.Params.List {
		if text(p.Type) == "ident.Tenant" {
			for _, n := range p.Names {
				out = append(out, n.Name)
			}
		}
	}
	return out
}

// violation returns how a method violates the law, "" if it complies.
func (m storeMethod) violation() string {
	seen := map[string]bool{}
	m.calls(m.fn, seen)
	if !seen["Conn"] && !seen["SQL"] && !seen["InTx"] && !seen["Do"] && !seen["Send"] {
		return "" // no query
	}
	if len(tenantsOf(m.fn)) == 0 {
		for _, p := range m.fn.Type.Params.List {
			if m.rows[named(p.Type)] {
				return "" // a row that was read for a tenant, or a new one
			}
		}
		return "queries without an ident.Tenant"
	}
	checked := seen["tenant.Check"] || seen["tenant.CheckShared"] || seen["tenant.CheckWhole"]
	switch {
	case seen["tenant.Where"], (seen["tenant.Whole"] || seen["tenant.WholeAt"]) && checked:
		return ""
	case seen["tenant.Whole"], seen["tenant.WholeAt"]:
		return "does not narrow by the brands of its tenant"
	}
	return "does not narrow by its tenant"
}

func TestEveryStoreQueryIsNarrowedByItsTenant(t *testing.T) {
	t.Parallel()
	methods := storeMethods(readTree(t))
	narrowed := 0
	for _, name := range slices.Sorted(maps.Keys(methods)) {
		broken := methods[name].violation()
		reason := unnarrowed[name]
		if strings.HasPrefix(broken, "does not narrow") {
			reason = allBrands[name]
		}
		switch {
		case broken != "" && reason == "":
			t.Errorf("%s %s\n\tlaw: a store method takes an ident.Tenant and narrows its query by Where, or by Whole with Check, CheckShared or CheckWhole"+
				"\n\twhy: a query without the workspace or the brand limit shows one customer's objects to another", name, broken)
		case broken == "" && unnarrowed[name]+allBrands[name] != "":
			t.Errorf("%s keeps the law; take it from the list of exceptions", name)
		}
		if len(tenantsOf(methods[name].fn)) > 0 {
			narrowed++
		}
	}
	for name := range unnarrowed {
		if methods[name].fn == nil {
			t.Errorf("the exception %s names no method", name)
		}
	}
	for name := range allBrands {
		if methods[name].fn == nil {
			t.Errorf("the exception %s names no method", name)
		}
	}
	if narrowed < 50 {
		t.Errorf("%d methods take a tenant: the law judges nothing", narrowed)
	}
}

// TestTenantLawDetectsViolations applies the law to methods that violate it in each way.
func TestTenantLawDetectsViolations(t *testing.T) {
	t.Parallel()
	const head = "package store\ntype Store struct{}\ntype Job struct {\n\tbun.BaseModel\n}\nvar rows ident.Rows\n"
	for body, want := range map[string]string{
		`func (s *Store) Job(ctx context.Context, workspace, id string) (*Job, error) { return nil, s.db.Conn(ctx).Scan(ctx) }`:                                                                                                                          "queries without an ident.Tenant",
		`func (s *Store) Job(ctx context.Context, ws ident.Workspace) error { _, err := s.db.SQL(ctx).Query(); return err }`:                                                                                                                             "queries without an ident.Tenant",
		`func (s *Store) Job(ctx context.Context, t ident.Tenant, id string) error { return s.db.Conn(ctx).Where("workspace_id = ?", t.Workspace()).Scan(ctx) }`:                                                                                         "does not narrow by its tenant",
		`func (s *Store) Job(ctx context.Context, t ident.Tenant, id string) error { c, a := t.Whole(rows); return s.db.Conn(ctx).Where(c, a...).Scan(ctx) }`:                                                                                            "does not narrow by the brands of its tenant",
		`func (s *Store) Job(ctx context.Context, t ident.Tenant, id string) error { c, a := t.Where(rows); return s.db.Conn(ctx).Where(c, a...).Scan(ctx) }`:                                                                                            "",
		`func (s *Store) Job(ctx context.Context, t ident.Tenant, id string) error { c, a := t.Whole(rows); s.db.Conn(ctx).Where(c, a...); return t.Check(b) }`:                                                                                          "",
		`func (s *Store) Job(ctx context.Context, t ident.Tenant, id string) error { return s.list(ctx, t) }; func (s *Store) list(ctx context.Context, t ident.Tenant) error { c, a := t.Where(rows); return s.db.Conn(ctx).Where(c, a...).Scan(ctx) }`: "",
		`func (s *Store) Job(ctx context.Context, t ident.Tenant, id string) error { return s.list(ctx, t) }; func (s *Store) list(ctx context.Context, t ident.Tenant) error { return s.db.Conn(ctx).Scan(ctx) }`:                                       "does not narrow by its tenant",
		`func (s *Store) Job(ctx context.Context, j *Job) error { return s.db.Conn(ctx).Insert(j) }`:                                                                                                                                                     "",
		`func (s *Store) Job(ctx context.Context, jobs []*Job) error { return s.db.Conn(ctx).Insert(jobs) }`:                                                                                                                                             "",
		`func (s *Store) Job(ctx context.Context, p *page.Request) error { return s.db.Conn(ctx).Scan(p) }`:                                                                                                                                              "queries without an ident.Tenant",
		`func (s *Store) Job(ctx context.Context) string { return "" }`:                                                                                                                                                                                  "",
	} {
		f := parse(t, synthetic{"modules/zz/internal/store/x.go", head + body})
		m := storeMethods([]*file{f})["zz.Job"]
		if m.fn == nil {
			t.Fatalf("the method is not found in %s", body)
		}
		if got := m.violation(); got != want {
			t.Errorf("%s\n\tjudged %q, want %q", body, got, want)
		}
	}
}

// TestPrincipalsAreMadeByAuth: the code that makes a principal chooses its rights, and so the tenant of its queries.
func TestPrincipalsAreMadeByAuth(t *testing.T) {
	t.Parallel()
	made := 0
	for _, f := range readTree(t) {
		if f.ast == nil || f.test() {
			continue
		}
		ast.Inspect(f.ast, func(n ast.Node) bool {
			lit, ok := n.(*ast.CompositeLit)
			if !ok || text(lit.Type) != "ident.Principal" {
				return true
			}
			made++
			if f.dir() != "modules/auth" {
				t.Errorf("%s makes an ident.Principal; take the caller's from the context, or ident.System for the service itself", f.path)
			}
			return true
		})
	}
	if made == 0 {
		t.Error("no principal is made anywhere: the law judges nothing")
	}
}
