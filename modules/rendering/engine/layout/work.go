package layout

import (
	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/limit"
)

const (
	// baseSteps, stepsPerBox and stepsPerCharacter bound the steps of a layout: layouts and measurements of boxes and
	// lines.
	baseSteps         = 10_000
	stepsPerBox       = 400
	stepsPerCharacter = 8
	// baseSearch and searchPerCharacter bound the candidate breaks examined for balanced lines in one layout, including
	// all trials of a text's size.
	baseSearch         = 200_000
	searchPerCharacter = 400
	// maxRubyWork bounds the bytes of ruby that are measured to divide it between lines.
	maxRubyWork = 2_000_000
)

// work counts the steps of a layout.
type work struct {
	steps, maxSteps   int
	search, maxSearch int
	ruby              int     // bytes of ruby measured to divide it
	spent             []int32 // steps by box
	warnedOnce        map[string]bool
}

// begin sets the limits for a box tree.
func (w *work) begin(boxes []*Box) {
	characters := 0
	for _, b := range boxes {
		characters += len(b.Text)
	}
	w.maxSteps = baseSteps + stepsPerBox*len(boxes) + stepsPerCharacter*characters
	w.maxSearch = baseSearch + searchPerCharacter*characters
	w.spent = make([]int32, len(boxes))
}

// step counts a step for a box and reports whether layout may continue: it stops when ctx is done, when the document
// exceeds the steps that its size allows, or after an error.
func (l *layouter) step(b *Box) bool {
	if l.err != nil {
		return false
	}
	w := &l.work
	w.steps++
	if b != nil && int(b.Index) < len(w.spent) {
		w.spent[b.Index]++
	}
	if w.steps&127 == 0 {
		if err := l.stop(); err != nil {
			l.err = err
			return false
		}
	}
	if w.steps > w.maxSteps {
		l.err = &limit.Error{
			Counted: "layout_steps", Count: int64(w.steps), Limit: int64(w.maxSteps), Path: l.path(l.costliest()),
			Hint: "nest flex, grid and table boxes and columns less deeply, or fit fewer texts to their boxes",
		}
		return false
	}
	return true
}

// spend counts n cheap operations for a box, converted to steps, and reports as step does.
func (l *layouter) spend(b *Box, n int) bool {
	l.work.steps += n / 32
	return l.step(b) && (n < 1<<10 || l.stopped() == nil)
}

// stopped checks ctx and records its error.
func (l *layouter) stopped() error {
	if l.err == nil {
		l.err = l.stop()
	}
	return l.err
}

// fitting reports whether text may still be fitted to its box, which may use at most half of the steps, so that layout
// without fitting has the rest.
func (w *work) fitting() bool { return w.steps < w.maxSteps/2 }

// takeCandidates takes n candidates of a search for even lines off the budget, and reports whether they were available.
func (w *work) takeCandidates(n int) bool {
	w.search += n
	return w.search <= w.maxSearch
}

// takeRuby takes n bytes off the budget for dividing ruby, and reports whether they were available.
func (w *work) takeRuby(n int) bool {
	w.ruby += n
	return w.ruby <= maxRubyWork
}

// costliest returns the box with the most steps, the first of several.
func (l *layouter) costliest() *Box {
	best := 0
	for i, n := range l.work.spent {
		if n > l.work.spent[best] {
			best = i
		}
	}
	return l.boxes[best]
}

// path returns the location of a box's element.
func (l *layouter) path(b *Box) string {
	for ; b != nil; b = b.Parent {
		if b.Node != dom.None {
			return l.in.Tree.Doc.Node(b.Node).Path
		}
	}
	return ""
}

// warnOnce warns once per element and code.
func (l *layouter) warnOnce(b *Box, code, message string) {
	path := l.path(b)
	if l.work.warnedOnce[code+path] {
		return
	}
	if l.work.warnedOnce == nil {
		l.work.warnedOnce = map[string]bool{}
	}
	l.work.warnedOnce[code+path] = true
	l.warnings = append(l.warnings, dom.Warning{Code: code, Path: path, Message: message})
}
