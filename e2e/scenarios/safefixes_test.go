package scenarios

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/platenhq/platen/e2e/harness"
)

// patched applies the safe patches of an error to a request, as a client would.
func patched(t *testing.T, doc any, details []detailWithFix) (any, int) {
	t.Helper()
	n := 0
	for _, d := range details {
		if !d.Safe {
			continue
		}
		for _, op := range d.FixPatch {
			doc = patchDocument(t, doc, op)
			n++
		}
	}
	return doc, n
}

type patchStep struct {
	Op, Path string
	Value    any
}

type detailWithFix struct {
	Path, Message string
	FixPatch      []patchStep `json:"fix_patch"`
	Safe          bool
}

// patchDocument applies an add, replace or remove of a member, which are what the safe patches consist of.
func patchDocument(t *testing.T, doc any, op patchStep) any {
	t.Helper()
	parts := strings.Split(strings.TrimPrefix(op.Path, "/"), "/")
	at := doc
	for _, part := range parts[:len(parts)-1] {
		switch v := at.(type) {
		case map[string]any:
			at = v[part]
		case []any:
			var i int
			if _, err := fmt.Sscan(part, &i); err != nil {
				t.Fatalf("%s does not fit", op.Path)
			}
			at = v[i]
		}
	}
	object, ok := at.(map[string]any)
	if !ok {
		t.Fatalf("%s does not point into an object", op.Path)
	}
	last := parts[len(parts)-1]
	if op.Op == "remove" {
		delete(object, last)
	} else {
		object[last] = op.Value
	}
	return doc
}

// goodRequest returns a random request that the service accepts.
func goodRequest(r *rand.Rand) map[string]any {
	request := map[string]any{"operation": "preview", "seed": float64(r.IntN(9)), "outputs": []any{map[string]any{"width": float64(64 + r.IntN(40)), "height": float64(64), "format": []any{"png", "webp", "jpeg"}[r.IntN(3)], "background": "#336699"}}}
	if r.IntN(2) == 0 {
		request["template"] = map[string]any{"id": "quote", "version": float64(1)}
		request["data"] = map[string]any{"quote": "Less, but better.", "author": "Dieter Rams"}
	} else {
		request["html"], request["css"], request["locale"] = "<p>Launch day</p>", "p{font-size:20px}", "de"
	}
	return request
}

// misspell changes one character of a name: omitted, doubled, swapped with its neighbour or in another case.
func misspell(r *rand.Rand, name string) string {
	i := 1 + r.IntN(len(name)-2)
	switch r.IntN(4) {
	case 0:
		return name[:i] + name[i+1:]
	case 1:
		return name[:i] + name[i:i+1] + name[i:]
	case 2:
		return name[:i] + name[i+1:i+2] + name[i:i+1] + name[i+2:]
	}
	return strings.ToUpper(name[:1]) + name[1:]
}

