package reference

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/platenhq/platen/modules/platform/fault"
)

// rule is one value of context.rule.
type rule struct{ name, says string }

// families are rules whose names are composed at run time.
var families = map[fault.Code][]rule{
	fault.ValidationFailed: {
		{"assert.node", "The element that an assertion names is not laid out."}, {"assert.max_lines", "The text has more lines than `max_lines`."},
		{"assert.fits", "The element exceeds the box it is in."}, {"assert.fonts", "A glyph comes from another font than those listed."},
		{"assert.min_contrast", "The contrast of the text is below `min_contrast`."}, {"assert.min_font_size", "The font size is below `min_font_size`."},
		{"assert.not_clipped", "The element is clipped."}, {"assert.visible", "The element is not visible."}},
	fault.StyleLockViolation: {
		{"brand_lock.<property>.<mode>", "A computed value breaks a lock of the kit, such as `brand_lock.color.exact`."},
		{"brand_lock.<target>.<mode>", "A measure of the layout breaks a lock, such as `brand_lock.layout.safe_area.min`."}},
	fault.PolicyViolation: {
		{"text.<category>", "A text of the image has what the content policy refuses."},
		{"prompt.<category>", "A prompt, or what was painted for it, has what the content policy refuses; `context.stage` is `input` or `output`."}},
}

// general are rules of many members, with a description that is not specific to one.
var general = map[string]string{
	"malformed_frame": "A message of Connect, gRPC or gRPC-Web is missing, cut off, repeated, or has invalid flags.",
	"accept":          "None of the types in Accept can be returned.", "brand": "The token is limited to other brands.",
	"content_encoding": "The body's encoding is not one that is read.", "document": "The document cannot be read.",
	"duplicate": "The list has it already.", "duplicate_member": "A member, parameter or part is given twice.",
	"enum": "The value is not one of `expected`.", "format": "The text does not have the form `expected`, such as a date-time.",
	"length": "The text is too short or too long.", "malformed_json": "The body is not valid JSON (RFC 8259) in UTF-8.",
	"malformed_http": "The request is not valid HTTP.", "overloaded": "The process has no capacity for this work now; `Retry-After` estimates when it will.",
	"pdf_standard": "The document cannot be written in the requested PDF standard.", "scope_unknown": "There is no scope of that name.",
	"max_bytes": "The file has more bytes than `expected`.", "max_depth": "It nests deeper than `expected`.",
	"max_items": "The list has more than `expected` items.", "max_length": "The text has more than `expected` characters.",
	"maximum": "The number is above `expected`.", "min_items": "The list has fewer than `expected` items.",
	"min_length": "The text has fewer than `expected` characters.", "minimum": "The number is below `expected`.",
	"nul": "The text holds the character U+0000.", "utf8": "The text is not valid UTF-8.", "surrogate": "The text holds half of a surrogate pair.",
	"one_of": "Two members stand together of which one is wanted, or none does.", "pattern": "The text does not match the pattern `expected`.",
	"required": "The member is missing.", "scope": "The token lacks the scope `expected`, or a scope is not known.",
	"const": "The value is not `expected`.", "exclusive_minimum": "The number is not above `expected`.", "exclusive_maximum": "The number is not below `expected`.",
	"min_properties": "The object has fewer than `expected` members.", "max_properties": "The object has more than `expected` members.",
	"type": "The value is not of the type `expected`.", "unique_items": "The list has an item twice.",
	"unknown_field": "There is no such member; `expected` is the one that was probably meant.",
}

