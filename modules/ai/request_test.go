package ai

import (
	"bytes"
	"context"
	"testing"

	"github.com/platenhq/platen/modules/ai/art"
)

func of(t *testing.T, r Request) (text, hash string, seed int32) {
	t.Helper()
	r.fill()
	b, hash, seed, err := r.canonical()
	if err != nil {
		t.Fatal(err)
	}
	return string(b), hash, seed
}

// TestOneRequestHasOneHash: spelling out a default does not change the hash; every field that decides the image is
// part of it.
func TestOneRequestHasOneHash(t *testing.T) {
	t.Parallel()
	seven, none := int32(7), 0.0
	base := Request{Kind: art.Image, Prompt: "hills"}
	text, hash, seed := of(t, base)
	if want := `{"height":1024,"kind":"image","prompt":"hills","substyle":"digital_illustration","width":1024}`; text != want {
		t.Errorf("%s, want %s", text, want)
	}
	// A fixed vector: stored images are found by this hash.
	if hash != "sha256:1c07e759fb65229f6f3b7b1031d5faa41e76a22778c0cbb636d21b6a7deeb6e0" || seed != 0x1c07e759>>1 {
		t.Errorf("the hash is %s and the seed %d", hash, seed)
	}
	for name, same := range map[string]Request{
		"defaults":          {Kind: art.Image, Prompt: "hills", Substyle: "digital_illustration", Width: 1024, Height: 1024},
		"no colours":        {Kind: art.Image, Prompt: "hills", Colors: []string{}},
		"what only costs":   {Kind: art.Image, Prompt: "hills", Wire: []byte("{}")},
		"who names a brand": {Kind: art.Image, Prompt: "hills", BrandID: "brand_x"},
	} {
		if _, h, s := of(t, same); h != hash || s != seed {
			t.Errorf("%s: another hash", name)
		}
	}
	for name, other := range map[string]Request{
		"prompt": {Kind: art.Image, Prompt: "hill"}, "substyle": {Kind: art.Image, Prompt: "hills", Substyle: "icon"}, "size": {Kind: art.Image, Prompt: "hills", Width: 512},
		"colours": {Kind: art.Image, Prompt: "hills", Colors: []string{"#000000"}}, "seed": {Kind: art.Image, Prompt: "hills", Seed: &seven},
		"kind": {Kind: art.Background, Prompt: "hills", Width: 1024, Height: 1024}, "grain": {Kind: art.Image, Prompt: "hills", Grain: &none},
	} {
		if _, h, _ := of(t, other); h == hash {
			t.Errorf("%s is not in the hash", name)
		}
	}
	if _, _, s := of(t, Request{Kind: art.Mesh, Seed: &seven}); s != 7 {
		t.Errorf("the seed given is %d", s)
	}
	_, upper, _ := of(t, Request{Kind: art.Mesh, Colors: []string{"#ABCDEF"}})
	if _, lower, _ := of(t, Request{Kind: art.Mesh, Colors: []string{"#abcdef"}}); upper != lower {
		t.Error("the case of a colour is in the hash")
	}
}

func TestRedrawGivesTheSameImage(t *testing.T) {
	t.Parallel()
	none := 0.0
	for _, r := range []Request{
		{Kind: art.Mesh, Tone: "dark", Width: 300, Height: 256, Grain: &none}, {Kind: art.Background, Mood: "calm", Prompt: "waves", Width: 256, Height: 256},
		{Kind: art.Image, Prompt: "rocket", Substyle: "icon", Colors: []string{"#0F172A", "#38BDF8"}, Width: 256, Height: 256},
	} {
		r.fill()
		text, _, seed, err := r.canonical()
		if err != nil {
			t.Fatal(err)
		}
		a, err := r.art(seed)
		if err != nil {
			t.Fatal(err)
		}
		want, err := generate(context.Background(), a)
		if err != nil {
			t.Fatal(err)
		}
		got, ok, err := Redraw(context.Background(), text, seed)
		if err != nil || !ok || !bytes.Equal(got.Pix, want.Pix) || !bytes.Equal(got.SVG, want.SVG) {
			t.Errorf("%s: %v %v", text, ok, err)
		}
	}
	if _, ok, _ := Redraw(context.Background(), []byte(`{"html":"<p>a render</p>"}`), 1); ok {
		t.Error("a render's request is taken for one of ours")
	}
}

// FuzzRedraw parses the requests of untrusted receipts.
func FuzzRedraw(f *testing.F) {
	f.Add([]byte(`{"kind":"mesh","width":64,"height":64}`), int32(1))
	f.Add([]byte(`{"kind":"background","width":64,"height":64,"mood":"calm","colors":["#000000"]}`), int32(2))
	f.Add([]byte(`{"kind":"image","prompt":"x","width":9999999,"height":64}`), int32(3))
	f.Fuzz(func(t *testing.T, text []byte, seed int32) {
		if bytes.ContainsAny(text, "123456789") && len(text) > 200 {
			t.Skip("large images take too long")
		}
		p, ok, err := Redraw(context.Background(), text, seed)
		if ok && err == nil && len(p.Pix) != 4*p.Width*p.Height {
			t.Errorf("%d bytes for %d × %d", len(p.Pix), p.Width, p.Height)
		}
	})
}
