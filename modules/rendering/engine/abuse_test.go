package engine_test

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/platenhq/platen/modules/rendering/engine"
	"github.com/platenhq/platen/modules/rendering/engine/encode"
)

// hostile returns documents designed to be expensive. Each must end, as an image or as an error, within its context and
// without panicking.
func hostile() map[string]string {
	nest := func(tag string, n int, inner string) string {
		return strings.Repeat("<"+tag+">", n) + inner
	}
	return map[string]string{
		"deep":            nest("div", 100_000, "x"),
		"deep inline":     nest("b", 50_000, "x"),
		"deep flex":       strings.Repeat("<div style='display:flex;width:50%'>", 500) + "x",
		"deep grid":       strings.Repeat("<div style='display:grid;grid-template-columns:auto auto'>", 400) + "x",
		"deep table":      strings.Repeat("<table><tr><td>", 150) + "x",
		"many nodes":      strings.Repeat("<p>x</p>", 200_000),
		"long word":       "<p>" + strings.Repeat("a", 2_000_000),
		"long text":       "<p>" + strings.Repeat("lorem ipsum ", 200_000),
		"marks":           "<p>a" + strings.Repeat("\u0301", 200_000),
		"bidi":            "<p>" + strings.Repeat("\u202e\u2067a", 50_000),
		"emoji":           "<p>" + strings.Repeat("👨‍👩‍👧‍👦", 20_000),
		"big blur":        "<div style='filter:blur(100000px);width:100%;height:600px;background:red'>",
		"many blurs":      strings.Repeat("<div style='filter:blur(200px);opacity:.9;width:100%;height:600px;position:absolute;background:red'>", 300),
		"many shadows":    "<div style='width:9px;height:9px;box-shadow:" + strings.TrimSuffix(strings.Repeat("0 0 900px red,", 2000), ",") + "'>",
		"many gradients":  "<div style='height:600px;background:" + strings.TrimSuffix(strings.Repeat("conic-gradient(red,blue,red),", 2000), ",") + "'>",
		"huge box":        "<div style='width:1e30px;height:1e30px;background:red;border:1e20px dotted blue;border-radius:1e9px'>",
		"tiny tiles":      "<div style='height:600px;background:linear-gradient(red,blue) 0 0/0.001px 0.001px'>",
		"dashes":          "<svg width=1000 height=600><path d='M0 0H1000' stroke=red stroke-width=5 stroke-dasharray='0.00001'/></svg>",
		"grid tracks":     "<div style='display:grid;grid-template-columns:repeat(1000000,1px)'>x",
		"grid line":       "<div style='display:grid'><p style='grid-area:100000000/100000000'>x",
		"columns":         "<div style='columns:1000000'>" + strings.Repeat("x ", 1000),
		"span":            "<table><tr><td colspan=1000000 rowspan=1000000>x",
		"use bomb":        "<svg><defs><g id=a0><rect width=1 height=1 /></g>" + useBomb(12) + "</defs><use href='#a12'/></svg>",
		"use cycle":       "<svg><g id=a><use href='#b'/></g><g id=b><use href='#a'/></g><use href='#a'/></svg>",
		"pattern bomb":    "<svg width=900 height=600><pattern id=p width=.001 height=.001><rect width=9 height=9 fill='url(#p)'/></pattern><rect width=900 height=600 fill='url(#p)'/></svg>",
		"calc":            "<div style='width:" + strings.Repeat("calc(", 20_000) + "1px" + strings.Repeat(")", 20_000) + "'>x",
		"var bomb":        "<style>:root{--a0:xxxxxxxxxx;" + varBomb(30) + "}p{content:var(--a30)}</style><p style='width:var(--a30)'>x",
		"selectors":       "<style>" + strings.Repeat(":is(:not(:has(*)) *) ", 500) + "{color:red}</style>" + strings.Repeat("<i>", 400),
		"counters":        strings.Repeat("<ol style='counter-reset:a 2147483647'><li style='counter-increment:a 2147483647'>", 400),
		"nul":             "\x00<p style='\x00color:\x00red'>\x00",
		"bad utf-8":       "<p>\xff\xfe\xf0\x80\x80</p><style>p{content:'\xff'}</style>",
		"png bomb":        "<img src='data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAw1AAAMNQCAYAAAD8j7QcAAAAASUVORK5CYII='>",
		"font garbage":    "<style>@font-face{font-family:x;src:url(data:font/woff2;base64,d09GMgABAAAAAAAA//////////8=)}</style><p style='font-family:x'>x",
		"negative margin": strings.Repeat("<div style='margin:-1e9px;float:left'>x", 300),
		"generated text":  "<style>p::before{content:'" + strings.Repeat("A", 60_000) + "'}</style>" + strings.Repeat("<p>x", 1500),
		"repeated text":   "<svg><g id=a><text>" + strings.Repeat("w", 19_000) + "</text></g>" + strings.Repeat("<use href='#a'/>", 1900),
		"animations":      "<style>@keyframes a{to{width:9px}}p{animation:" + strings.TrimSuffix(strings.Repeat("a 1s,", 2000), ",") + "}</style>" + strings.Repeat("<p>x", 500),
		"arcs":            "<svg width=900 height=600><path stroke=red stroke-width=50 stroke-linejoin=round d='M0 0" + strings.Repeat("a1e7 1e7 0 1 1 .001 .001", 20_000) + "'/></svg>",
		"planes":          "<style>body{perspective:500px;transform-style:preserve-3d}i{position:absolute;width:1200px;height:630px;background:red;transform:rotateX(1deg)}</style>" + strings.Repeat("<i>x</i>", 400),
		"transforms":      strings.Repeat("<div style='transform:scale(1000) rotate(1deg)'>", 200) + "x",
	}
}

