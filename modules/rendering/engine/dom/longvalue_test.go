package dom

import (
	"reflect"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// TestLongValuesChangeNothing parses documents with and without the replacement of long values.
func TestLongValuesChangeNothing(t *testing.T) {
	t.Parallel()
	long := "data:image/png;base64," + strings.Repeat("AbC+/9", 400)
	for name, c := range map[string]struct {
		src      string
		replaced int
		back     bool
	}{
		"an image":              {`<p>x<img src="` + long + `" alt="y"><img src="` + long + `A">`, 2, true},
		"none":                  {`<p title="short">x</p>` + strings.Repeat("y", 3000), 0, true},
		"a reference":           {`<img src="` + long + `&amp;x">`, 0, true},
		"a carriage return":     {"<img src=\"" + long + "\r\n\">", 0, true},
		"markup":                {`<p>a="b</p>` + strings.Repeat("c", 2000) + `<p>d"</p>`, 0, true},
		"text":                  {`<p>a="` + long + `"</p>`, 1, false},
		"a comment":             {`<!-- a="` + long + `" --><p>x`, 1, false},
		"a style sheet":         {`<style>a[b="` + long + `"]{color:red}</style><p b="` + long + `">x`, 2, false},
		"a script":              {`<script>let a="` + long + `"</script>`, 1, false},
		"single quotes":         {`<p a='="` + long + `"'>x`, 1, false},
		"without quotes":        {`<p a==="` + long + `">x`, 1, false},
		"an attribute twice":    {`<p a="` + long + `" a="` + long + `2">x`, 2, false},
		"an end tag":            {`<p>x</p a="` + long + `">y`, 1, false},
		"the mark itself":       {`<p a="` + long + `" b="` + valueMark + `0">x`, 0, true},
		"without an end":        {`<p a="` + long, 0, true},
		"an svg":                {`<svg viewBox="0 0 1 1"><image xlink:href="` + long + `"/></svg>`, 1, true},
		"a template":            {`<template><img src="` + long + `"></template>`, 1, true},
		"a table":               {`<table><img src="` + long + `"><tr><td x="` + long + `">`, 2, true},
		"body's second":         {`<body a="1"><body b="` + long + `">`, 1, true},
		"behind a bad equation": {`<p>a="b` + strings.Repeat(" ", 2000) + `<img src="` + long + `">`, 1, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			short, values := withoutLongValues(c.src)
			if len(values) != c.replaced {
				t.Errorf("%d values replaced, want %d", len(values), c.replaced)
			}
			if c.replaced > 0 {
				root, err := html.Parse(strings.NewReader(short))
				if err != nil {
					t.Fatal(err)
				}
				if back := restoreLongValues(root, values); back != c.back {
					t.Errorf("putBack = %v", back)
				}
			}
			root, err := parseTree(doctype, c.src, Limits{})
			if err != nil {
				t.Fatal(err)
			}
			b := newBuilder(Limits{})
			for n := root.FirstChild; n != nil; n = n.NextSibling {
				if n.Type == html.ElementNode {
					if err := b.html(n, None, 1); err != nil {
						t.Fatal(err)
					}
				}
			}
			want := b.finish()
			got, err := ParseHTML("<!DOCTYPE html>"+c.src, Limits{})
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(got.Nodes, want.Nodes) || !reflect.DeepEqual(got.Sheets, want.Sheets) {
				t.Error("the documents differ")
			}
		})
	}
}
