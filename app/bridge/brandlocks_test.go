package bridge

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/platenhq/platen/modules/brands"
	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/jsonpatch"
	"github.com/platenhq/platen/modules/rendering"
	"github.com/platenhq/platen/modules/rendering/engine"
	renderingrpc "github.com/platenhq/platen/modules/rendering/rpc"
)

// TestPatchesClearLocks tests fix_patch: random requests with every kind of source are checked against random
// kits; every error's patch is applied to the original request, which is checked again. After
// at most two rounds no error of the first response remains. PLATEN_LOCK_CASES sets the number of cases.
func TestPatchesClearLocks(t *testing.T) {
	t.Parallel()
	cases := 300
	if n, err := strconv.Atoi(os.Getenv("PLATEN_LOCK_CASES")); err == nil {
		cases = n
	}
	e := engine.New(engine.Options{})
	first, _ := strconv.Atoi(os.Getenv("PLATEN_LOCK_SEED"))
	broken, found, clean := 0, 0, 0
	kinds := map[string]int{}
	for n := first; n < first+cases; n++ {
		g := &lockCases{Rand: rand.New(rand.NewPCG(uint64(n), 2026))}
		kit := g.kit()
		compiled, details := brands.Compile(cssOfEngine{}, &kit)
		if len(details) > 0 {
			t.Fatalf("case %d: the kit is rejected: %+v", n, details)
		}
		request := g.request()
		var left map[string]string
		count := 0
		for round := range 3 {
			errors := checkLocks(t, e, compiled, request)
			keys := map[string]string{}
			for _, d := range errors {
				keys[fmt.Sprint(d.Context["lock_id"], " ", d.Context["node"], " ", d.Rule)] = fmt.Sprintf("%s: %s (%v) %v", d.Path, d.Message, d.Actual, d.FixPatch)
			}
			if round == 0 {
				left, count = keys, len(errors)
				for _, d := range errors {
					kinds[d.Rule]++
					patched(t, n, request.wire, []fault.Detail{d}) // each applies alone too
				}
			} else {
				for k := range left {
					if _, still := keys[k]; !still {
						delete(left, k)
					}
				}
			}
			if len(errors) == 0 {
				if round > 0 {
					clean++
				}
				left = nil
				break
			}
			if round < 2 {
				request.wire = patched(t, n, request.wire, errors)
			}
			if round == 2 {
				for k := range left {
					if now, still := keys[k]; still {
						left[k] = now
					}
				}
			}
		}
		if count > 0 {
			broken++
			found += count
		}
		if len(left) > 0 {
			text, _ := json.Marshal(request.wire)
			locks, _ := json.Marshal(kit.Locks)
			for k, v := range left {
				t.Errorf("case %d (%s): %s stays after two rounds: %s", n, request.kind, k, v)
			}
			t.Logf("case %d: %s\nlocks %s", n, text, locks)
			if n < 0 {
				break
			}
		}
	}
	t.Logf("%d of %d requests broke %d locks; %d were accepted within two rounds; %v", broken, cases, found, clean, kinds)
	if broken*3 < cases {
		t.Errorf("only %d of %d requests broke a lock: the cases prove nothing", broken, cases)
	}
}

// lockRequest is a request to check. For a template source, filled is the filled template.
type lockRequest struct {
	kind   string
	wire   map[string]any
	filled func(data map[string]any) string
}

// checkLocks lays out a request as the service does and checks its locks.
func checkLocks(t *testing.T, e *engine.Engine, kit *brands.Compiled, r *lockRequest) []fault.Detail {
	t.Helper()
	text, err := json.Marshal(r.wire)
	if err != nil {
		t.Fatal(err)
	}
	var requested *rendering.Request
	if r.kind == "sign" {
		requested, err = renderRequest(text)
	} else {
		requested, err = renderingrpc.Decode(text)
	}
	if err != nil {
		t.Fatalf("the request is refused: %v %+v\n%s", err, fault.From(err).Details, text)
	}
	source := engine.Source{HTML: requested.HTML, Tree: requested.Document, CSS: kit.CSS + "\n" + requested.CSS}
	if r.filled != nil {
		source.HTML = r.filled(requested.Data)
	}
	var pages []brands.Page
	for i := range requested.Outputs {
		set := engine.Settings{Width: requested.Outputs[i].Width, Height: requested.Outputs[i].Height, Overrides: requested.Overrides}
		doc, err := e.Open(context.Background(), source, set)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		pic, err := doc.Draw(context.Background(), nil)
		if err != nil {
			t.Fatal(err)
		}
		pages = append(pages, newBrandPage(strconv.Itoa(i), pic))
	}
	var wire map[string]any
	if err := json.Unmarshal(requested.Wire, &wire); err != nil {
		t.Fatal(err)
	}
	v := kit.Evaluate(cssOfEngine{}, wire, map[string]any{"id": "kit"}, pages)
	if r.kind == "sign" && len(v.Errors) > 0 {
		return fault.From(aboutContent(fault.New(fault.StyleLockViolation, "").With(v.Errors...))).Details
	}
	return v.Errors
}

// patched applies the patches of details to a request, in order (RFC 6902).
func patched(t *testing.T, n int, wire map[string]any, details []fault.Detail) map[string]any {
	t.Helper()
	text, err := json.Marshal(wire)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range details {
		for _, op := range d.FixPatch {
			if text, err = jsonpatch.Apply(text, jsonpatch.Operation{Op: op.Op, Path: op.Path, Value: op.Value}); err != nil {
				t.Fatalf("case %d: %v\n%s", n, err, text)
			}
		}
	}
	var doc map[string]any
	if err := json.Unmarshal(text, &doc); err != nil {
		t.Fatal(err)
	}
	return doc
}

// BenchmarkJudge measures the cost of checking a card that satisfies its locks.
func BenchmarkJudge(b *testing.B) {
	g := &lockCases{Rand: rand.New(rand.NewPCG(1, 2))}
	kit := g.kit()
	kit.Locks = []brands.Lock{{Property: "color", Mode: brands.Allow, Value: []any{"ink"}}, {Property: "font-family", Mode: brands.Allow, Value: []any{"Inter"}},
		{Property: "background", Mode: brands.Forbid, Value: []any{"#FF00FF"}}, {Property: "border-radius", Mode: brands.Max, Value: "40px"},
		{Target: brands.SafeArea, Mode: brands.Min, Value: "1px"}, {Target: brands.Contrast, Mode: brands.Min, Value: 3.0}}
	kit.Colors.Palette["ink"] = "#0F172A"
	compiled, details := brands.Compile(cssOfEngine{}, &kit)
	if len(details) > 0 {
		b.Fatal(details)
	}
	html := `<div style="display:flex;flex-direction:column;padding:64px;color:#0F172A;background:#fff">` + strings.Repeat(`<section style="border-radius:8px"><h2>Launch day</h2><p>A line of text that says <b>something</b>.</p></section>`, 8) + `</div>`
	doc, err := engine.New(engine.Options{}).Open(context.Background(), engine.Source{HTML: html}, engine.Settings{Width: 1200, Height: 1630})
	if err != nil {
		b.Fatal(err)
	}
	pic, err := doc.Draw(context.Background(), nil)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		v := compiled.Evaluate(cssOfEngine{}, map[string]any{"html": html}, nil, []brands.Page{newBrandPage("a", pic)})
		if len(v.Errors) > 0 {
			b.Fatal(v.Errors)
		}
	}
}
