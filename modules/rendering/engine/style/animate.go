package style

import (
	"math"
	"sort"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/css"
	"github.com/platenhq/platen/modules/rendering/engine/dom"
)

// This file samples CSS animations (CSS Animations 1, Web Animations) at a time: the sampled values become declarations
// on single elements, which the cascade then applies.

// animated is an element, or a generated box of one, with animations.
type animated struct {
	node   dom.NodeID
	pseudo css.PseudoElement
	style  *Computed
}

// animatedElements returns the elements and generated boxes with animations that have keyframes, in document order.
func (t *Tree) animatedElements() []animated {
	var out []animated
	add := func(id dom.NodeID, pe css.PseudoElement, s *Computed) {
		if s == nil {
			return
		}
		for i := range s.Animations {
			if t.Keyframes[s.Animations[i].Name] != nil && !s.Animations[i].Detached {
				out = append(out, animated{id, pe, s})
				return
			}
		}
	}
	for id := range t.Styles {
		node := dom.NodeID(id)
		add(node, css.PseudoNone, t.Styles[id])
		if p := t.Before[node]; p != nil {
			add(node, css.PseudoBefore, p.Style)
		}
		if p := t.After[node]; p != nil {
			add(node, css.PseudoAfter, p.Style)
		}
	}
	return out
}

// AnimationTime returns the duration of the document's animations in seconds: until the last finite one ends, and one
// iteration of each infinite one, two if it alternates. It is 0 for a document without animations.
func (t *Tree) AnimationTime() float64 {
	total := 0.0
	for _, e := range t.animatedElements() {
		for i := range e.style.Animations {
			a := &e.style.Animations[i]
			if t.Keyframes[a.Name] == nil || a.Duration <= 0 || a.Paused || a.Detached {
				continue
			}
			rounds := a.Iterations
			if rounds < 0 {
				rounds = 1
				if a.Direction >= 2 {
					rounds = 2
				}
			}
			end := max(a.Delay, 0) + float64(a.Duration*rounds)
			if a.Iterations < 0 {
				end = float64(a.Duration * rounds) // delays only shift an infinite animation
			}
			total = max(total, end)
		}
	}
	return total
}

// AnimationFrame returns the declarations of the animations at a time in seconds.
func (t *Tree) AnimationFrame(at float64) []Override {
	return t.animationFrame(func(a *Animation) float64 {
		if a.Paused {
			return 0
		}
		return at
	})
}

// SettledFrame returns the declarations of the animations after the finite ones have ended; infinite and paused ones
// are sampled at their start.
func (t *Tree) SettledFrame() []Override {
	return t.animationFrame(func(a *Animation) float64 {
		if a.Paused || a.Iterations < 0 {
			return 0
		}
		return a.Delay + float64(a.Duration*a.Iterations) + 1
	})
}

func (t *Tree) animationFrame(at func(*Animation) float64) []Override {
	var out []Override
	for _, e := range t.animatedElements() {
		s := sampler{tree: t, node: t.Doc.Node(e.node), base: e.style, current: map[string]string{}}
		for i := range e.style.Animations {
			a := &e.style.Animations[i]
			frames := t.Keyframes[a.Name]
			if frames == nil || a.Detached {
				continue
			}
			now := at(a)
			p, ok := a.progress(now)
			if ok {
				s.sample(a, frames, p)
			}
			if ok || now < a.Delay {
				s.effects |= frames.effects
			}
		}
		if len(s.names) > 0 || s.effects != 0 {
			var decls strings.Builder
			for _, name := range s.names {
				decls.WriteString(name + ":" + s.current[name] + " !important;")
			}
			out = append(out, Override{Node: e.node, Pseudo: e.pseudo, Declarations: decls.String(), Path: s.node.Path, Animates: s.effects})
		}
	}
	return out
}

// progress returns the progress of an animation through its keyframes, from 0 to 1; ok is false when it has no effect
// (Web Animations §4.10: fill modes, iterations, direction).
func (a *Animation) progress(at float64) (p float64, ok bool) {
	active := at - a.Delay
	forwards, backwards := a.Fill == 1 || a.Fill == 3, a.Fill == 2 || a.Fill == 3
	overall := max(a.Iterations, 1) // of an animation of zero duration
	if a.Duration > 0 {
		overall = active / a.Duration
	}
	switch {
	case active < 0:
		if !backwards {
			return 0, false
		}
		overall = 0
	case a.Iterations >= 0 && overall >= a.Iterations:
		if !forwards {
			return 0, false
		}
		overall = a.Iterations
	}
	round := math.Floor(overall)
	p = overall - round
	if p == 0 && overall > 0 && (a.Duration <= 0 || a.Iterations >= 0 && overall >= a.Iterations) {
		round, p = round-1, 1 // the end of the last iteration
	}
	odd := math.Mod(round, 2) == 1
	switch a.Direction {
	case 1:
		p = 1 - p
	case 2:
		if odd {
			p = 1 - p
		}
	case 3:
		if !odd {
			p = 1 - p
		}
	}
	return p, true
}

