package liquid_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"
	"golang.org/x/text/language"

	"github.com/platenhq/platen/modules/library/internal/liquid"
)

func fill(t *testing.T, src string, at liquid.Place, values map[string]any, locale string) string {
	t.Helper()
	tpl, err := liquid.Parse(src, at)
	if err != nil {
		t.Fatalf("%s: %v", src, err)
	}
	out, err := tpl.Run(values, liquid.Options{Locale: liquid.Language(locale)})
	if err != nil {
		t.Fatalf("%s: %v", src, err)
	}
	return out
}

func TestLanguage(t *testing.T) {
	t.Parallel()
	values := map[string]any{
		"title": "launch day", "n": 1234567.891, "zero": 0.0, "tags": []any{"Go", "PDF", "AI"}, "none": nil, "empty_text": "",
		"items": []any{map[string]any{"name": "b", "price": 2.5, "hot": true}, map[string]any{"name": "a", "price": 1.0}},
		"when":  "2026-11-21T18:30:00Z", "name": "élodie van der berg",
	}
	for _, c := range []struct{ src, want string }{
		{"{{ title | upcase }}", "LAUNCH DAY"},
		{"{{ title | capitalize | append: '!' }}", "Launch day!"},
		{"{% if tags.size > 2 and title contains 'day' %}yes{% else %}no{% endif %}", "yes"},
		{"{% unless none %}nothing{% endunless %}{% if empty_text %}text{% endif %}", "nothing"},
		{"{% for t in tags %}{{ forloop.index }}{{ t }}{% unless forloop.last %}, {% endunless %}{% endfor %}", "1Go, 2PDF, 3AI"},
		{"{% for t in tags reversed limit: 2 %}{{ t }}{% endfor %}", "PDFGo"},
		{"{% for i in (1..10) %}{% if i == 3 %}{% continue %}{% endif %}{% if i > 4 %}{% break %}{% endif %}{{ i }}{% endfor %}", "124"},
		{"{% for x in none %}x{% else %}empty{% endfor %}", "empty"},
		{"{% for i in items %}{{ i.name }}{% endfor %} {{ items | sort: 'name' | map: 'name' | join: '-' }}", "ba a-b"},
		{"{{ items | where: 'hot' | map: 'name' | first }} {{ items | sum: 'price' }}", "b 3.5"},
		{"{% case title %}{% when 'x' %}1{% when 'y', 'launch day' %}2{% else %}3{% endcase %}", "2"},
		{"{% assign a = title | upcase %}{{ a }}{% capture b %}<{{ a }}>{% endcapture %}{{ b }}", "LAUNCH DAY&lt;LAUNCH DAY&gt;"},
		{"a {{- title -}} b {%- if true -%} c {%- endif %}", "alaunch dayb" + "c"},
		{"{% raw %}{{ title }}{% endraw %}{% comment %}{{ x {% endcomment %}", "{{ title }}"},
		{"{% for i in (1..4) %}{% cycle 'a', 'b' %}{% endfor %}", "abab"},
		{"{{ title | truncate: 8 }} {{ 'a b c d' | truncatewords: 2 }}", "launch… a b…"},
		{"{{ none | default: 'x' }}{{ zero }}{{ tags[1] }}{{ tags.last }}{{ items[0]['name'] }}", "x0PDFAIb"},
		{"{{ 7 | divided_by: 2 }} {{ 7.0 | times: 1.5 }} {{ 4.567 | round: 1 }} {{ -3 | abs }}", "3 10.5 4.6 3"},
		{"{{ n | number }} {{ n | number: 1 }} {{ n | number: 'compact' }} {{ 0.256 | percent }}", "1,234,567.891 1,234,567.9 1.2M 26%"},
		{"{{ 12.5 | currency: 'EUR' }} {{ 1234 | currency: 'JPY' }} {{ -5 | currency: 'USD', 0 }}", "€12.50 ¥1,234 -$5"},
		{"{{ when | date: '%d %B %Y %H:%M' }} {{ when | date: 'long' }} {{ '2026-03-01' | date: '%-d.%-m.' }}", "21 November 2026 18:30 November 21, 2026 1.3."},
		{"{{ name | initials }} {{ name | titlecase }}", "ÉV Élodie Van Der Berg"},
		{"{ { {{ title }} } {x", "{ { launch day } {x"},
	} {
		if got := fill(t, c.src, liquid.Markup, values, "en-US"); got != c.want {
			t.Errorf("%s\n got %q\nwant %q", c.src, got, c.want)
		}
	}
}

