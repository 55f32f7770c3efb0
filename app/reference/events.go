package reference

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"reflect"
	"strconv"
	"strings"
)

// eventsPage lists the events of webhooks, with the members of every payload.
func eventsPage(tree fs.FS) (string, error) {
	const path = "modules/webhooks/events.go"
	source, err := fs.ReadFile(tree, path)
	if err != nil {
		return "", fmt.Errorf("reading the events: %w", err)
	}
	f, err := parser.ParseFile(token.NewFileSet(), path, source, parser.ParseComments)
	if err != nil {
		return "", fmt.Errorf("reading the events: %w", err)
	}
	var b strings.Builder
	b.WriteString(head("Events", "The events that [webhooks](../webhooks.md) receive. One that names no `events` listens to the first two; the others must be named.\n\n| event | when |\n| --- | --- |\n"))
	rows := 0
	ast.Inspect(f, func(n ast.Node) bool {
		g, ok := n.(*ast.GenDecl)
		if !ok || g.Tok != token.CONST {
			return true
		}
		for _, s := range g.Specs {
			v := s.(*ast.ValueSpec)
			if name, ok := literal(v.Values[0]); ok && strings.Contains(name, ".") {
				fmt.Fprintf(&b, "| `%s` | %s |\n", name, sentence(v.Comment.Text()))
				rows++
			}
		}
		return false
	})
	if rows == 0 {
		return "", fmt.Errorf("%s declares no events", path)
	}
	b.WriteString("\n## The payload\n\nAt most 20 KiB of JSON, the same bytes at every attempt.\n\n| member | type | is |\n| --- | --- | --- |\n")
	ast.Inspect(f, func(n ast.Node) bool {
		t, ok := n.(*ast.TypeSpec)
		if !ok || t.Name.Name != "payload" {
			return true
		}
		for _, field := range t.Type.(*ast.StructType).Fields.List {
			tag, _ := strconv.Unquote(field.Tag.Value)
			fmt.Fprintf(&b, "| `%s` | %s | %s |\n", reflect.StructTag(tag).Get("json"), jsonType(field.Type), sentence(field.Comment.Text()))
		}
		return false
	})
	return b.String(), nil
}

func jsonType(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		switch e.Name {
		case "bool":
			return "boolean"
		case "int64":
			return "integer"
		}
	case *ast.SelectorExpr:
		switch e.Sel.Name {
		case "Time":
			return "date-time"
		case "RawMessage":
			return "object"
		}
	}
	return "string"
}

// sentence converts a trailing comment to a sentence.
func sentence(comment string) string {
	s := strings.Join(strings.Fields(comment), " ")
	if s == "" {
		return ""
	}
	return strings.ToUpper(s[:1]) + strings.TrimSuffix(s[1:], ".") + "."
}
