package font

import (
	"slices"

	"github.com/go-text/typesetting/font/opentype/tables"
)

// Substitutes returns the glyphs that the substitution rules of the given scripts (OpenType tags) can produce, for any
// language and features, in order.
func (f *Face) Substitutes(scripts ...string) []GlyphID {
	layout, _, err := f.Shaping()
	if err != nil {
		return nil
	}
	s := substitutes{lookups: map[uint16]bool{}}
	for _, script := range layout.GSUB.Scripts {
		if !slices.Contains(scripts, script.Tag.String()) {
			continue
		}
		systems := slices.Clone(script.LangSys)
		if script.DefaultLangSys != nil {
			systems = append(systems, *script.DefaultLangSys)
		}
		for _, l := range systems {
			for _, i := range append(slices.Clone(l.FeatureIndices), l.RequiredFeatureIndex) {
				if int(i) < len(layout.GSUB.Features) {
					s.queue = append(s.queue, layout.GSUB.Features[i].LookupListIndices...)
				}
			}
		}
	}
	for len(s.queue) > 0 {
		i := s.queue[len(s.queue)-1]
		s.queue = s.queue[:len(s.queue)-1]
		if s.lookups[i] || int(i) >= len(layout.GSUB.Lookups) {
			continue
		}
		s.lookups[i] = true
		for _, rule := range layout.GSUB.Lookups[i].Subtables {
			s.read(rule)
		}
	}
	slices.Sort(s.glyphs)
	return slices.Compact(s.glyphs)
}

// substitutes collects the glyphs that rules produce.
type substitutes struct {
	lookups map[uint16]bool // visited
	queue   []uint16        // to be visited
	glyphs  []GlyphID
}

func (s *substitutes) add(glyphs ...tables.GlyphID) {
	for _, g := range glyphs {
		s.glyphs = append(s.glyphs, GlyphID(g))
	}
}

func (s *substitutes) read(rule tables.GSUBLookup) {
	switch r := rule.(type) {
	case tables.SingleSubs:
		switch d := r.Data.(type) {
		case tables.SingleSubstData1:
			eachCovered(d.Coverage, func(g tables.GlyphID) { s.add(g + tables.GlyphID(d.DeltaGlyphID)) })
		case tables.SingleSubstData2:
			s.add(d.SubstituteGlyphIDs...)
		}
	case tables.MultipleSubs:
		for _, q := range r.Sequences {
			s.add(q.SubstituteGlyphIDs...)
		}
	case tables.AlternateSubs:
		for _, a := range r.AlternateSets {
			s.add(a.AlternateGlyphIDs...)
		}
	case tables.LigatureSubs:
		for _, set := range r.LigatureSets {
			for _, l := range set.Ligatures {
				s.add(l.LigatureGlyph)
			}
		}
	case tables.ReverseChainSingleSubs:
		s.add(r.SubstituteGlyphIDs...)
	case tables.ContextualSubs:
		switch d := r.Data.(type) {
		case tables.ContextualSubs1:
			s.rules(d.SeqRuleSet)
		case tables.ContextualSubs2:
			s.rules(d.ClassSeqRuleSet)
		case tables.ContextualSubs3:
			s.nested(d.SeqLookupRecords)
		}
	case tables.ChainedContextualSubs:
		switch d := r.Data.(type) {
		case tables.ChainedContextualSubs1:
			s.chainedRules(d.ChainedSeqRuleSet)
		case tables.ChainedContextualSubs2:
			s.chainedRules(d.ChainedClassSeqRuleSet)
		case tables.ChainedContextualSubs3:
			s.nested(d.SeqLookupRecords)
		}
	}
}

func (s *substitutes) rules(sets []tables.SequenceRuleSet) {
	for _, set := range sets {
		for _, r := range set.SeqRule {
			s.nested(r.SeqLookupRecords)
		}
	}
}

func (s *substitutes) chainedRules(sets []tables.ChainedSequenceRuleSet) {
	for _, set := range sets {
		for _, r := range set.ChainedSeqRules {
			s.nested(r.SeqLookupRecords)
		}
	}
}

func (s *substitutes) nested(records []tables.SequenceLookupRecord) {
	for _, r := range records {
		if !s.lookups[r.LookupListIndex] {
			s.queue = append(s.queue, r.LookupListIndex)
		}
	}
}

// eachCovered calls do for each glyph of a coverage table.
func eachCovered(c tables.Coverage, do func(tables.GlyphID)) {
	switch c := c.(type) {
	case tables.Coverage1:
		for _, g := range c.Glyphs {
			do(g)
		}
	case tables.Coverage2:
		for _, r := range c.Ranges {
			for g := int(r.StartGlyphID); g <= int(r.EndGlyphID); g++ {
				do(tables.GlyphID(g))
			}
		}
	}
}