func TestLocales(t *testing.T) {
	t.Parallel()
	values := map[string]any{"n": 1234.5, "when": "2026-11-01T22:30:00Z"}
	for _, c := range []struct{ locale, src, want string }{
		{"de-DE", "{{ n | number: 2 }}|{{ n | currency: 'EUR' }}|{{ when | date: 'long' }}", "1.234,50|1.234,50\u00a0€|1. November 2026"},
		{"fr", "{{ when | date: 'full' }}", "dimanche 1 novembre 2026"},
		{"ja", "{{ when | date: 'long' }}|{{ n | currency: 'JPY' }}", "2026年11月1日|¥1,234"},
		{"en-GB", "{{ when | date: 'long' }}", "1 November 2026"},
		{"pt-BR", "{{ n | currency: 'BRL' }}|{{ when | date: 'long' }}", "R$\u00a01.234,50|1 de novembro de 2026"},
		{"en-US", "{{ 5 | currency: 'CAD' }}|{{ 5 | currency: 'AUD' }}|{{ 5 | currency: 'USD' }}|{{ 5 | currency: 'SEK' }}", "CA$5.00|A$5.00|$5.00|SEK\u00a05.00"},
		{"en-CA", "{{ 5 | currency: 'CAD' }}|{{ 5 | currency: 'USD' }}", "$5.00|US$5.00"},
		{"sv", "{{ 5 | currency: 'SEK' }}|{{ 5 | currency: 'DKK' }}", "5,00\u00a0kr|5,00\u00a0Dkr"},
		{"tr", "{{ 'ilk iş' | upcase }}", "İLK İŞ"},
		{"sw", "{{ when | date: 'long' }}", "2026-11-01"},
	} {
		if got := fill(t, c.src, liquid.Plain, values, c.locale); got != c.want {
			t.Errorf("%s %s\n got %q\nwant %q", c.locale, c.src, got, c.want)
		}
	}
	zone, err := time.LoadLocation("Asia/Tokyo")
	if err != nil {
		t.Fatal(err)
	}
	tpl, _ := liquid.Parse("{{ when | date: '%d %H:%M %Z' }}", liquid.Plain)
	if got, err := tpl.Run(values, liquid.Options{Locale: language.English, Zone: zone}); err != nil || got != "02 07:30 JST" {
		t.Errorf("in Tokyo: %q %v", got, err)
	}
}

func TestEscapingFollowsTheContext(t *testing.T) {
	t.Parallel()
	values := map[string]any{"x": `</style><script>"'&;}url(y)`, "u": "javascript:alert(1)", "ok": "https://a.example/b c?d=1&e='", "c": liquid.Color("rgb(1 2 3)"), "asset": "asset:asset_1"}
	for _, c := range []struct{ src, want string }{
		{`<p title="{{ x }}">{{ x }}</p>`, `<p title="&lt;/style&gt;&lt;script&gt;&quot;&#39;&amp;;}url(y)">&lt;/style&gt;&lt;script&gt;&quot;&#39;&amp;;}url(y)</p>`},
		{`<img src="{{ u }}"><img src="{{ ok }}"><img src="{{ asset }}">`, `<img src="about:invalid"><img src="https://a.example/b%20c?d=1&amp;e=%27"><img src="asset:asset_1">`},
		{`<a href="/p/{{ x }}">`, `<a href="/p/%3C%2Fstyle%3E%3Cscript%3E%22%27%26%3B%7Durl%28y%29">`},
		{`<p style="color:{{ c }};width:{{ x }}">`, `<p style="color:rgb(1 2 3);width:\3c \2f style\3e \3c script\3e \22 \27 \26 \3b \7d url\28 y\29 ">`},
		{`<style>a{background:url({{ ok }});content:"{{ x }}"}</style>{{ x }}`, `<style>a{background:url(https://a.example/b%20c?d=1&e=%27);content:"\3c /style\3e \3c script\3e \22 \27 &;}url(y)"}</style>&lt;/style&gt;&lt;script&gt;&quot;&#39;&amp;;}url(y)`},
		{`<div{% if c %} class="a"{% endif %} id='{{ c }}'></div>`, `<div class="a" id='rgb(1 2 3)'></div>`},
		{`<!-- {{ x }} --><b>{{ c }}</b>`, `<!--  --><b>rgb(1 2 3)</b>`},
	} {
		if got := fill(t, c.src, liquid.Markup, values, "en"); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.src, got, c.want)
		}
	}
	if got := fill(t, "<b>{{ body | raw }}</b>", liquid.Markup, map[string]any{"body": liquid.Safe("<i>x</i>")}, "en"); got != "<b><i>x</i></b>" {
		t.Errorf("html puts out %s", got)
	}
	if got := fill(t, "<b>{{ body | raw }}</b>", liquid.Markup, map[string]any{"body": "<i>"}, "en"); got != "<b>&lt;i&gt;</b>" {
		t.Errorf("raw text puts out %s", got)
	}
}

func TestMistakes(t *testing.T) {
	t.Parallel()
	for src, rule := range map[string]string{
		"{{ a": "template_syntax", "{{ a | nope }}": "template_filter", "{% include 'x' %}": "template_tag", "{% if a %}": "template_syntax", "{% endif %}": "template_syntax",
		"{{ a b }}": "template_syntax", "{{ 'a }}": "template_syntax", "{% for x %}{% endfor %}": "template_syntax", "<p {{ a }}>": "template_context", "<p onclick='{{ a }}'>": "template_context", "<script>{{ a }}</script>": "template_context", "<p title={{ a }}>": "template_context",
		`{% if a %}<p title="{% endif %}">`: "template_context", "<p": "template_context", "{{ a | upcase | raw }}": "template_raw", "<p title='{{ a | raw }}'>": "template_raw",
		strings.Repeat("{% if a %}", 40): "template_nesting", "{{ a }}" + strings.Repeat("x", liquid.MaxSource): "max_template", "{% break %}": "template_syntax",
	} {
		_, err := liquid.Parse(src, liquid.Markup)
		var e *liquid.Error
		if !errors.As(err, &e) || e.Rule != rule {
			t.Errorf("%.40s: %v, want %s", src, err, rule)
		}
	}
}

