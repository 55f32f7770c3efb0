package layout

import (
	"slices"

	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

// maxBreakStates bounds the search for even breaks; longer texts break as they come.
const maxBreakStates = 1500

// breakState is a place where a line may start, after a number of lines.
type breakState struct {
	at    cursor
	lines int
	score int64     // the squares of the room left on the lines before, summed
	prev  int       // the state the line before starts at
	room  geom.Unit // what makes that line end here
}

// evenBreaks chooses the breaks of the lines found, as many or fewer, whose rooms
// left over have the least sum of squares. The last line counts as the others when
// all is to be even, and a single word on it always costs nearly half a line. It returns how wide the
// line that starts at an offset may be, nil to leave the lines as they are.
func (f *inlineFlow) evenBreaks(lines []lineSpan, room, indent geom.Unit, even bool) map[int]geom.Unit {
	states := []breakState{{at: lines[0].start, prev: -1}}
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
			// States come by their number of lines, so no earlier one leads to next any more.
			j := slices.IndexFunc(states[i+1:], func(o breakState) bool { return o.at == next.at && o.lines == next.lines })
			if j < 0 {
				states = append(states, next)
			} else if j += i + 1; next.score <= states[j].score {
				states[j] = next
			}
		}
		if len(states) > maxBreakStates || !f.l.step() {
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

// linesFrom returns every line that may start at a place and fits, the longest first.
func (f *inlineFlow) linesFrom(at cursor, room, indent geom.Unit) []lineSpan {
	var out []lineSpan
	for f.l.step() {
		f.br.nextBreak = f.firstBreak(at.pos)
		ln := f.br.next(at, room, indent)
		if ln.end == at || len(out) > 0 && (ln.width-ln.slack-1 > room || f.emergencyAt(ln.end.pos)) {
			break
		}
		out = append(out, ln)
		// The breaker forgives one unit.
		if room = ln.width - ln.slack - 2; room < 0 {
			break
		}
	}
	return out
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
