package font

import (
	"slices"
	"strings"

	otfont "github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/font/opentype/tables"
)

// WordRules describes whether a face's text may be split after spaces and shaped in parts with the same result as
// shaping it whole, provided that no optional feature is enabled.
type WordRules struct {
	// ByWords reports whether text may be split at all.
	ByWords bool
	// Reach is the maximum number of glyphs in the context of rules that span spaces, 0 if there are none.
	Reach     int
	sensitive []uint64 // bit set of glyphs
}

// Sensitive reports whether the glyph may depend on context beyond a space.
func (r *WordRules) Sensitive(g GlyphID) bool {
	return int(g>>6) < len(r.sensitive) && r.sensitive[g>>6]&(1<<(g&63)) != 0
}

// WordRules reads the face's layout rules that involve the space glyph; the result is cached.
func (f *Face) WordRules() *WordRules {
	s := f.shaping
	_, _, err := f.Shaping()
	s.wordsOnce.Do(func() {
		switch {
		case err != nil:
			s.words = &WordRules{ByWords: true} // characters are mapped one by one
		case f.sfnt.table("morx") != nil, f.sfnt.table("kerx") != nil, f.sfnt.table("GPOS") == nil && f.sfnt.table("kern") != nil:
			s.words = &WordRules{}
		default:
			b := ruleBuilder{space: tables.GlyphID(f.cmap.glyph(' ')), glyphs: f.count}
			b.rules = WordRules{ByWords: true, sensitive: make([]uint64, f.count/64+1)}
			b.read(s.font)
			if b.crosses {
				b.rules = WordRules{}
			}
			s.words = &b.rules
		}
	})
	return s.words
}

// ruleBuilder builds a WordRules.
type ruleBuilder struct {
	rules   WordRules
	space   tables.GlyphID
	glyphs  int
	crosses bool // a rule starts at a space, or skips it
}

func (b *ruleBuilder) read(f *otfont.Font) {
	skips := false
	if f.GDEF.GlyphClassDef != nil {
		class, _ := f.GDEF.GlyphClassDef.Class(b.space)
		skips = class == 1
	}
	const ignoreBase = 2
	active := activeLookups(f.GSUB.Features)
	for i, l := range f.GSUB.Lookups {
		if !active[uint16(i)] {
			continue
		}
		for _, s := range l.Subtables {
			switch s.(type) {
			case tables.SingleSubs, tables.MultipleSubs, tables.AlternateSubs:
				continue
			}
			b.crosses = b.crosses || b.has(s.Cov()) || skips && l.Flag&ignoreBase != 0
			b.substitution(s)
		}
	}
	active = activeLookups(f.GPOS.Features)
	for i, l := range f.GPOS.Lookups {
		if !active[uint16(i)] {
			continue
		}
		for _, s := range l.Subtables {
			switch s.(type) {
			case tables.SinglePos, tables.MarkBasePos, tables.MarkLigPos, tables.MarkMarkPos:
				continue // a mark and its base are never split
			}
			b.crosses = b.crosses || b.has(s.Cov()) || skips && l.Flag&ignoreBase != 0
			b.position(s)
		}
	}
}

func (b *ruleBuilder) substitution(s tables.GSUBLookup) {
	switch s := s.(type) {
	case tables.LigatureSubs:
		for _, set := range s.LigatureSets {
			for _, l := range set.Ligatures {
				b.crosses = b.crosses || slices.Contains(l.ComponentGlyphIDs, b.space)
			}
		}
	case tables.ContextualSubs:
		switch d := s.Data.(type) {
		case tables.ContextualSubs1:
			b.glyphRules(d.Cov(), chained(d.SeqRuleSet))
		case tables.ContextualSubs2:
			b.classRules(d.Cov(), d.ClassDef, d.ClassDef, d.ClassDef, chained(d.ClassSeqRuleSet))
		case tables.ContextualSubs3:
			b.coverageRule(nil, d.Coverages, nil)
		}
	case tables.ChainedContextualSubs:
		switch d := s.Data.(type) {
		case tables.ChainedContextualSubs1:
			b.glyphRules(d.Cov(), d.ChainedSeqRuleSet)
		case tables.ChainedContextualSubs2:
			b.classRules(d.Cov(), d.BacktrackClassDef, d.InputClassDef, d.LookaheadClassDef, d.ChainedClassSeqRuleSet)
		case tables.ChainedContextualSubs3:
			b.coverageRule(d.BacktrackCoverages, d.InputCoverages, d.LookaheadCoverages)
		}
	case tables.ReverseChainSingleSubs:
		b.coverageRule(s.BacktrackCoverages, []tables.Coverage{s.Cov()}, s.LookaheadCoverages)
	}
}

func (b *ruleBuilder) position(s tables.GPOSLookup) {
	switch s := s.(type) {
	case tables.ContextualPos:
		switch d := s.Data.(type) {
		case tables.ContextualPos1:
			b.glyphRules(d.Cov(), chained(d.SeqRuleSet))
		case tables.ContextualPos2:
			b.classRules(d.Cov(), d.ClassDef, d.ClassDef, d.ClassDef, chained(d.ClassSeqRuleSet))
		case tables.ContextualPos3:
			b.coverageRule(nil, d.Coverages, nil)
		}
	case tables.ChainedContextualPos:
		switch d := s.Data.(type) {
		case tables.ChainedContextualPos1:
			b.glyphRules(d.Cov(), d.ChainedSeqRuleSet)
		case tables.ChainedContextualPos2:
			b.classRules(d.Cov(), d.BacktrackClassDef, d.InputClassDef, d.LookaheadClassDef, d.ChainedClassSeqRuleSet)
		case tables.ChainedContextualPos3:
			b.coverageRule(d.BacktrackCoverages, d.InputCoverages, d.LookaheadCoverages)
		}
	}
}

