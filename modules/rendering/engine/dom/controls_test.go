package dom

import (
	"strings"
	"testing"
)

// TestControlsThatLookOtherwiseAreNamed: a field whose look is a browser's own is a warning.
func TestControlsThatLookOtherwiseAreNamed(t *testing.T) {
	t.Parallel()
	doc, err := ParseHTML(`<input><input type=email><input type=DATE><input type=file><select><option>a</select><select multiple><option>a</select>`, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	var said []string
	for _, w := range doc.Warnings {
		said = append(said, w.Message)
	}
	if got := strings.Join(said, "; "); got != "<input type=date> is drawn as a field of text" {
		t.Errorf("warnings: %s", got)
	}
}
