package layout

import (
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// maxLeader bounds the repetitions of a leader's pattern.
const maxLeader = 1000

// leaderBox creates the box of leader() (CSS Generated Content for Paged Media 3 §4): the pattern once, as an atomic
// inline that its line widens.
func (t *treeBuilder) leaderBox(pattern string, st *style.Computed) *Box {
	own := leaderStyle(st)
	text := t.newBox(Box{Kind: TextBox, Style: own, Node: dom.None, Text: pattern})
	return t.newBox(Box{Kind: BlockBox, Style: own, Node: dom.None, InlineChildren: true, Children: []*Box{text}, leader: pattern})
}

func leaderStyle(st *style.Computed) *style.Computed {
	own := inheritedStyle(st, style.DisplayInlineBlock)
	own.WhiteSpace, own.NoWrap = style.WSPreserve, true
	own.TextIndent, own.TextAlign, own.TextAlignLast = style.Pixels(0), style.AlignLeft, style.AlignAuto
	return own
}

// fillLeaders distributes the free space of the line equally to its leaders.
func (b *lineBuilder) fillLeaders() {
	var leaders []int
	for i := range b.leaves {
		if lf := &b.leaves[i]; lf.kind == leafAtomic && lf.box.leader != "" && lf.frag.Size.W > 0 {
			leaders = append(leaders, i)
		}
	}
	free := b.f.right - b.f.left - b.ln.width
	if len(leaders) == 0 || free <= 0 {
		return
	}
	for k, i := range leaders {
		share := free / geom.Unit(len(leaders)-k)
		free -= share
		b.fillLeader(i, share)
	}
}

// fillLeader widens a leader. Its patterns are on a grid from the line's end, so that those of adjacent lines are
// aligned.
func (b *lineBuilder) fillLeader(i int, by geom.Unit) {
	lf := &b.leaves[i]
	unit, l := lf.frag.Size.W, b.f.l
	behind := geom.Unit(0)
	for k := i + 1; k < len(b.leaves); k++ {
		behind += b.leaves[k].width
	}
	off := (unit - behind%unit) % unit // between the patterns and the following content
	wide := unit + by
	n := min(int(max(0, wide-off)/unit), maxLeader)
	own := *lf.box
	own.cache = boxCache{}
	text := *own.Children[0]
	text.Text, text.cache, text.Parent = strings.Repeat(own.leader, max(n, 1)), boxCache{}, &own
	own.Children = []*Box{&text}
	laid := *l.layout(&own, b.f.atomicSpace())
	if n == 0 {
		laid.Children = nil
	}
	shift := wide - off - laid.Size.W
	if b.rtl() {
		shift = off
	}
	laid.Children = append([]*Fragment(nil), laid.Children...)
	for k, c := range laid.Children {
		moved := *c
		moved.Offset.X += shift
		laid.Children[k] = &moved
	}
	laid.Size.W = wide
	laid.Overflow = geom.Rect{W: wide, H: laid.Size.H}
	lf.frag, lf.width = &laid, addSat(wide, laid.Margin.Horizontal())
	b.ln.width += by
}
