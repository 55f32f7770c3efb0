package dom

import "testing"

// TestModeOfDocuments checks the mode of documents with a doctype, and of complete documents and fragments without one.
func TestModeOfDocuments(t *testing.T) {
	t.Parallel()
	for src, want := range map[string]Mode{
		"<!DOCTYPE html><p>x":               Standards,
		"<!-- c --><!doctype HTML><html>":   Standards,
		"<p>x":                              Standards,
		"text":                              Standards,
		"<div><html><body>":                 Standards,
		"<style>p{}</style><p>x":            Standards,
		"<html><p>x":                        Quirks,
		"\uFEFF <!-- c -->\n<HTML lang=en>": Quirks,
		"<head></head>":                     Quirks,
		"<body bgcolor=red>x":               Quirks,
		"<meta charset=utf-8><title><html></title><body>x": Quirks,
		"<style>/*<html>*/</style><p>x":                    Standards,
		"<iframe srcdoc='<body>'></iframe>":                Standards,
		"<!DOCTYPE foo><p>x":                               Quirks,
		"<!DOCTYPE><p>x":                                   Quirks,
		`<!DOCTYPE html SYSTEM "about:legacy-compat"><p>`:  Standards,
		`<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01//EN" "http://www.w3.org/TR/html4/strict.dtd"><p>`:                             Standards,
		`<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN"><p>`:                                                        Quirks,
		`<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN" "http://www.w3.org/TR/html4/loose.dtd"><p>`:                 LimitedQuirks,
		`<!DOCTYPE HTML PUBLIC '-//W3C//DTD HTML 3.2 Final//EN'><p>`:                                                                Quirks,
		`<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">`: LimitedQuirks,
		`<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd"><p>`:          Standards,
	} {
		d, err := ParseHTML(src, Limits{})
		if err != nil {
			t.Fatal(err)
		}
		if d.Mode != want {
			t.Errorf("%s: mode %d, want %d", src, d.Mode, want)
		}
		warned := false
		for _, w := range d.Warnings {
			warned = warned || w.Code == "quirks_mode"
		}
		if warned != (want == Quirks) {
			t.Errorf("%s: warned %v in mode %d", src, warned, want)
		}
	}
}
