package engine_test

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine"
)

// standIns is an engine.Files that provides, for every background URL, a drawing of its size, so that goldens show its
// position; generation of the images is tested elsewhere.
type standIns struct{}

func (standIns) File(address string) ([]byte, bool) {
	query, ok := strings.CutPrefix(address, engine.ArtScheme+"background?")
	if !ok {
		return nil, false
	}
	q, err := url.ParseQuery(query)
	if err != nil {
		return nil, false
	}
	one, two, _ := strings.Cut(q.Get("colors")+"-888888", "-")
	two, _, _ = strings.Cut(two, "-")
	return fmt.Appendf(nil, `<svg xmlns="http://www.w3.org/2000/svg" width="%s" height="%s" viewBox="0 0 100 100" preserveAspectRatio="none"><path fill="#%s" d="M0 0h100v100H0z"/><path fill="#%s" d="M0 100L100 0v100z"/></svg>`,
		q.Get("w"), q.Get("h"), one, two), true
}

// addresses opens a document on a canvas of 1200 × 630 and returns its references and warnings.
func addresses(t *testing.T, html string, set engine.Settings) (urls, warnings []string) {
	t.Helper()
	set.Width, set.Height = 1200, 630
	doc, err := engine.New(engine.Options{}).Open(context.Background(), engine.Source{HTML: html}, set)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range doc.References() {
		urls = append(urls, r.URL)
	}
	for _, w := range doc.Warnings() {
		warnings = append(warnings, w.Code+" "+w.Message)
	}
	return urls, warnings
}

func TestAIBackgroundIsAURL(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ html, want, warning string }{
		{`<ai-background></ai-background>`, "ai:background?h=630&seed=9&w=1200", ""},
		{`<ai-background mood=" Calm " seed="3">`, "ai:background?h=630&mood=calm&seed=3&w=1200", ""},
		{`<ai-background seed=3 mood=calm>`, "ai:background?h=630&mood=calm&seed=3&w=1200", ""},
		{`<ai-background colors="#0f172a, rgb(56 189 248) gold">`, "ai:background?colors=0F172A-38BDF8-FFD700&h=630&seed=9&w=1200", ""},
		{`<ai-background prompt='waves "at" dawn & more' width=600 height=600>`, "ai:background?h=600&prompt=waves+%22at%22+dawn+%26+more&seed=9&w=600", ""},
		{`<ai-background grain=0 tone=dark width=4096 height=1024>`, "ai:background?grain=0&h=512&seed=9&tone=dark&w=2048", ""},
		{`<ai-background mood=angry>`, "ai:background?h=630&seed=9&w=1200", "mood"},
		{`<ai-background seed=-1>`, "ai:background?h=630&seed=9&w=1200", "seed"},
		{`<ai-background grain=NaN>`, "ai:background?h=630&seed=9&w=1200", "grain"},
		{`<ai-background colors="red blau #1 #111 #222 #333 #444 #555">`, "ai:background?colors=FF0000-111111-222222-333333-444444&h=630&seed=9&w=1200", "blau"},
	} {
		urls, warnings := addresses(t, c.html, engine.Settings{Seed: 9})
		if len(urls) != 1 || urls[0] != c.want {
			t.Errorf("%s references %v, want %s", c.html, urls, c.want)
		}
		if (c.warning == "") != (len(warnings) == 0) || !strings.Contains(strings.Join(warnings, " "), c.warning) {
			t.Errorf("%s warns %q, want %q", c.html, warnings, c.warning)
		}
	}
	if urls, _ := addresses(t, `<ai-background></ai-background>`, engine.Settings{Scale: 1.5}); urls[0] != "ai:background?h=945&seed=0&w=1800" {
		t.Errorf("at scale 1.5: %v", urls)
	}
	if urls, _ := addresses(t, strings.Repeat(`<ai-background seed=1></ai-background>`, 3), engine.Settings{}); len(urls) != 1 {
		t.Errorf("three equal elements reference %v", urls)
	}
}

func TestAIBackgroundCoversItsBox(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	e := engine.New(engine.Options{})
	for _, c := range []struct {
		html   string
		height int
	}{
		{`<ai-background colors="red"></ai-background>`, 150},
		{`<ai-background colors="red" style="height:40px"></ai-background>`, 40},
		{`<ai-background colors="red" style="background-color:lime"><p style="margin:10px 0 0;height:60px"></ai-background>`, 60},
	} {
		doc, err := e.Open(ctx, engine.Source{HTML: `<style>body{margin:0}</style>` + c.html}, engine.Settings{Width: 20, Height: 200})
		if err != nil {
			t.Fatal(err)
		}
		for _, files := range []engine.Files{standIns{}, engine.NoFiles{}} {
			pic, err := doc.Draw(ctx, files)
			if err != nil {
				t.Fatal(err)
			}
			pm, err := e.Pixels(ctx, pic, nil)
			if err != nil {
				t.Fatal(err)
			}
			covered := 0
			for y := range 200 {
				if pm.Pix[4*20*y] == 255 && pm.Pix[4*20*y+3] == 255 {
					covered++ // the left column of the stand-in is its first colour
				}
			}
			if _, none := files.(engine.NoFiles); none && (covered > 0 || len(pic.Missing) != 1) {
				t.Errorf("%s without its file: %d rows, missing %v", c.html, covered, pic.Missing)
			} else if !none && covered < c.height-2 || covered > c.height {
				t.Errorf("%s covers %d rows, want %d", c.html, covered, c.height)
			}
		}
	}
}
