package main

import (
	"fmt"
	"io"
	"strings"
	"sync"
)

// progress is a bar on a terminal; elsewhere it writes nothing. It is safe for concurrent use.
type progress struct {
	mu       sync.Mutex
	w        io.Writer // nil: no one looks
	what     string
	at, most int
}

// barWidth is how many characters a full bar has.
const barWidth = 30

// newProgress returns the bar of a work of most steps; work of one step has none.
func newProgress(w io.Writer, what string, most int) *progress {
	p := &progress{what: what, most: most}
	if most > 1 && isTerminal(w) {
		p.w = w
	}
	p.draw()
	return p
}

// step says that one more step is done.
func (p *progress) step() {
	p.mu.Lock()
	p.at = min(p.at+1, p.most)
	p.mu.Unlock()
	p.draw()
}

func (p *progress) draw() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.w == nil {
		return
	}
	full := p.at * barWidth / p.most
	fmt.Fprintf(p.w, "\r\x1b[K%s [%s%s] %d/%d", p.what, strings.Repeat("#", full), strings.Repeat("-", barWidth-full), p.at, p.most)
}

// done takes the bar away.
func (p *progress) done() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.w != nil {
		fmt.Fprint(p.w, "\r\x1b[K")
		p.w = nil
	}
}
