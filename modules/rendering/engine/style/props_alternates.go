package style

import (
	"github.com/platenhq/platen/modules/rendering/engine/css"
	"github.com/platenhq/platen/modules/rendering/engine/fontrule"
)

// alternates holds the @font-feature-values of a document, and the one Alternates of each value of
// font-variant-alternates.
type alternates struct {
	rules  fontrule.Values
	values map[string]*fontrule.Alternates
}

// alternateKinds holds the functions of font-variant-alternates, which are the names of the blocks of
// @font-feature-values too. most is the number of numbers that a value may have, 0 for any; many reports whether the
// function takes several names.
var alternateKinds = map[string]struct {
	kind fontrule.Kind
	most int
	many bool
}{
	"stylistic": {fontrule.Stylistic, 1, false}, "styleset": {fontrule.Styleset, 0, true}, "character-variant": {fontrule.CharacterVariant, 2, true},
	"swash": {fontrule.Swash, 1, false}, "ornaments": {fontrule.Ornaments, 1, false}, "annotation": {fontrule.Annotation, 1, false},
}

// parseAlternates parses font-variant-alternates (CSS Fonts 4 §6.8).
func parseAlternates(p *parser) (value[*fontrule.Alternates], bool) {
	if p.Ident("normal") {
		return constant[*fontrule.Alternates](nil), true
	}
	start := p.I
	var out fontrule.Alternates
	seen := map[string]bool{}
	for !p.AtEnd() {
		t := p.Peek()
		if t.Is("historical-forms") {
			p.I++
			out.Historical = true
			continue
		}
		name := css.Lower(t.Value)
		k, ok := alternateKinds[name]
		if t.Kind != css.Function || !ok || seen[name] {
			return nil, false
		}
		seen[name] = true
		q := p.in(p.Block())
		for {
			use := q.AnyIdent()
			if use == "" {
				return nil, false
			}
			out.Uses = append(out.Uses, fontrule.Use{Kind: k.kind, Name: use})
			if !k.many || !q.Comma() {
				break
			}
		}
		if !q.AtEnd() {
			return nil, false
		}
	}
	key := css.Serialize(p.T[start:p.I])
	return func(b *builder) *fontrule.Alternates {
		of := &b.c.sb.alternates
		have, ok := of.values[key]
		if !ok {
			have = &fontrule.Alternates{Historical: out.Historical, Uses: out.Uses, Values: of.rules}
			if of.values == nil {
				of.values = map[string]*fontrule.Alternates{}
			}
			of.values[key] = have
		}
		return have
	}, out.Historical || len(out.Uses) > 0
}

// featureValues adds an @font-feature-values rule (CSS Fonts 4 §6.9).
func (sb *sheetBuilder) featureValues(r *css.Rule, cx sheetContext) {
	families, ok := (&parser{Stream: css.NewStream(r.Prelude)}).ruleFamilies()
	if !ok {
		sb.warn("unsupported_rule", cx.at(r.Pos), "@font-feature-values needs names of families that are not generic; it was ignored")
		return
	}
	for i := range r.Rules {
		block := &r.Rules[i]
		k, ok := alternateKinds[block.At]
		if block.At == "" { // a descriptor, with the block after it, which browsers drop too
			sb.warn("unsupported_rule", cx.at(block.Pos), "@font-feature-values: "+clipText(css.Serialize(block.Prelude))+" and the block after it were ignored")
			continue
		}
		if !ok {
			sb.warn("unsupported_rule", cx.at(block.Pos), "@font-feature-values: @"+clipText(block.At)+" is not supported; it was ignored", "@"+block.At)
			continue
		}
		for j := range block.Decls {
			d := &block.Decls[j]
			numbers, ok := featureNumbers(d.Value)
			if !ok || k.most > 0 && len(numbers) > k.most {
				sb.warn("unsupported_value", cx.at(d.Pos), "@font-feature-values: "+d.Name+": "+clipText(d.Text)+" is not supported")
				continue
			}
			for _, family := range families {
				if sb.alternates.rules == nil {
					sb.alternates.rules = fontrule.Values{}
				}
				sb.alternates.rules[fontrule.ValueKey{Family: family, Use: fontrule.Use{Kind: k.kind, Name: css.Lower(d.Name)}}] = numbers
			}
		}
	}
}

// featureNumbers parses one or more integers that are not negative.
func featureNumbers(toks []css.Token) (out []uint32, ok bool) {
	for s := css.NewStream(css.Trim(toks)); !s.AtEnd(); {
		t := s.Next()
		if t.Kind != css.Number || !t.Flag || t.Num < 0 || t.Num > 1<<30 {
			return nil, false
		}
		out = append(out, uint32(t.Num))
	}
	return out, len(out) > 0
}