func TestTemplateRunsAreBounded(t *testing.T) {
	t.Parallel()
	big := strings.Repeat("a", 200<<10)
	for _, src := range []string{
		"{% for i in (1..2000) %}{% for j in (1..2000) %}{% endfor %}{% endfor %}",
		"{% assign a = 'aaaaaaaa' %}{% for i in (1..60) %}{% assign a = a | append: a %}{% endfor %}{{ a }}",
		"{{ big | replace: 'a', big }}",
		"{% for i in (1..2000) %}{{ big }}{% endfor %}",
		"{% assign l = (1..2000) | concat: (1..2000) %}",
		"{% for i in (1..2000) %}{% capture x %}{{ big }}{{ big }}{% endcapture %}{% endfor %}",
	} {
		tpl, err := liquid.Parse(src, liquid.Markup)
		if err != nil {
			continue // a range takes no filters: rejecting it earlier is fine
		}
		out, err := tpl.Run(map[string]any{"big": big}, liquid.Options{})
		var e *liquid.Error
		if !errors.As(err, &e) {
			t.Errorf("%s ran: %d bytes, %v", src, len(out), err)
		}
	}
}

// shape is the structure of markup: its elements and the names of their attributes.
func shape(t testing.TB, src string) string {
	doc, err := html.Parse(strings.NewReader(src))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	var walk func(*html.Node)
	walk = func(n *html.Node) {
		if n.Type == html.ElementNode {
			b.WriteString("<" + n.Data)
			for _, a := range n.Attr {
				b.WriteString(" " + a.Key)
				if a.Key == "src" && !liquid.AllowedAddress(a.Val) && a.Val != liquid.RefusedAddress {
					t.Errorf("an address came through: %q", a.Val)
				}
				if a.Key == "style" && strings.Count(a.Val, ";") != 1 {
					t.Errorf("a declaration came in: %q", a.Val)
				}
			}
			b.WriteString(">")
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			walk(c)
		}
		if n.Type == html.ElementNode {
			b.WriteString("</>")
		}
	}
	walk(doc)
	return b.String()
}

const everyPlace = `<style>a{color:{{ x }};background:url({{ x }}) url("{{ x }}");font-family:'{{ x }}'}/* {{ x }} */</style><!-- {{ x }} -->
<p title="{{ x }}" id='{{ x }}' style="width:{{ x }};height:1px"><img src="{{ x }}"><a href="/a?b={{ x }}">{{ x }}</a></p><title>{{ x }}</title>`

// FuzzEscaping: no value changes the structure of the template's document.
func FuzzEscaping(f *testing.F) {
	for _, s := range []string{"", "a", `"><script>`, "</style><b>", "javascript:x", "*/ } b {", "-->", "'", "\\", "\n", "url(", "</title>", ";a:b", "\x00<", "&quot;"} {
		f.Add(s)
	}
	tpl, err := liquid.Parse(everyPlace, liquid.Markup)
	if err != nil {
		f.Fatal(err)
	}
	plain, err := tpl.Run(map[string]any{"x": "a"}, liquid.Options{})
	if err != nil {
		f.Fatal(err)
	}
	want := shape(f, plain)
	f.Fuzz(func(t *testing.T, s string) {
		out, err := tpl.Run(map[string]any{"x": s}, liquid.Options{})
		if err != nil {
			t.Skip()
		}
		if got := shape(t, out); got != want {
			t.Errorf("%q changes the document\n got %s\nwant %s", s, got, want)
		}
	})
}

// FuzzParse: no template panics, and one that parses runs.
func FuzzParse(f *testing.F) {
	f.Add(everyPlace)
	f.Add("{% for a in b limit: 2 %}{{ a[0].b | date: 'long' | slice: -2, 9 }}{% else %}{% endfor %}")
	f.Add("{% case a %}{% when 1 or 2 %}{% capture z %}{{ b | round: 99 | currency: 'X' }}{% endcapture %}{% endcase %}")
	f.Fuzz(func(t *testing.T, src string) {
		for _, at := range []liquid.Place{liquid.Plain, liquid.Markup, liquid.StyleSheet, liquid.StyleValue, liquid.Address} {
			tpl, err := liquid.Parse(src, at)
			if err != nil {
				continue
			}
			values := map[string]any{"a": []any{"1", 2.0, nil, map[string]any{"b": "x"}}, "b": "ß", "x": -1.5}
			one, err1 := tpl.Run(values, liquid.Options{})
			two, err2 := tpl.Run(values, liquid.Options{})
			if one != two || (err1 == nil) != (err2 == nil) {
				t.Errorf("two runs differ: %q %q", one, two)
			}
		}
	})
}
