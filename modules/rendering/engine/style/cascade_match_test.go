package style

import (
	"sort"
	"strings"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/css"
	"github.com/platenhq/platen/modules/rendering/engine/dom"
)

const matchDocument = `<html lang=en id=html><body id=body><div id=a class="x y" title="foo bar-baz"><p id=b lang=de-AT>t<b id=c></b></p><p id=d class=x><i id=e class="y z"></i><a id=f href=#>l</a></p>
<ul id=g dir=rtl><li id=l1><li id=l2 class=s><li id=l3><li id=l4 class=s><li id=l5></ul><span id=h data-A="V"></span></div><svg id=s><linearGradient id=lg viewBox=1 /></svg><bdi id=bd>שלום</bdi><input id=in disabled></body>`

func TestSelectorMatching(t *testing.T) {
	t.Parallel()
	d, err := dom.ParseHTML(matchDocument, dom.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ sel, want string }{
		{"p", "b d"}, {"P", "b d"}, {"#c", "c"}, {".x", "a d"}, {".x.y", "a"}, {"*.y", "a e"}, {"div p", "b d"}, {"div > b", ""}, {"p > b", "c"},
		{"p + p", "d"}, {"p ~ ul", "g"}, {"p + ul", "g"}, {"b + i", ""}, {"body p > i.y", "e"}, {".x .y", "e"}, {"html body div ul li.s", "l2 l4"},
		{"[title]", "a"}, {"[title~=foo]", "a"}, {"[title~='foo bar-baz']", ""}, {"[title^=foo]", "a"}, {"[title$=baz]", "a"}, {"[title*='o b']", "a"},
		{"[title^='']", ""}, {"[lang|=de]", "b"}, {"[lang=DE-AT]", "b"}, {"[title='FOO bar-baz']", ""}, {"[title='FOO bar-baz' i]", "a"}, {"[DATA-a=V]", "h"}, {"[dir=RTL]", "g"}, {"[dir=RTL s]", ""},
		{"li:first-child", "l1"}, {"li:last-child", "l5"}, {"li:nth-child(odd)", "l1 l3 l5"}, {"li:nth-child(2n)", "l2 l4"}, {"li:nth-child(-n+2)", "l1 l2"},
		{"li:nth-last-child(2)", "l4"}, {"li:nth-child(2 of .s)", "l4"}, {"li:nth-last-child(1 of .s)", "l4"}, {"p:nth-of-type(2)", "d"}, {"p:first-of-type", "b"},
		{"ul:only-of-type", "g"}, {"b:only-child", "c"}, {"div > :last-child", "h"}, {":empty", "c e h in l1 l2 l3 l4 l5 lg"},
		{":root", "html"}, {":is(p, ul) > :first-child", "c e l1"}, {":where(#a) > p", "b d"}, {"p:not(.x)", "b"}, {"li:not(:first-child, .s)", "l3 l5"},
		{":not(*)", ""}, {":is()", ""}, {"div:has(b)", "a"}, {"p:has(> b)", "b"}, {"p:has(+ p)", "b"}, {"p:has(~ ul)", "b d"}, {"li:has(+ .s)", "l1 l3"}, {"div:has(> b)", ""},
		{"body:has(p > i.y)", "body"}, {"p:has(:hover)", ""}, {":lang(de)", "b c"}, {"p:lang(en)", "d"}, {":lang('*-AT')", "b c"}, {"li:dir(rtl)", "l1 l2 l3 l4 l5"}, {"p:dir(ltr)", "b d"},
		{"bdi:dir(rtl)", "bd"}, {":link", "f"}, {"a:any-link", "f"}, {"a:hover", ""}, {"a:not(:hover)", "f"}, {"a:visited", ""}, {"input:disabled", "in"}, {"input:enabled", ""},
		{"linearGradient", "lg"}, {"lineargradient", ""}, {"[viewBox]", "lg"}, {"*|p", "b d"}, {":scope > body", "body"}, {"#a#a", "a"}, {"#a#b", ""},
		{"ul li ~ li:not(li ~ li ~ li)", "l2"}, {"div div", ""}, {"body body", ""},
	} {
		toks, _ := css.Tokenize(c.sel)
		sels, err := css.ParseSelectors(toks, nil)
		if err != nil {
			t.Errorf("%s: %v", c.sel, err)
			continue
		}
		m := newMatcher(d)
		var got []string
		for i := range d.Nodes {
			if n := &d.Nodes[i]; n.Type == dom.Element && n.ID != "" && m.any(sels, dom.NodeID(i)) {
				got = append(got, n.ID)
			}
		}
		sort.Strings(got)
		want := strings.Fields(c.want)
		sort.Strings(want)
		if g, w := strings.Join(got, " "), strings.Join(want, " "); g != w {
			t.Errorf("%s\n got %s\nwant %s", c.sel, g, w)
		}
	}
}

// TestBucketsFindWhatMatchingFinds compares the rule buckets and the Bloom filters with matching every rule against
// every element.
func TestBucketsFindWhatMatchingFinds(t *testing.T) {
	t.Parallel()
	d, err := dom.ParseHTML(largeDocument(400), dom.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	c := newComputer(d, Options{Width: 100, Height: 100})
	c.sheets()
	open := make([]bloom, len(d.Nodes))
	for k := range open {
		open[k] = bloom{^uint64(0), ^uint64(0)}
	}
	for i := range d.Nodes {
		id := dom.NodeID(i)
		if d.Nodes[i].Type != dom.Element {
			continue
		}
		c.found = nil
		c.collectFrom(c.author, id, css.PseudoNone)
		got := len(c.found)
		want := 0
		for j := range c.author.rules {
			r := &c.author.rules[j]
			slow := *c.m
			slow.blooms = open
			if r.sel.Pseudo == css.PseudoNone && slow.matches(r.sel, id) {
				want++
			}
		}
		if got != want {
			t.Fatalf("%s: %d rules found, %d match", d.Nodes[i].Path, got, want)
		}
	}
}
