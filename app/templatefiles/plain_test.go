package templatefiles_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/platenhq/platen/app/templatefiles"
)

// TestErrorsNameTheMember: errors of template.json name the member and what it must be, in the words of JSON.
func TestErrorsNameTheMember(t *testing.T) {
	t.Parallel()
	for about, want := range map[string]string{
		`{"name":"A","slug":"a"}`:                   `unknown member "slug"; the folder's name is the slug`,
		`{"name":"A","varables":{}}`:                `unknown member "varables"; did you mean "variables"?`,
		`{"name":"A","colour":"red"}`:               `unknown member "colour"; use one of version, name`,
		`{"name":"A","sizes":"og"}`:                 "sizes must be an array, not a string",
		`{"name":7}`:                                "name must be a string, not a number",
		`{"version":"1","name":"A"}`:                "version must be a whole number, not a string",
		`{"version":1.5,"name":"A"}`:                "version must be a whole number, not 1.5",
		`{"name":"A","tags":[true]}`:                "tags must be a string, not true or false",
		`[]`:                                        "the file must be an object, not an array",
		"{\n\"name\": \"A\",\n}":                    "line 3 is not JSON",
		``:                                          "template.json",
		`{"name":"A","variables":[{}]}`:             "variables must be an object, not an array",
		`{"name":"A","variables":{"x":"a"}}`:        "variables.x must be an object, not a string",
		`{"name":"A","variables":{"x":{"type":1}}}`: "variables.x.type must be a string, not a number",
	} {
		dir := t.TempDir()
		folder := filepath.Join(dir, "card")
		if err := os.Mkdir(folder, 0o755); err != nil {
			t.Fatal(err)
		}
		for name, text := range map[string]string{"template.json": about, "body.html": "<p>x"} {
			if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		list, err := templatefiles.Read(dir)
		if err == nil {
			_, err = list[0].Content()
		}
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "Go ") {
			t.Errorf("%s: %v, want %s", about, err, want)
		}
	}
}
