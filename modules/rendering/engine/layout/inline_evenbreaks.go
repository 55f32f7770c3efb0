package layout

import (
	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

// maxBreakStates bounds the search for even breaks; longer texts are not balanced.
const maxBreakStates = 1500

// breakState is a possible start of a line, after a number of lines.
type breakState struct {
	at    cursor
	lines int
	score int64     // the sum of the squares of the free space on the preceding lines
	prev  int       // the state at the start of the preceding line
	room  geom.Unit // the available width with which the preceding line ends here
}

// evenBreaks chooses breaks for at most as many lines as were found, with the minimal sum of the squares of their free
// space. The last line counts like the others if even is set, and a single word on it always costs nearly half a line.
// It returns the maximal width of the line that starts at an offset, nil to keep the lines.
func (f *inlineFlow) evenBreaks(lines []lineSpan, room, indent geom.Unit, even bool) map[int]geom.Unit {
	states := []breakState{{at: lines[0].start, prev: -1}}
	type place struct {
		at    cursor
		lines int
	}
	known := map[place]int{}
	best := -1
	for i := 0; i < len(states); i++ {
		s := states[i]
		if s.at.item >= len(f.ic.items) {
			if best < 0 || s.score < states[best].score {
				best = i
			}
			continue
		}
		if s.lines == len(lines) {
			continue
		}
		in := geom.Unit(0)
		if s.lines == 0 {
			in = indent
		}
		for _, ln := range f.linesFrom(s.at, room, in) {
			left := int64(room - ln.width)
			score := left * left
			if ln.end.item >= len(f.ic.items) {
				if !even {
					score = 0
				}
				if f.oneWord(s.at.pos) {
					score += int64(room) * int64(room) * 15 / 64
				}
			}
			next := breakState{at: ln.end, lines: s.lines + 1, score: s.score + score, prev: i, room: ln.width - ln.slack}
			// States are ordered by their number of lines, so no earlier one leads to next.
			if j, ok := known[place{next.at, next.lines}]; !ok {
				known[place{next.at, next.lines}] = len(states)
				states = append(states, next)
			} else if next.score <= states[j].score {
				states[j] = next
			}
		}
		if len(states) > maxBreakStates || !f.l.work.takeCandidates(1) {
			f.warnUnbalanced()
			return nil
		}
		if i&127 == 127 && !f.l.step(f.c.box) {
			return nil
		}
	}
	if best < 0 {
		return nil
	}
	rooms := map[int]geom.Unit{}
	for i := best; states[i].prev >= 0; i = states[i].prev {
		rooms[states[states[i].prev].at.pos] = states[i].room
	}
	return rooms
}

// linesFrom returns every line that fits from a position, the longest first.
func (f *inlineFlow) linesFrom(at cursor, room, indent geom.Unit) []lineSpan {
	f.br.nextBreak = f.firstBreak(at.pos)
	first := f.br.next(at, room, indent)
	if first.end == at {
		return nil
	}
	out := []lineSpan{first}
	f.br.nextBreak = f.firstBreak(at.pos)
	shorter := f.br.shorter(at, first, indent)
	if !f.l.work.takeCandidates(len(shorter) + 1) {
		return out
	}
	for n := len(shorter); ; {
		// The breaker tolerates one unit of overflow, and returns the last line before one that is too wide.
		last := &out[len(out)-1]
		if room = last.width - last.slack - 2; room < 0 {
			return out
		}
		k := 0
		for k < n && shorter[k].width-shorter[k].slack-1 <= room {
			k++
		}
		if n = k; n == 0 {
			return out
		}
		ln := f.br.deferPositioned(shorter[n-1], room)
		if ln.end == at || ln.width-ln.slack-1 > room || f.emergencyAt(ln.end.pos) {
			return out
		}
		out = append(out, ln)
	}
}

// emergencyAt reports whether only an emergency break ends a line at pos.
func (f *inlineFlow) emergencyAt(pos int) bool {
	k := f.firstBreak(pos - 1)
	return k < len(f.ic.breaks) && f.ic.breaks[k].Pos == pos && f.ic.breaks[k].Emergency
}

// oneWord reports whether no break follows pos.
func (f *inlineFlow) oneWord(pos int) bool {
	for k := f.firstBreak(pos); k < len(f.ic.breaks); k++ {
		if !f.ic.breaks[k].Emergency && f.ic.breaks[k].Pos < len(f.ic.para.Text) {
			return false
		}
	}
	return true
}
