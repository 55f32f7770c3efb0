package style

import (
	"fmt"
	"strings"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/dom"
)

// largeDocument returns a document of about n elements with classes, nesting and inline styles, and a sheet of 300
// rules.
func largeDocument(n int) string {
	var b strings.Builder
	b.WriteString("<style>:root{--c:#123456;--g:4px}")
	for i := range 100 {
		fmt.Fprintf(&b, ".c%d{margin:var(--g) %dpx;padding:2px;color:var(--c)} .row .c%d>span{font-weight:bold;opacity:.9} .list li:nth-child(%dn+1) .c%d{border:1px solid red}", i, i, i, i+2, i)
	}
	b.WriteString("</style><body><div class=list><ul>")
	for i := 0; i < n/4; i++ {
		fmt.Fprintf(&b, `<li class=row><div class="c%d card" style="width:%dpx"><span>text</span><b>x</b></div>`, i%100, i%7)
	}
	return b.String()
}

func BenchmarkCompute2000(b *testing.B) {
	d, err := dom.ParseHTML(largeDocument(2000), dom.Limits{})
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Compute(d, Options{Width: 1200, Height: 630}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkComputeCard(b *testing.B) {
	d, err := dom.ParseHTML(`<style>.card{display:flex;padding:64px;background:linear-gradient(135deg,#0F172A,#38BDF8);color:#fff;font:500 32px/1.3 Inter}
.card h1{font-size:72px;margin:0;letter-spacing:-.02em}.meta{display:flex;gap:12px;opacity:.8}.pill{border-radius:999px;padding:4px 16px;border:1px solid rgb(255 255 255/.3)}</style>
<div class=card><div><h1>Launch day</h1><p class=meta><span class=pill>Go</span><span class=pill>PDF</span><span class=pill>WebP</span></p></div><img src=x></div>`, dom.Limits{})
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Compute(d, Options{Width: 1200, Height: 630}); err != nil {
			b.Fatal(err)
		}
	}
}