// chained converts simple rules to chained ones.
func chained(sets []tables.SequenceRuleSet) []tables.ChainedSequenceRuleSet {
	out := make([]tables.ChainedSequenceRuleSet, len(sets))
	for i, set := range sets {
		for _, r := range set.SeqRule {
			out[i].ChainedSeqRules = append(out[i].ChainedSeqRules, tables.ChainedSequenceRule{InputSequence: r.InputSequence})
		}
	}
	return out
}

func (b *ruleBuilder) has(c tables.Coverage) bool {
	if c == nil {
		return false
	}
	_, ok := c.Index(b.space)
	return ok
}

// mark marks the glyphs for which in is true as sensitive to a rule of n positions.
func (b *ruleBuilder) mark(n int, in func(g tables.GlyphID) bool) {
	b.rules.Reach = max(b.rules.Reach, n)
	for g := range b.glyphs {
		if in(tables.GlyphID(g)) {
			b.rules.sensitive[g>>6] |= 1 << (g & 63)
		}
	}
}

func (b *ruleBuilder) coverageRule(back, input, ahead []tables.Coverage) {
	if !slices.ContainsFunc(back, b.has) && !slices.ContainsFunc(input, b.has) && !slices.ContainsFunc(ahead, b.has) {
		return
	}
	b.rules.Reach = max(b.rules.Reach, len(back)+len(input)+len(ahead))
	for _, c := range input {
		switch c := c.(type) {
		case tables.Coverage1:
			for _, g := range c.Glyphs {
				b.markRange(g, g)
			}
		case tables.Coverage2:
			for _, r := range c.Ranges {
				b.markRange(r.StartGlyphID, r.EndGlyphID)
			}
		}
	}
}

// markRange marks a range of glyphs as sensitive.
func (b *ruleBuilder) markRange(first, last tables.GlyphID) {
	for g := int(first); g <= int(last) && g < b.glyphs; g++ {
		if g != int(b.space) {
			b.rules.sensitive[g>>6] |= 1 << (g & 63)
		}
	}
}

func (b *ruleBuilder) glyphRules(cov tables.Coverage, sets []tables.ChainedSequenceRuleSet) {
	for _, set := range sets {
		for _, r := range set.ChainedSeqRules {
			if !slices.Contains(r.BacktrackSequence, b.space) && !slices.Contains(r.InputSequence, b.space) && !slices.Contains(r.LookaheadSequence, b.space) {
				continue
			}
			b.mark(len(r.BacktrackSequence)+len(r.InputSequence)+1+len(r.LookaheadSequence), func(g tables.GlyphID) bool {
				_, ok := cov.Index(g)
				return ok || g != b.space && slices.Contains(r.InputSequence, g)
			})
		}
	}
}

func (b *ruleBuilder) classRules(cov tables.Coverage, back, input, ahead tables.ClassDef, sets []tables.ChainedSequenceRuleSet) {
	classOf := func(d tables.ClassDef, g tables.GlyphID) tables.GlyphID {
		if d == nil {
			return 0
		}
		c, _ := d.Class(g)
		return c
	}
	for _, set := range sets {
		for _, r := range set.ChainedSeqRules {
			if !slices.Contains(r.BacktrackSequence, classOf(back, b.space)) && !slices.Contains(r.InputSequence, classOf(input, b.space)) &&
				!slices.Contains(r.LookaheadSequence, classOf(ahead, b.space)) {
				continue
			}
			b.mark(len(r.BacktrackSequence)+len(r.InputSequence)+1+len(r.LookaheadSequence), func(g tables.GlyphID) bool {
				_, ok := cov.Index(g)
				return ok || g != b.space && slices.Contains(r.InputSequence, classOf(input, g))
			})
		}
	}
}

// activeLookups returns the lookups of features that are enabled by default.
func activeLookups(features []otfont.Feature) map[uint16]bool {
	m := map[uint16]bool{}
	for _, feature := range features {
		if optionalFeature(feature.Tag.String()) {
			continue
		}
		for _, i := range feature.LookupListIndices {
			m[i] = true
		}
	}
	return m
}

// optionalFeature reports whether a feature is only enabled by a style.
func optionalFeature(tag string) bool {
	switch tag {
	case "aalt", "frac", "numr", "dnom", "salt", "smcp", "c2sc", "pcap", "c2pc", "zero", "tnum", "pnum", "onum", "lnum", "sups", "subs", "sinf", "ordn",
		"case", "dlig", "hlig", "swsh", "cswh", "titl", "unic", "hist", "halt", "palt", "vert", "vrt2", "vkna", "hkna", "ruby", "fwid", "hwid", "pwid",
		"qwid", "twid", "trad", "smpl", "tnam", "expt", "jp78", "jp83", "jp90", "jp04", "nlck", "cpsp", "nalt", "ornm", "valt", "vhal", "vpal", "vkrn", "afrc", "mgrk":
		return true
	}
	return strings.HasPrefix(tag, "ss") || strings.HasPrefix(tag, "cv")
}
