package main

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"
)

// progress is a bar on a terminal; elsewhere it writes nothing. It is safe for concurrent use.
type progress struct {
	mu       sync.Mutex
	w        io.Writer // nil when not a terminal
	to       io.Writer // what w is on a terminal
	what     string
	at, most int
	note     string // what tell's function said last
}

// barWidth is the number of characters of a full bar.
const barWidth = 30

// newProgress returns a bar for up to most steps; for one step nothing is shown.
func newProgress(w io.Writer, what string, most int) *progress {
	p := &progress{to: w, what: what, most: most}
	if most > 1 && isTerminal(w) {
		p.w = w
	}
	p.draw()
	return p
}

// step advances the bar by one step.
func (p *progress) step() {
	p.mu.Lock()
	p.at = min(p.at+1, p.most)
	p.mu.Unlock()
	p.draw()
}

// set says how many steps of how many are done. The bar is drawn again when a hundredth of them is.
func (p *progress) set(at, most int) {
	p.mu.Lock()
	again := at == most || at*100/most != p.at*100/p.most || most != p.most
	p.at, p.most = at, most
	if p.w == nil && most > 1 && isTerminal(p.to) {
		p.w = p.to
	}
	p.mu.Unlock()
	if again {
		p.draw()
	}
}

func (p *progress) draw() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.w == nil {
		return
	}
	full := p.at * barWidth / p.most
	fmt.Fprintf(p.w, "\r\x1b[K%s [%s%s] %d/%d", p.what, strings.Repeat("#", full), strings.Repeat("-", barWidth-full), p.at, p.most)
	if p.note != "" {
		fmt.Fprint(p.w, "  ", p.note)
	}
}

// The times between what tell writes.
const (
	noteEvery = time.Second
	lineEvery = 10 * time.Second
)

// showNote makes a work of minutes say where it is: behind the bar what note returns, without a terminal a line of both from time to time.
// The function it returns ends that.
func (p *progress) showNote(note func() string) (end func()) {
	every := noteEvery
	p.mu.Lock()
	lines := p.w == nil
	p.mu.Unlock()
	if lines {
		every = lineEvery
	}
	ticks, over := time.NewTicker(every), make(chan struct{})
	go func() {
		for {
			select {
			case <-ticks.C:
				p.print(note(), lines)
			case <-over:
				return
			}
		}
	}()
	return func() { ticks.Stop(); close(over) }
}

func (p *progress) print(note string, line bool) {
	p.mu.Lock()
	p.note = note
	if line {
		fmt.Fprintf(p.to, "%s %d/%d", p.what, p.at, p.most)
		if note != "" {
			fmt.Fprint(p.to, "; ", note)
		}
		fmt.Fprintln(p.to)
	}
	p.mu.Unlock()
	p.draw()
}

// done removes the bar.
func (p *progress) done() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.w != nil {
		fmt.Fprint(p.w, "\r\x1b[K")
		p.w = nil
	}
}
