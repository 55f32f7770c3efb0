package platen

import (
	"os"
	"regexp"
	"strconv"
	"testing"
)

// TestStatusesMatchTheReference compares the statuses of codes with docs/reference/errors.md, in both languages.
func TestStatusesMatchTheReference(t *testing.T) {
	t.Parallel()
	read := func(name string) string {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	found := regexp.MustCompile(`(?m)^## ([A-Z_]+)\n\nHTTP (\d+)\.`).FindAllStringSubmatch(read("../../docs/reference/errors.md"), -1)
	typescript := map[string]string{}
	for _, m := range regexp.MustCompile(`(?m)^  ([A-Z_]+): (\d+),$`).FindAllStringSubmatch(read("../typescript/src/statuses.ts"), -1) {
		typescript[m[1]] = m[2]
	}
	for _, m := range found {
		if want, err := strconv.Atoi(m[2]); err != nil || statuses[m[1]] != want || typescript[m[1]] != m[2] {
			t.Errorf("%s is %d in Go and %s in TypeScript; the reference says %s", m[1], statuses[m[1]], typescript[m[1]], m[2])
		}
	}
	if len(found) < 30 || len(found) != len(statuses) || len(found) != len(typescript) {
		t.Errorf("%d codes in the reference, %d in Go, %d in TypeScript", len(found), len(statuses), len(typescript))
	}
}