// sampler accumulates the values of the animations of one element, in order: each is above those before it.
type sampler struct {
	tree    *Tree
	node    *dom.Node
	base    *Computed
	names   []string
	current map[string]string
	effects WillChange
}

// effectsOf returns the effects that a declaration in a keyframe gives an animation that waits, runs or fills, whatever
// its value is at the moment: those of will-change with the properties for which Chromium keeps them.
func effectsOf(property string) WillChange {
	switch property {
	case "opacity", "transform", "-webkit-transform", "translate", "rotate", "scale", "filter", "backdrop-filter", "clip-path":
		return willChange[property]
	}
	return 0
}

// value returns the value of a property below the next animation.
func (s *sampler) value(name string) (string, bool) {
	if v, ok := s.current[name]; ok {
		return v, true
	}
	own, known := underlying(s.node, s.base, name)
	if r := s.tree.registered[name]; r != nil && !known && r.has {
		return r.initial, true
	}
	return own, known
}

// keyframe is the value of a property at an offset.
type keyframe struct {
	offset float64
	value  string
	timing string
}

// sample adds the values of an animation at a progress.
func (s *sampler) sample(a *Animation, k *Keyframes, p float64) {
	names, tracks := keyframeTracks(k, a.Timing)
	for _, name := range names {
		track := tracks[name]
		own, known := s.value(name)
		if a.Composition != composeReplace && known {
			for i := range track {
				track[i].value = compose(name, own, track[i].value, a.Composition)
			}
		}
		if track[0].offset > 0 {
			first := own
			if !known {
				first = track[0].value
			}
			track = append([]keyframe{{0, first, a.Timing}}, track...)
		}
		if last := track[len(track)-1]; last.offset < 1 {
			if !known {
				own = last.value
			}
			track = append(track, keyframe{1, own, a.Timing})
		}
		i := 0
		for i+2 < len(track) && p >= track[i+1].offset {
			i++
		}
		from, to := track[i], track[i+1]
		local := 0.0
		if span := to.offset - from.offset; span > 0 {
			local = (p - from.offset) / span
		}
		if _, have := s.current[name]; !have {
			s.names = append(s.names, name)
		}
		p := ease(from.timing, min(max(local, 0), 1))
		if size, ok := interpolateSizes(name, from.value, to.value, p, s.base.inner.keywords); ok {
			s.current[name] = size
			continue
		}
		s.current[name] = interpolateAs(s.tree.registered[name], name, from.value, to.value, p)
	}
}

// keyframeTracks returns the keyframes of each property, which are sorted by name.
func keyframeTracks(k *Keyframes, timing string) (names []string, tracks map[string][]keyframe) {
	tracks = map[string][]keyframe{}
	for i := range k.Frames {
		f := &k.Frames[i]
		easing := timing
		list := longhands(css.ParseDeclarations(f.Declarations))
		for _, d := range list {
			if d.Name == "animation-timing-function" {
				easing = strings.TrimSpace(d.Text)
			}
		}
		for _, d := range list {
			if strings.HasPrefix(d.Name, "animation") || d.Important {
				continue
			}
			if tracks[d.Name] == nil {
				names = append(names, d.Name)
			}
			tracks[d.Name] = append(tracks[d.Name], keyframe{f.Offset, strings.TrimSpace(d.Text), easing})
		}
	}
	sort.Strings(names)
	return names, tracks
}

// transformText serializes a transform list.
func transformText(list []TransformFunc) string {
	if len(list) == 0 {
		return "none"
	}
	var b strings.Builder
	for i, f := range list {
		if i > 0 {
			b.WriteByte(' ')
		}
		switch f.Kind {
		case TransformTranslate:
			if f.N[0] != 0 {
				b.WriteString("translate3d(" + lengthText(f.X, "0px") + "," + lengthText(f.Y, "0px") + "," + px(f.N[0]) + ")")
				continue
			}
			b.WriteString("translate(" + lengthText(f.X, "0px") + "," + lengthText(f.Y, "0px") + ")")
		case TransformRotate:
			b.WriteString("rotate(" + num(f.N[0]) + "deg)")
		case TransformScale:
			b.WriteString("scale(" + num(f.N[0]) + "," + num(f.N[1]) + ")")
		case TransformSkew:
			b.WriteString("skew(" + num(f.N[0]) + "deg," + num(f.N[1]) + "deg)")
		case TransformTurn:
			b.WriteString("rotate3d(" + num(f.N[0]) + "," + num(f.N[1]) + "," + num(f.N[2]) + "," + num(f.N[3]) + "deg)")
		case TransformPerspective:
			b.WriteString("perspective(" + px(f.N[0]) + ")")
		case TransformMatrix3D:
			parts := make([]string, len(f.M))
			for k, v := range f.M {
				parts[k] = num(v)
			}
			b.WriteString("matrix3d(" + strings.Join(parts, ",") + ")")
		case TransformOffset:
		default:
			b.WriteString("matrix(" + num(f.N[0]) + "," + num(f.N[1]) + "," + num(f.N[2]) + "," + num(f.N[3]) + "," + num(f.N[4]) + "," + num(f.N[5]) + ")")
		}
	}
	return b.String()
}