// readRules finds the rules in the source: fault.Detail and engine errors with a constant Rule, and calls
// of functions with a parameter called rule.
func readRules(tree fs.FS) (map[fault.Code][]rule, error) {
	packages, err := readPackages(tree, "modules", "app")
	if err != nil {
		return nil, err
	}
	codes := map[string]fault.Code{} // by constant
	constants := map[string]string{} // wire's rule constants
	for _, f := range packages["modules/platform/fault"] {
		for name, value := range stringConstants(f) {
			codes[name] = fault.Code(value)
		}
	}
	for _, f := range packages["modules/platform/rpc/wire"] {
		maps.Copy(constants, stringConstants(f))
	}
	found := map[fault.Code]map[string]string{}
	add := func(code fault.Code, name, says string) {
		if name == "" || strings.ContainsAny(name, " %") {
			return
		}
		if found[code] == nil {
			found[code] = map[string]string{}
		}
		if old, ok := found[code][name]; !ok || old == "" {
			found[code][name] = says
		}
		if general[name] != "" {
			found[code][name] = general[name]
		}
	}
	for name, value := range constants { // violations of a request's schema
		if strings.HasPrefix(name, "Rule") {
			add(fault.InvalidRequest, value, "")
		}
	}
	for _, bound := range []string{"exclusive_minimum", "exclusive_maximum"} {
		add(fault.InvalidRequest, bound, "")
	}
	const engine = "modules/rendering/engine" // last: the service's description of the same rule takes precedence
	dirs := slices.Sorted(maps.Keys(packages))
	slices.SortStableFunc(dirs, func(a, b string) int {
		switch inA, inB := strings.HasPrefix(a, engine), strings.HasPrefix(b, engine); {
		case inA == inB:
			return 0
		case inA:
			return 1
		}
		return -1
	})
	for _, dir := range dirs {
		files := packages[dir]
		w := ruleWalk{codes: codes, constants: constants, usual: fault.ValidationFailed, add: add, helpers: helpers(files)}
		if strings.HasPrefix(dir, "modules/platform/") || strings.HasPrefix(dir, "app/surface/rest") {
			w.usual = fault.InvalidRequest
		}
		for _, f := range files {
			w.file(f)
		}
	}
	out := map[fault.Code][]rule{}
	for code, names := range found {
		for name, says := range names {
			if says == "" {
				return nil, fmt.Errorf("rule %s of %s has no description: give its fault.Detail a constant Message, or add it to general", name, code)
			}
			out[code] = append(out[code], rule{name, says})
		}
	}
	for code, more := range families {
		for _, r := range more {
			if found[code][r.name] == "" {
				out[code] = append(out[code], r)
			}
		}
	}
	for _, e := range fault.Entries() { // faults without a rule are described by their code
		f := fault.New(e.Code, e.Meaning).Explained()
		if name := fault.Rule(f); name != "" && found[e.Code][name] == "" {
			out[e.Code] = append(out[e.Code], rule{name, e.Meaning})
		}
	}
	for _, list := range out {
		slices.SortFunc(list, func(a, b rule) int { return strings.Compare(a.name, b.name) })
	}
	return out, nil
}

// readPackages parses the Go files below the folders that are neither tests nor generated, in order of their names.
func readPackages(tree fs.FS, under ...string) (map[string][]*ast.File, error) {
	packages := map[string][]*ast.File{}
	set := token.NewFileSet()
	for _, root := range under {
		err := fs.WalkDir(tree, root, func(p string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if d.IsDir() && (d.Name() == "oas" || d.Name() == "testdata" || d.Name() == "node_modules" || p == "app/contract" || p == "app/cmd") {
				return fs.SkipDir
			}
			if !strings.HasSuffix(p, ".go") || strings.HasSuffix(p, "_test.go") {
				return nil
			}
			source, err := fs.ReadFile(tree, p)
			if err != nil {
				return err
			}
			f, err := parser.ParseFile(set, p, source, parser.ParseComments)
			if err != nil {
				return fmt.Errorf("reading %s: %w", p, err)
			}
			packages[path.Dir(p)] = append(packages[path.Dir(p)], f)
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return packages, nil
}

func stringConstants(f *ast.File) map[string]string {
	out := map[string]string{}
	for _, d := range f.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.CONST {
			continue
		}
		for _, s := range g.Specs {
			v := s.(*ast.ValueSpec)
			for i, name := range v.Names {
				if i < len(v.Values) {
					if text, ok := literal(v.Values[i]); ok {
						out[name.Name] = text
					}
				}
			}
		}
	}
	return out
}

// literal returns the text of a string literal, or the format of a fmt.Sprintf.
func literal(e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		if e.Kind == token.STRING {
			text, err := strconv.Unquote(e.Value)
			return text, err == nil
		}
	case *ast.BinaryExpr:
		left, ok := literal(e.X)
		right, also := literal(e.Y)
		if ok || also {
			if !ok {
				left = "…"
			}
			if !also {
				right = "…"
			}
			return left + right, true
		}
	case *ast.CallExpr:
		if s, ok := e.Fun.(*ast.SelectorExpr); ok && s.Sel.Name == "Sprintf" && len(e.Args) > 0 {
			text, ok := literal(e.Args[0])
			return verbs.Replace(text), ok
		}
	}
	return "", false
}

var verbs = strings.NewReplacer("%s", "…", "%d", "…", "%q", "“…”", "%v", "…", "%g", "…", "%w", "…", "%x", "…")

// helper is a function that returns a detail: the positions of its parameters rule and message, -1 for none.
type helper struct{ rule, message int }

func helpers(files []*ast.File) map[string]helper {
	out := map[string]helper{"State": {0, 1}}
	note := func(name string, t *ast.FuncType) {
		h, at := helper{-1, -1}, 0
		for _, field := range t.Params.List {
			for _, p := range field.Names {
				if kind, ok := field.Type.(*ast.Ident); ok && kind.Name == "string" {
					switch p.Name {
					case "rule":
						h.rule = at
					case "message", "format":
						h.message = at
					}
				}
				at++
			}
		}
		if h.rule >= 0 {
			out[name] = h
		}
	}
	for _, f := range files {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				note(n.Name.Name, n.Type)
			case *ast.AssignStmt:
				for i, right := range n.Rhs {
					if fn, ok := right.(*ast.FuncLit); ok && i < len(n.Lhs) {
						if name, ok := n.Lhs[i].(*ast.Ident); ok {
							note(name.Name, fn.Type)
						}
					}
				}
			}
			return true
		})
	}
	return out
}