// spoil makes one mistake in a request: it misspells a name, or writes a number as text.
func spoil(r *rand.Rand, request map[string]any) {
	objects := []map[string]any{request, request["outputs"].([]any)[0].(map[string]any)}
	if data, ok := request["data"].(map[string]any); ok {
		objects = append(objects, data)
	}
	object := objects[r.IntN(len(objects))]
	var names []string
	for name := range object {
		if len(name) > 4 && name != "outputs" && name != "author" { // optional values have warnings, not errors
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return
	}
	slices.Sort(names)
	name := names[r.IntN(len(names))]
	if n, ok := object[name].(float64); ok && r.IntN(2) == 0 {
		object[name] = fmt.Sprint(n)
		return
	}
	object[misspell(r, name)] = object[name]
	delete(object, name)
}

func clone(request map[string]any) map[string]any {
	data, _ := json.Marshal(request)
	var out map[string]any
	_ = json.Unmarshal(data, &out)
	return out
}

// TestSafePatchesNeverChangeContent makes random mistakes in good requests, applies the patches that are marked safe and sends
// the requests again: what is rendered is what the good request renders, or else a problem remains that has no safe
// patch.
func TestSafePatchesNeverChangeContent(t *testing.T) {
	t.Parallel()
	s := harness.Start(t, map[string]string{"PLATEN_RATE_PREVIEW": "1000/1000"})
	send := func(request any) (hash string, details []detailWithFix, body string) {
		t.Helper()
		data, err := json.Marshal(request)
		if err != nil {
			t.Fatal(err)
		}
		a := s.Do(t, http.MethodPost, "/api/v1/facade/generate", s.Test, string(data))
		var out struct {
			Outputs []struct{ SHA256 string }
			Error   struct{ Details []detailWithFix }
		}
		a.JSON(t, &out)
		switch {
		case a.Status == 200:
			hash = out.Outputs[0].SHA256
		case a.Status >= 500 || a.Status == 429:
			t.Fatalf("%d for %s: %s", a.Status, data, a.Body)
		}
		return hash, out.Error.Details, string(a.Body)
	}
	r := rand.New(rand.NewPCG(21, 5))
	spoiled, healed := 0, 0
	for range 60 {
		good := goodRequest(r)
		want, _, body := send(good)
		if want == "" {
			t.Fatalf("a good request is refused: %s", body)
		}
		bad := clone(good)
		for range 1 + r.IntN(3) {
			spoil(r, bad)
		}
		if maps.EqualFunc(good, bad, func(a, b any) bool { return fmt.Sprint(a) == fmt.Sprint(b) }) {
			continue
		}
		spoiled++
		mistake := fmt.Sprint(bad)
		var doc any = bad
		for round := 0; ; round++ {
			got, details, body := send(doc)
			if got != "" {
				if got != want {
					t.Errorf("the safe patches of %s give another image: %v", mistake, doc)
				}
				healed++
				break
			}
			var n int
			if doc, n = patched(t, doc, details); n == 0 {
				t.Logf("left to people: %s: %s", mistake, body)
				break
			}
			if round > 5 {
				t.Fatalf("the patches of %s do not end", mistake)
			}
		}
	}
	if healed*10 < spoiled*9 {
		t.Errorf("%d of %d requests were healed", healed, spoiled)
	}
}

// TestContentIsNeverInvented sends requests that lack content that the template requires.
func TestContentIsNeverInvented(t *testing.T) {
	t.Parallel()
	s := harness.Start(t, nil)
	for name, data := range map[string]string{"missing": `{}`, "no data": ``, "of the wrong type": `{"quote":{"a":1}}`} {
		body := `{"template":{"id":"quote"}`
		if data != "" {
			body += `,"data":` + data
		}
		a := s.Do(t, http.MethodPost, "/api/v1/facade/generate", s.Test, body+`}`)
		var out struct {
			Error struct{ Details []detailWithFix }
		}
		a.JSON(t, &out)
		if a.Status != 400 || len(out.Error.Details) != 1 || len(out.Error.Details[0].FixPatch) != 0 || out.Error.Details[0].Safe || out.Error.Details[0].Path != "/data/quote" {
			t.Errorf("%s: %d %s", name, a.Status, a.Body)
		}
	}
	a := s.Do(t, http.MethodPost, "/api/v1/facade/generate", s.Test, `{"template":{"id":"quote"},"data":{"qoute":"Less, but better."}}`)
	var out struct {
		Error struct{ Details []detailWithFix }
	}
	a.JSON(t, &out)
	if d := out.Error.Details; len(d) != 1 || !d[0].Safe || len(d[0].FixPatch) != 2 || d[0].FixPatch[0].Value != "Less, but better." {
		t.Errorf("a misspelt name of data: %s", a.Body)
	}
	a = s.Do(t, http.MethodPost, "/api/v1/facade/generate", s.Test, `{"html":"<p>x","outputs":[{"width":20000,"height":100}]}`)
	out.Error.Details = nil
	if a.JSON(t, &out); out.Error.Details[0].Safe || len(out.Error.Details[0].FixPatch) == 0 {
		t.Errorf("a size beyond its bound is marked safe: %s", a.Body)
	}
}
