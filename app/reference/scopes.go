package reference

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/rendering/engine"
)

// scopesPage lists every scope with the operations that require it.
func scopesPage(document []byte) (string, error) {
	var doc struct {
		Paths map[string]map[string]json.RawMessage `json:"paths"`
	}
	if err := json.Unmarshal(document, &doc); err != nil {
		return "", fmt.Errorf("reading the REST document: %w", err)
	}
	operations := map[string][]string{}
	for path, item := range doc.Paths {
		for method, raw := range item {
			var op struct {
				Scope string `json:"x-platen-scope"`
			}
			if method == "parameters" {
				continue
			}
			if err := json.Unmarshal(raw, &op); err != nil {
				return "", fmt.Errorf("reading %s %s: %w", method, path, err)
			}
			operations[op.Scope] = append(operations[op.Scope], "`"+strings.ToUpper(method)+" "+path+"`")
		}
	}
	var b strings.Builder
	b.WriteString(head("Scopes", "What a token may do. `x:write` implies `x:read`. A key made without a list gets the scopes marked ●. A JWT has those of its claim `scope`, else\n"+
		"its issuer's defaults. `brand:<brand_id>` only narrows: the token works for that brand and no other. The response to a request without the scope it needs is\n"+
		"403 [`FORBIDDEN`](errors.md#FORBIDDEN), which names it.\n\n| scope | default | operations |\n| --- | --- | --- |\n"))
	defaults := ident.DefaultScopes()
	for _, scope := range ident.KnownScopes() {
		mark := ""
		if slices.Contains(defaults, scope) {
			mark = "●"
		}
		slices.Sort(operations[scope])
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", scope, mark, strings.Join(operations[scope], "<br>"))
		delete(operations, scope)
	}
	slices.Sort(operations[""])
	fmt.Fprintf(&b, "| none | | %s |\n", strings.Join(operations[""], "<br>"))
	delete(operations, "")
	for scope := range operations {
		return "", fmt.Errorf("an operation asks for the unknown scope %q", scope)
	}
	return b.String(), nil
}

// cssPage lists the properties and elements that the native engine supports.
func cssPage() string {
	var b strings.Builder
	b.WriteString(head("CSS", "The properties and further elements that the native engine supports. [What the native engine draws](../supported.md) shows an image for each feature;\n"+
		"what a document uses and is not here is a warning in the response, with its place. `GET /api/v1/reference` is this list as JSON.\n\n## Properties\n"))
	initial := ""
	for _, name := range engine.Properties() {
		first := strings.TrimPrefix(name, "-webkit-")[:1]
		if strings.HasPrefix(name, "-webkit-") {
			first = "-webkit-"
		}
		if first != initial {
			initial = first
			b.WriteString("\n\n**" + first + "**: ")
		} else {
			b.WriteString(" · ")
		}
		b.WriteString("`" + name + "`")
	}
	b.WriteString("\n\n## Elements beyond HTML\n\n[Elements](../elements.md) has their attributes and images.\n\n")
	for _, name := range engine.Elements() {
		b.WriteString("* `<" + name + ">`\n")
	}
	return b.String()
}
