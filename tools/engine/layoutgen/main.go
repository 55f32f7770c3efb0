// Command layoutgen writes random HTML documents for comparing layout with a
// browser's:
//
//	layoutgen [-seed 1] [-n 200] [-kind all|tables|mixed|…] DIR
//
// The same seed gives the same documents. e2e/fidelity/boxes.mjs measures them in
// Chromium, tools/engine/layoutscore compares (task fidelity:random). The
// documents name their font and are well-formed XML but for the doctype, so that a
// difference can be reduced by taking elements and declarations away.
package main

import (
	"flag"
	"fmt"
	"maps"
	"math/rand"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	seed := flag.Int64("seed", 1, "seed of the first document")
	n := flag.Int("n", 200, "how many documents")
	kind := flag.String("kind", "all", "what the documents are made of: all, "+strings.Join(kinds(), ", "))
	flag.Parse()
	list := []string{*kind}
	if *kind == "all" {
		list = kinds()
	}
	for _, kind := range list {
		if err := run(flag.Arg(0), kind, *seed, *n); err != nil {
			fmt.Fprintln(os.Stderr, "layoutgen:", err)
			os.Exit(1)
		}
	}
}

func run(dir, kind string, seed int64, n int) error {
	body := bodies[kind]
	if body == nil || dir == "" {
		return fmt.Errorf("usage: layoutgen [-seed N] [-n N] [-kind all|%s] DIR", strings.Join(kinds(), "|"))
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for i := range n {
		s := seed + int64(i)
		g := &gen{Rand: rand.New(rand.NewSource(s))}
		doctype := "<!DOCTYPE html>"
		if g.chance(15) {
			doctype = `<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN">`
		}
		html := g.el("html", "font:16px/"+g.pick("1.25", "20px", "1.5", "normal")+" sans-serif", g.el("body", g.pick("margin:0", "margin:8px"), body(g)))
		name := filepath.Join(dir, fmt.Sprintf("%s-%06d.html", kind, s))
		if err := os.WriteFile(name, []byte(doctype+html+"\n"), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// gen draws choices from one seed.
type gen struct {
	*rand.Rand
	left int // elements that may still be made
	// vertical is true if boxes may have a writing mode of their own.
	vertical bool
}

func (g *gen) chance(percent int) bool { return g.Intn(100) < percent }

func (g *gen) pick(of ...string) string { return of[g.Intn(len(of))] }

// sheet collects declarations.
type sheet struct {
	g *gen
	b strings.Builder
}

func (g *gen) sheet() *sheet { return &sheet{g: g} }

// maybe declares a property with one of the values, in so many per cent of cases.
func (s *sheet) maybe(percent int, property string, of ...string) *sheet {
	if s.g.chance(percent) {
		s.set(property, s.g.pick(of...))
	}
	return s
}

func (s *sheet) set(property, value string) *sheet {
	fmt.Fprintf(&s.b, "%s:%s;", property, value)
	return s
}

func (s *sheet) String() string { return s.b.String() }

// el writes an element; tag may carry attributes.
func (g *gen) el(tag, style string, children ...string) string {
	name, _, _ := strings.Cut(tag, " ")
	if style != "" {
		tag += ` style="` + style + `"`
	}
	if name == "img" || name == "col" || name == "br" || name == "hr" || name == "input" {
		return "<" + tag + "/>"
	}
	return "<" + tag + ">" + strings.Join(children, "") + "</" + name + ">"
}

// words are short enough to fit and long enough to break.
func (g *gen) words(most int) string {
	list := []string{"a", "is", "the", "word", "table", "column", "height", "baseline", "extraordinary", "of"}
	var out []string
	for range 1 + g.Intn(most) {
		out = append(out, list[g.Intn(len(list))])
	}
	return strings.Join(out, " ")
}

// image is an image with a natural size.
func (g *gen) image(style string) string {
	size := g.pick(`width="40" height="20"`, `width="24" height="60"`, `width="80" height="50"`)
	svg := `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' ` + strings.ReplaceAll(size, `"`, `'`) + `/%3E`
	return g.el(`img src="`+svg+`"`, style)
}

// bodies makes the content of a document, by the kind of document.
var bodies = map[string]func(*gen) string{
	"tables":     (*gen).tableDocument,
	"mixed":      func(g *gen) string { return g.mixedDocument(kindAny) },
	"blocks":     func(g *gen) string { return g.mixedDocument(kindBlock) },
	"flex":       func(g *gen) string { return g.mixedDocument(kindFlex) },
	"grid":       func(g *gen) string { return g.mixedDocument(kindGrid) },
	"inline":     func(g *gen) string { return g.mixedDocument(kindInline) },
	"vertical":   func(g *gen) string { return g.mixedDocument(kindVertical) },
	"columns":    (*gen).columnsDocument,
	"floats":     (*gen).floatsDocument,
	"positioned": (*gen).positionedDocument,
	"cjk":        (*gen).cjkDocument,
	"ruby":       (*gen).rubyDocument,
	"generated":  (*gen).generatedDocument,
	"forms":      (*gen).formsDocument,
	"tracks":     (*gen).tracksDocument,
	"lines":      (*gen).linesDocument,
	"queries":    (*gen).queriesDocument,
}

// kinds returns the kinds of documents in alphabetical order.
func kinds() []string { return slices.Sorted(maps.Keys(bodies)) }
