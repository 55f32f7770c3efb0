package widget

import (
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/platenhq/platen/modules/rendering/engine/display"
)

// categories holds the category labels below a plot, or left of a horizontal one, arranged without overlap: on one
// line, on two lines, rotated, truncated, or only every nth of them.
type categories struct {
	names  []string
	labels []label
	second []label // second lines
	every  int
	angle  int // 0, 45 or 90
	size   float64
	height float64
}

// planCategories chooses the arrangement of labels below a plot of the given width.
func (c *canvas) planCategories(p *frame, names []string, full float64) categories {
	k := categories{names: names[:min(len(names), p.n)], every: 1, size: p.size, height: float64(p.size * 1.7)}
	n := len(k.names)
	if n == 0 {
		return k
	}
	k.labels = make([]label, n)
	wide := 0.0
	for i, s := range k.names {
		k.labels[i] = c.label(s, p.size, 0)
		wide = max(wide, k.labels[i].width)
	}
	gap := float64(p.size * 0.6)
	pitch := p.pitch()
	if p.at != nil {
		pitch = p.nearest()
	}
	angle := c.choice("label-angle", "auto", "0", "45", "90")
	if angle == "auto" && k.fits(p, gap) {
		return k
	}
	steep := min(full*0.42, p.size*9)
	implied := ordered(k.names) || len(c.months) == n && n > 24
	switch {
	case angle == "45" || angle == "90":
		k.turn(c, p, angle, steep)
		return k
	case angle == "auto" && n <= 24 && !implied && k.wrap(c, pitch-float64(gap*0.7), p.size):
		k.height = float64(p.size * 2.95)
		return k
	case angle == "auto" && !implied && n <= 60 && pitch >= min(p.size, 8)*1.6 && full >= p.size*9:
		k.size = min(p.size, pitch/1.6) // lines at 45° are 0.7 of the pitch apart; turn narrows the plot
		k.turn(c, p, "45", steep)
		return k
	case n <= 8 && pitch >= p.size*3 && !implied:
		for i, s := range k.names {
			k.labels[i] = c.fit(s, p.size, 0, pitch-float64(p.size*0.4))
		}
		return k
	}
	// Only every nth label, truncated if even those would overlap.
	most := max(1, p.w/4)
	if implied {
		most = max(1, p.w*0.6)
	}
	if wide > most {
		wide = most
		for i, s := range k.names {
			k.labels[i] = c.fit(s, p.size, 0, most)
		}
	}
	if p.at != nil {
		return k // draw skips labels that would overlap
	}
	for k.every = max(1, int(math.Ceil((wide+gap)/max(pitch, 0.01)))); ; k.every++ {
		if len(c.months) == n {
			for k.every < 12 && 12%k.every != 0 || k.every > 12 && k.every%12 != 0 {
				k.every++
			}
			k.nameMonths(c, p)
		}
		if k.every >= n || k.clear(c, p) {
			return k
		}
	}
}

// nameMonths writes the labels of months that are shown, with the year where it differs from the label before.
func (k *categories) nameMonths(c *canvas, p *frame) {
	l := c.format().locale
	for i := 0; i < len(k.names); i += k.every {
		k.names[i] = l.Month(c.months[i])
		if i > 0 && c.months[i].Year() != c.months[i-k.every].Year() {
			k.names[i] = l.MonthYear(c.months[i])
		}
		k.labels[i] = c.label(k.names[i], p.size, 0)
	}
}

// clear reports whether draw shows every label that the step selects: the outer ones are moved into the box.
func (k *categories) clear(c *canvas, p *frame) bool {
	end := math.Inf(-1)
	for i := 0; i < len(k.labels); i += k.every {
		half := float64(k.labels[i].width / 2)
		x := min(max(p.place(i), half), c.w-half)
		if x-half < end+float64(p.size*0.4) {
			return false
		}
		end = x + half
	}
	return true
}

// nearest returns the smallest distance between two adjacent categories.
func (p *frame) nearest() float64 {
	least := p.w
	for i := 1; i < p.n; i++ {
		least = min(least, p.place(i)-p.place(i-1))
	}
	return max(least, 0)
}

// fits reports whether all labels fit side by side.
func (k *categories) fits(p *frame, gap float64) bool {
	for i := 1; i < len(k.labels); i++ {
		if k.labels[i].width > 0 && k.labels[i-1].width > 0 &&
			p.place(i)-p.place(i-1) < float64(k.labels[i].width/2)+float64(k.labels[i-1].width/2)+gap {
			return false
		}
	}
	return len(k.labels) > 1 || k.labels[0].width <= p.w
}