func useBomb(n int) string {
	var b strings.Builder
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&b, "<g id=a%d>%s</g>", i, strings.Repeat(fmt.Sprintf("<use href='#a%d'/>", i-1), 10))
	}
	return b.String()
}

func varBomb(n int) string {
	var b strings.Builder
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&b, "--a%d:var(--a%d)var(--a%d);", i, i-1, i-1)
	}
	return b.String()
}

// TestHostileDocumentsTerminate renders every hostile document, sixteen concurrently, and monitors memory.
func TestHostileDocumentsTerminate(t *testing.T) {
	e := engine.New(engine.Options{})
	var wg sync.WaitGroup
	slots := make(chan struct{}, 16)
	stop := make(chan struct{})
	peak := make(chan uint64, 1)
	go watchHeap(stop, peak)
	for name, html := range hostile() {
		wg.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			const limit = 20 * time.Second
			ctx, cancel := context.WithTimeout(context.Background(), limit)
			defer cancel()
			began := time.Now()
			err := renderHostile(ctx, e, html)
			if spent := time.Since(began); spent > limit+20*time.Second {
				t.Errorf("%s: took %v, longer than its context", name, spent)
			}
			t.Logf("%s: %v (%v)", name, time.Since(began).Round(time.Millisecond), err)
		})
	}
	wg.Wait()
	close(stop)
	if high := <-peak; high > 1<<30 {
		t.Errorf("sixteen concurrent renders took %d MiB", high>>20)
	}
}

func renderHostile(ctx context.Context, e *engine.Engine, html string) error {
	doc, err := e.Open(ctx, engine.Source{HTML: html}, engine.Settings{Width: 1200, Height: 630})
	if err != nil {
		return err
	}
	pic, err := doc.Draw(ctx, nil)
	if err != nil {
		return err
	}
	defer pic.Close()
	_, err = e.Encode(ctx, pic, engine.Output{Format: encode.PNG})
	return err
}

// watchHeap reports the largest heap size until stop is closed.
func watchHeap(stop <-chan struct{}, peak chan<- uint64) {
	var high uint64
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-stop:
			peak <- high
			return
		case <-tick.C:
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			high = max(high, m.HeapAlloc)
		}
	}
}
