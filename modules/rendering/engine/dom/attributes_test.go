package dom_test

import (
	"strings"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/dom"
)

func TestUnknownAttributesWarn(t *testing.T) {
	t.Parallel()
	cases := map[string]string{
		`<div tw="p-4">x</div>`:         "tw",
		`<p className="a">x</p>`:        "classname",
		`<h1 colour=red>x</h1>`:         "colour",
		`<img widht=20 alt="">`:         "widht",
		`<p tw="a">x</p><p tw="b">`:     "tw",
		`<qr-code value=x level=h>`:     "",
		`<p data-x=1 aria-label=y>`:     "",
		`<p x-data @click=f v-if=a>`:    "",
		`<td bgcolor=red nowrap>x</td>`: "",
		`<svg data-x=1 foo=1></svg>`:    "",
		`<p onclick="f()" hx-get=/a>`:   "",
	}
	for source, name := range cases {
		doc, err := dom.ParseHTML(source, dom.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, w := range doc.Warnings {
			if w.Code == "unsupported_attribute" {
				got = append(got, w.Message)
			}
		}
		switch {
		case name == "" && len(got) > 0:
			t.Errorf("%s: got %q, want no warning", source, got)
		case name != "" && (len(got) != 1 || !strings.Contains(got[0], "attribute "+name+" ")):
			t.Errorf("%s: got %q, want one warning about %s", source, got, name)
		}
	}
}
