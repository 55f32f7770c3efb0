package style

import (
	"github.com/platenhq/platen/modules/rendering/engine/css"
)

// animationLists holds the comma-separated lists of animation-*.
type animationLists struct {
	names      []string
	durations  []float64
	delays     []float64
	iterations []float64
	directions []uint8
	fills      []uint8
	timings    []string
	paused     []bool
	detached   []bool
	composed   []uint8
}

var (
	animationDirections = words[uint8]{"normal": 0, "reverse": 1, "alternate": 2, "alternate-reverse": 3}
	animationFills      = words[uint8]{"none": 0, "forwards": 1, "backwards": 2, "both": 3}
	playStates          = words[bool]{"running": false, "paused": true}
)

// maxAnimations bounds the animations of an element.
const maxAnimations = 100

func defineAnimation(r *registry) {
	get := func(s *Computed) *animationLists { return &s.inner.animation }
	listUpTo(r, "animation-name", maxAnimations, func(s *Computed) *[]string { return &get(s).names }, func(p *parser) (value[string], bool) {
		if p.Ident("none") {
			return constant(""), true
		}
		if s, ok := p.str(); ok {
			return constant(s), true
		}
		id, ok := p.ident()
		return constant(id), ok
	})
	time := func(p *parser) (value[float64], bool) { return p.quantity(catTime) }
	list(r, "animation-duration", func(s *Computed) *[]float64 { return &get(s).durations }, func(p *parser) (value[float64], bool) {
		if p.Ident("auto") {
			return constant(0.0), true
		}
		return time(p)
	})
	list(r, "animation-delay", func(s *Computed) *[]float64 { return &get(s).delays }, time)
	list(r, "animation-iteration-count", func(s *Computed) *[]float64 { return &get(s).iterations }, parseIterations)
	list(r, "animation-direction", func(s *Computed) *[]uint8 { return &get(s).directions }, animationDirections.parse)
	list(r, "animation-fill-mode", func(s *Computed) *[]uint8 { return &get(s).fills }, animationFills.parse)
	list(r, "animation-timing-function", func(s *Computed) *[]string { return &get(s).timings }, parseTiming)
	list(r, "animation-play-state", func(s *Computed) *[]bool { return &get(s).paused }, playStates.parse)
	list(r, "animation-composition", func(s *Computed) *[]uint8 { return &get(s).composed }, words[uint8]{"replace": composeReplace, "add": composeAdd, "accumulate": composeAccumulate}.parse)
	list(r, "animation-timeline", func(s *Computed) *[]bool { return &get(s).detached }, parseTimeline)
	for _, n := range []string{"name", "duration", "delay", "iteration-count", "direction", "fill-mode", "timing-function", "play-state"} {
		r.alias("-webkit-animation-"+n, "animation-"+n)
	}
	r.alias("-webkit-animation", "animation")
}

// parseTimeline reports whether a timeline is not that of the document: none, a name, scroll() or view().
func parseTimeline(p *parser) (value[bool], bool) {
	if p.Ident("auto") {
		return constant(false), true
	}
	for _, name := range [...]string{"scroll", "view"} {
		if _, ok := p.Func(name); ok {
			return constant(true), true
		}
	}
	id, ok := p.ident()
	return constant(true), ok && id != ""
}

func parseIterations(p *parser) (value[float64], bool) {
	if p.Ident("infinite") {
		return constant(-1.0), true
	}
	return p.number(0)
}

// parseTiming parses an easing function and returns its text.
func parseTiming(p *parser) (value[string], bool) {
	if id, ok := p.oneOf("linear", "ease", "ease-in", "ease-out", "ease-in-out", "step-start", "step-end"); ok {
		return constant(id), true
	}
	t := p.Peek()
	if t.Kind != css.Function {
		return nil, false
	}
	switch css.Lower(t.Value) {
	case "cubic-bezier", "steps", "linear":
		start := p.I
		p.SkipValue()
		s := css.Serialize(p.T[start:p.I])
		return constant(s), true
	}
	return nil, false
}

func (a *animationLists) list() []Animation {
	var out []Animation
	for i, n := range a.names {
		if n == "" {
			continue
		}
		out = append(out, Animation{
			Name: n, Duration: nth(a.durations, i, 0), Delay: nth(a.delays, i, 0), Iterations: nth(a.iterations, i, 1),
			Direction: nth(a.directions, i, 0), Fill: nth(a.fills, i, 0), Timing: nth(a.timings, i, "ease"),
			Paused: nth(a.paused, i, false), Detached: nth(a.detached, i, false), Composition: nth(a.composed, i, composeReplace),
		})
	}
	return out
}

// animationShorthand parses animation: for every item times, counts and keywords in any order; the first time is the
// duration.
func animationShorthand(p *parser, set func(string, setter)) bool {
	var a animationLists
	for {
		name, dur, delay, iter, dir, fill, timing, paused := "", 0.0, 0.0, 1.0, uint8(0), uint8(0), "ease", false
		times, seen := 0, 0
		got := [5]bool{}
		for !p.AtEnd() && p.Peek().Kind != css.Comma {
			seen++
			if v, ok := p.quantity(catTime); ok {
				if times == 0 {
					dur = v(nil)
				} else {
					delay = v(nil)
				}
				times++
				continue
			}
			if v, ok := parseIterations(p); ok && !got[0] {
				iter, got[0] = v(nil), true
				continue
			}
			if v, ok := parseTiming(p); ok && !got[1] {
				timing, got[1] = v(nil), true
				continue
			}
			if v, ok := animationDirections.parse(p); ok && !got[2] {
				dir, got[2] = v(nil), true
				continue
			}
			if v, ok := playStates.parse(p); ok && !got[3] {
				paused, got[3] = v(nil), true
				continue
			}
			if v, ok := animationFills.parse(p); ok && !got[4] {
				fill, got[4] = v(nil), true
				continue
			}
			if s, ok := p.str(); ok && name == "" {
				name = s
				continue
			}
			id, ok := p.ident()
			if !ok || name != "" {
				return false
			}
			name = id
		}
		if seen == 0 || times > 2 || len(a.names) == maxAnimations {
			return false
		}
		a.names = append(a.names, name)
		a.durations = append(a.durations, dur)
		a.delays = append(a.delays, delay)
		a.iterations = append(a.iterations, iter)
		a.directions = append(a.directions, dir)
		a.fills = append(a.fills, fill)
		a.timings = append(a.timings, timing)
		a.paused = append(a.paused, paused)
		if !p.Comma() {
			break
		}
	}
	set("animation-name", func(b *builder) { b.out.inner.animation.names = a.names })
	set("animation-duration", func(b *builder) { b.out.inner.animation.durations = a.durations })
	set("animation-delay", func(b *builder) { b.out.inner.animation.delays = a.delays })
	set("animation-iteration-count", func(b *builder) { b.out.inner.animation.iterations = a.iterations })
	set("animation-direction", func(b *builder) { b.out.inner.animation.directions = a.directions })
	set("animation-fill-mode", func(b *builder) { b.out.inner.animation.fills = a.fills })
	set("animation-timing-function", func(b *builder) { b.out.inner.animation.timings = a.timings })
	set("animation-play-state", func(b *builder) { b.out.inner.animation.paused = a.paused })
	set("animation-timeline", func(b *builder) { b.out.inner.animation.detached = nil })
	set("animation-composition", func(b *builder) { b.out.inner.animation.composed = nil })
	return true
}
