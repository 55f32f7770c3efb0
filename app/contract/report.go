package contract

import (
	"bytes"
	"fmt"
	"strings"
)

// Report writes the table as Markdown: each clause, its surfaces, its check and the
// result.
func Report(parts []Part, failed func(id string) bool) []byte {
	var b bytes.Buffer
	total := 0
	for _, p := range parts {
		total += len(p.Clauses)
	}
	fmt.Fprintf(&b, `# The contract, clause by clause

Generated from the table in [app/contract](../../app/contract) by its run against the real service; do not edit. All %d clauses
are checked. Check a deployment of your own:

    platen contract-test --base-url https://… --key svc_live_…

A clause runs on every surface that is named: REST, Connect with JSON, Connect with binary messages.
`, total)
	for _, p := range parts {
		fmt.Fprintf(&b, "\n## %s\n\nChecked by [app/contract/%s](../../app/contract/%s).\n\n| clause | says | surfaces | result |\n| --- | --- | --- | --- |\n", p.Title, p.File, p.File)
		for i := range p.Clauses {
			c := &p.Clauses[i]
			result := "passes"
			if failed(c.ID) {
				result = "**fails**"
			}
			surfaces := "all"
			if c.On != nil {
				names := make([]string, len(c.On))
				for i, s := range c.On {
					names[i] = string(s)
				}
				surfaces = strings.Join(names, ", ")
			}
			fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", c.ID, strings.ReplaceAll(c.Says, "|", "\\|"), surfaces, result)
		}
	}
	return b.Bytes()
}