// ordered reports whether labels may be omitted because their neighbours imply them: numbers, and short labels with
// digits, such as dates and weeks.
func ordered(names []string) bool {
	const most = 12 // letters beside the digits, as in 1er trimestre
	digits := 0
	for _, s := range names {
		letters := 0
		for _, r := range s {
			if unicode.IsLetter(r) {
				letters++
			}
		}
		if letters <= most && strings.IndexFunc(s, unicode.IsDigit) >= 0 {
			digits++
		}
	}
	return digits*2 > len(names)
}

// wrap breaks labels wider than room into two lines; it returns false if one does not fit.
func (k *categories) wrap(c *canvas, room, size float64) bool {
	first, second := make([]label, len(k.labels)), make([]label, len(k.labels))
	for i, l := range k.labels {
		if l.width <= room {
			first[i] = l
			continue
		}
		a, b, ok := c.twoLines(k.names[i], size, room)
		if !ok {
			return false
		}
		first[i], second[i] = a, b
	}
	k.labels, k.second = first, second
	return true
}

// twoLines breaks a text into two lines of at most room px at a space, after a hyphen, or between two CJK characters, as
// evenly as possible.
func (c *canvas) twoLines(s string, size, room float64) (a, b label, ok bool) {
	best := math.Inf(1)
	for i, r := range s {
		if i == 0 {
			continue
		}
		before, _ := utf8.DecodeLastRuneInString(s[:i])
		if !(before == ' ' || before == '-' || before == '/' || wideRune(before) && wideRune(r)) || r == ' ' {
			continue
		}
		x, y := c.label(strings.TrimSpace(s[:i]), size, 0), c.label(s[i:], size, 0)
		if w := max(x.width, y.width); w <= room && w < best {
			best, a, b, ok = w, x, y, true
		}
	}
	return a, b, ok
}

func wideRune(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
}

// turn rotates labels by an angle, at most steep px high. The plot is narrowed where the first label would leave the
// box.
func (k *categories) turn(c *canvas, p *frame, angle string, steep float64) {
	k.angle = 45
	sin := 0.7071067811865476
	if angle == "90" {
		k.angle, sin = 90, 1
	}
	if k.angle == 45 {
		over := 0.0
		for i := range k.labels {
			over = max(over, float64(min(k.labels[i].width, steep/sin)*sin)-p.place(i))
		}
		over = min(over, c.w*0.12)
		p.x += over
		p.w -= over
	}
	high := 0.0
	for i, s := range k.names {
		room := steep / sin
		if k.angle == 45 {
			room = min(room, p.place(i)/sin)
		}
		k.labels[i] = c.fit(s, k.size, 0, room)
		high = max(high, k.labels[i].width*sin)
	}
	k.height = high + float64(k.size*1.3)
}

// draw draws the labels.
func (k *categories) draw(c *canvas, p *frame) {
	col := fade(c.ink(), 165)
	if p.horizontal {
		k.beside(c, p, col)
		return
	}
	y := p.y + p.h + float64(p.size*0.65)
	end := math.Inf(-1)
	for i := 0; i < len(k.labels); i += max(1, k.every) {
		l, x := k.labels[i], p.place(i)
		switch k.angle {
		case 45:
			c.drawTurned(l, x+float64(l.cap*0.35), y+float64(l.cap*0.6), -45, 1, col)
			continue
		case 90:
			c.drawTurned(l, x+float64(l.cap/2), y, -90, 1, col)
			continue
		}
		half := float64(l.width / 2)
		if k.second != nil {
			half = max(half, k.second[i].width/2)
		}
		x = min(max(x, half), c.w-half)
		if x-half < end+float64(p.size*0.4) {
			continue
		}
		end = x + half
		c.drawLabel(l, x, y+l.cap, 0.5, col)
		if k.second != nil && k.second[i].width > 0 {
			c.drawLabel(k.second[i], x, y+l.cap+float64(p.size*1.25), 0.5, col)
		}
	}
}

// beside draws the labels left of a horizontal plot, every nth where they would overlap.
func (k *categories) beside(c *canvas, p *frame, col display.Color) {
	every := max(1, int(math.Ceil(k.size*1.2/max(p.pitch(), 0.01))))
	for i := 0; i < len(k.labels); i += every {
		l := k.labels[i]
		c.drawLabel(l, p.edge-float64(p.size*0.7), max(p.place(i)+float64(l.cap/2), l.cap), 1, col)
	}
}
