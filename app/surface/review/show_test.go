package review

import (
	"encoding/json"
	"html"
	"regexp"
	"strings"
	"testing"
)

func TestCompareNamesWhatDiffers(t *testing.T) {
	t.Parallel()
	before := `{"operation":"render","html":"` + strings.Repeat("same words ", 20) + `old headline ` + strings.Repeat("more words ", 20) + `","css":"","data":{"a":1,"b":[1,2]},"outputs":[{"width":10},{"width":20}],"gone":true}`
	after := `{"operation":"render","html":"` + strings.Repeat("same words ", 20) + `new <b>headline</b> ` + strings.Repeat("more words ", 20) + `","data":{"a":"1","b":[1,3,4]},"outputs":[{"width":10}],"metadata":{"k":"v"}}`
	want := map[string]string{"html": "changed", "data.a": "changed", "data.b[1]": "changed", "data.b[2]": "added", "outputs[1]": "removed", "metadata": "added", "gone": "removed"}
	got := compare([]byte(before), []byte(after))
	for _, c := range got {
		if want[c.Path] != c.Kind {
			t.Errorf("%s is %s", c.Path, c.Kind)
		}
		delete(want, c.Path)
		if c.Path == "html" && (!strings.Contains(string(c.Words), "<del>old</del><ins>new</ins>") || !strings.Contains(string(c.Words), "&lt;") || !strings.Contains(string(c.Words), "…") || len(c.Words) > 600) {
			t.Errorf("the words: %s", c.Words)
		}
	}
	if len(want) > 0 {
		t.Errorf("not named: %v", want)
	}
	if same := compare([]byte(after), []byte(after)); len(same) != 0 {
		t.Errorf("a request differs from itself: %+v", same)
	}
}

// marks is all the markup that these functions may write.
var marks = regexp.MustCompile(`</?(?:ins|del)>|<span class="(?:cut|k|s|n)">|</span>`)

// FuzzMarkup: for any request, the output has only the intended markup; without deletions it is the
// new text, and without insertions the old one.
func FuzzMarkup(f *testing.F) {
	f.Add(`<script>alert(1)</script>`, `<img src=x onerror=y> & "q"`)
	f.Add("one two three", "one 2 three four")
	f.Fuzz(func(t *testing.T, a, b string) {
		if len(a) > 4000 || len(b) > 4000 {
			return
		}
		words := string(marked(tokens(a), tokens(b)))
		one, _ := json.Marshal(map[string]any{"x": a, b: []any{b, 1.5, nil}})
		for _, out := range []string{words, string(pretty(one)), string(pretty([]byte(a)))} {
			if rest := marks.ReplaceAllString(out, ""); strings.ContainsAny(rest, "<>") {
				t.Fatalf("markup of the request's own: %q", rest)
			}
		}
		if strings.Contains(words, "…") {
			return // cut
		}
		strip := func(kind string) string {
			return marks.ReplaceAllString(regexp.MustCompile(`(?s)<`+kind+`>.*?</`+kind+`>`).ReplaceAllString(words, ""), "")
		}
		if strip("del") != html.EscapeString(b) || strip("ins") != html.EscapeString(a) {
			t.Errorf("%q → %q is shown as %q", a, b, words)
		}
	})
}
