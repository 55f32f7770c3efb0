package layout

import (
	"math"

	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// fitTolerance is the difference between the width of a line and the room below which text-fit leaves the line, as in
// Blink.
const fitTolerance = 2 * geom.One

// lineFit holds the lines of a block with text-fit (CSS Text 5 §7) and the factor of the font sizes on each. Lines are
// broken at the text's own size; their breaks stay.
type lineFit struct {
	lines    []lineSpan
	scales   []float64
	contents map[float64]*inlineContent
	outer    fitState
	next     int
}

// fitLines determines the lines of the block and their scales; nil if the text keeps its size.
func (f *inlineFlow) fitLines(indent geom.Unit) *lineFit {
	fit := f.c.box.Style.LineFit
	if fit.Kind == style.FitNone || f.l.fit.active {
		return nil
	}
	if f.ic.hasFloat || f.ic.annotated || f.c.box.first != nil {
		f.l.warnOnce(f.c.box, "unsupported_value", "text-fit has no effect on lines with floats, ruby annotations, emphasis marks or a styled first line")
		return nil
	}
	lf := &lineFit{contents: map[float64]*inlineContent{1: f.ic}, outer: f.l.fit}
	room := f.c.right - f.c.left
	for cur, first := (cursor{}), true; cur.item < len(f.ic.items) && f.l.step(f.c.box); {
		in := geom.Unit(0)
		if first != f.c.box.Style.IndentHanging {
			in = indent
		}
		f.br.nextBreak = f.firstBreak(cur.pos)
		ln := f.br.next(cur, min(room, f.limitAt(cur)), in)
		if ln.end == cur {
			break
		}
		ln.width -= in
		lf.lines = append(lf.lines, ln)
		if !ln.empty {
			first = ln.forced && f.c.box.Style.IndentEachLine
		}
		cur = ln.end
	}
	lf.measure(f, fit, room)
	f.br.nextBreak = 0
	for _, s := range lf.scales {
		if s != 1 {
			return lf
		}
	}
	return nil
}

// measure computes the scales of the lines. The width of a line is a linear function of the font size, of which two values
// are measured.
func (lf *lineFit) measure(f *inlineFlow, fit style.LineFit, room geom.Unit) {
	const double = 2
	grows := fit.Kind == style.FitGrow
	lf.scales = make([]float64, len(lf.lines))
	least, found := math.Inf(1), false
	lf.use(f, double)
	for i := range lf.lines {
		ln := &lf.lines[i]
		lf.scales[i] = 1
		diff := room - ln.width
		if ln.empty || diff < fitTolerance && diff > -fitTolerance {
			continue
		}
		if fit.Target != style.FitConsistent && (diff > 0 != grows || fit.Target == style.FitPerLine && (ln.last || ln.forced)) {
			continue
		}
		f.br.fixed = ln
		text := (f.br.next(ln.start, geom.MaxUnit, 0).width - ln.width).Float() // of the text alone
		if text <= 0 || text+diff.Float() <= 0 {
			continue
		}
		scale := (text + diff.Float()) / text
		lf.scales[i] = fit.Clamp(scale)
		least, found = min(least, scale), true
	}
	f.br.fixed = nil
	lf.use(f, 1)
	if fit.Target != style.FitConsistent || !found {
		return
	}
	for i := range lf.scales {
		lf.scales[i] = fit.Clamp(least)
	}
}

// use switches to the content at a scale.
func (lf *lineFit) use(f *inlineFlow, scale float64) {
	box := f.c.box
	f.l.fit = lf.outer
	if lf.contents[scale] == nil && (!f.l.work.fitting() || !f.l.spend(box, 4*len(f.ic.para.Text))) {
		f.l.warnOnce(box, "text_fit_limit", "not all lines are fitted to their block: the document fits too many lines")
		scale = 1
	}
	if scale != 1 {
		f.l.fit = fitState{active: true, scale: scale, hi: math.MaxFloat32, keepsLengths: true}
	}
	ic := lf.contents[scale]
	if ic == nil {
		own := box.cache.inline
		box.cache.inline = nil
		ic = f.l.shapedInline(box)
		box.cache.inline = own
		lf.contents[scale] = ic
	}
	f.ic, f.br.ic = ic, ic
}

// enter switches to the content of the line that begins at cur.
func (lf *lineFit) enter(f *inlineFlow, cur cursor) {
	for lf.next < len(lf.lines) && lf.lines[lf.next].start != cur {
		lf.next++
	}
	if lf.next == len(lf.lines) {
		f.br.fixed = nil
		lf.use(f, 1)
		return
	}
	f.br.fixed = &lf.lines[lf.next]
	lf.use(f, lf.scales[lf.next])
}

// leave restores the content and the state of fitting.
func (lf *lineFit) leave(f *inlineFlow) {
	f.br.fixed = nil
	lf.use(f, 1)
}