type ruleWalk struct {
	codes     map[string]fault.Code
	constants map[string]string
	usual     fault.Code
	helpers   map[string]helper
	add       func(code fault.Code, name, says string)
}

// file walks a file with the enclosing nodes: the code of a detail is in the enclosing call.
func (w *ruleWalk) file(f *ast.File) {
	var around []ast.Node
	ast.Inspect(f, func(n ast.Node) bool {
		if n == nil {
			around = around[:len(around)-1]
			return true
		}
		around = append(around, n)
		switch n := n.(type) {
		case *ast.CompositeLit:
			w.composite(n, around)
		case *ast.CallExpr:
			w.call(n, around)
		}
		return true
	})
}

func (w *ruleWalk) composite(c *ast.CompositeLit, around []ast.Node) {
	var name, says string
	for _, e := range c.Elts {
		kv, ok := e.(*ast.KeyValueExpr)
		if !ok {
			continue
		}
		switch key, _ := kv.Key.(*ast.Ident); {
		case key == nil:
		case key.Name == "Rule":
			name = w.text(kv.Value)
		case key.Name == "Message":
			says, _ = literal(kv.Value)
		}
	}
	if name != "" {
		w.add(w.code(around), name, says)
	}
}

func (w *ruleWalk) call(c *ast.CallExpr, around []ast.Node) {
	var name string
	switch f := c.Fun.(type) {
	case *ast.Ident:
		name = f.Name
	case *ast.SelectorExpr:
		name = f.Sel.Name
	}
	h, ok := w.helpers[name]
	if !ok || h.rule >= len(c.Args) {
		return
	}
	says := ""
	if h.message >= 0 && h.message < len(c.Args) {
		says, _ = literal(c.Args[h.message])
		says = verbs.Replace(says)
	}
	if value := w.text(c.Args[h.rule]); value != "" {
		code := w.code(around)
		if name == "State" {
			code = fault.Conflict
		}
		w.add(code, value, says)
	}
}

// text returns a rule's name: a literal, or one of wire's constants.
func (w *ruleWalk) text(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.BasicLit:
		text, _ := literal(e)
		return text
	case *ast.Ident:
		return w.constants[e.Name]
	case *ast.SelectorExpr:
		return w.constants[e.Sel.Name]
	}
	return ""
}

// code returns the code of the fault that encloses a detail.
func (w *ruleWalk) code(around []ast.Node) fault.Code {
	for _, n := range slices.Backward(around) {
		c, ok := n.(*ast.CallExpr)
		if !ok {
			continue
		}
		for {
			s, ok := c.Fun.(*ast.SelectorExpr)
			if !ok {
				break
			}
			switch s.Sel.Name {
			case "Invalid":
				return fault.InvalidRequest
			case "Rules":
				return fault.ValidationFailed
			case "State":
				return fault.Conflict
			case "New", "Newf", "NotFound":
				if len(c.Args) > 0 {
					if arg, ok := c.Args[0].(*ast.SelectorExpr); ok && w.codes[arg.Sel.Name] != "" {
						return w.codes[arg.Sel.Name]
					}
				}
			}
			inner, ok := s.X.(*ast.CallExpr)
			if !ok {
				break
			}
			c = inner
		}
	}
	return w.usual
}
