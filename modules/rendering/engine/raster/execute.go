package raster

import (
	"bytes"
	"context"
	"sync"
	"sync/atomic"
)

// bandHeight is the height of the strips in which an image is drawn. Strips are aligned to multiples of it, so they
// depend on the image alone.
const bandHeight = 64

// maxHeld is the maximum size in bytes of rendered layers that await compositing.
const maxHeld = 32 << 20

// executor runs compiled commands.
type executor struct {
	workers int
	budget  int64 // bytes of layers that may still be allocated
	// backgroundRows marks the canvas rows that show only the ground (see Ground), and groundSame those of the ground that
	// equal the row above; nil means all.
	backgroundRows, backgroundRepeats []bool
}

// barrier is a command that cannot be drawn strip by strip, because a row of its result depends on rows of another
// strip.
type barrier interface {
	command
	// prepare does that work on whole surfaces and returns a command for the rest, which can be drawn in strips.
	// readsTarget reports whether it reads the surface beneath.
	prepare(ctx context.Context, e *executor, to *surface) (command, error)
	readsTarget() bool
}

// run draws cmds onto to. same, if not nil, is set for each row that equals the one above.
func (e *executor) run(ctx context.Context, cmds []command, to *surface, same []bool) error {
	var pending []command
	var held int64
	for _, c := range cmds {
		b, ok := c.(barrier)
		if !ok {
			pending = append(pending, c)
			continue
		}
		if b.bounds().intersect(to.area).empty() {
			continue
		}
		if b.readsTarget() {
			if err := e.bands(ctx, pending, to, nil); err != nil {
				return err
			}
			pending, held = nil, 0
		}
		rest, err := b.prepare(ctx, e, to)
		if err != nil {
			return err
		}
		pending = append(pending, rest)
		// A rendered layer occupies memory until its strips are drawn; when too many accumulate they are drawn early.
		if k, ok := rest.(compositeCommand); ok {
			if held += int64(k.src.held()); held > maxHeld {
				if err := e.bands(ctx, pending, to, nil); err != nil {
					return err
				}
				pending, held = nil, 0
			}
		}
	}
	return e.bands(ctx, pending, to, same)
}

// bands draws commands strip by strip.
func (e *executor) bands(ctx context.Context, cmds []command, to *surface, same []bool) error {
	first := floorBand(to.area.y0)
	n := floorBand(to.area.y1-1) - first + 1
	if len(cmds) == 0 && same == nil {
		return ctx.Err()
	}
	strip := func(w *worker, i int) {
		y0 := (first + i) * bandHeight
		area := to.area.intersect(irect{to.area.x0, y0, to.area.x1, y0 + bandHeight})
		w.begin()
		for _, c := range cmds {
			part := area.intersect(c.bounds())
			if part.empty() {
				continue
			}
			if ctx.Err() != nil {
				return
			}
			c.draw(w, to, part)
		}
		if same != nil {
			e.markSame(to, area, same)
		}
	}
	e.each(n, strip)
	return ctx.Err()
}

// each calls f for 0…n−1, on several goroutines if there are workers.
func (e *executor) each(n int, f func(w *worker, i int)) {
	workers := min(e.workers, n)
	if workers <= 1 {
		w := takeWorker()
		defer w.release()
		for i := range n {
			f(w, i)
		}
		return
	}
	var next atomic.Int64
	var wg sync.WaitGroup
	work := func() {
		w := takeWorker()
		defer w.release()
		for {
			i := int(next.Add(1)) - 1
			if i >= n {
				return
			}
			f(w, i)
		}
	}
	for range workers - 1 {
		wg.Go(work)
	}
	work()
	wg.Wait()
}

// rows calls f for ranges of rows covering [y0, y1), on several goroutines.
func (e *executor) rows(ctx context.Context, y0, y1 int, f func(y0, y1 int)) {
	n := (y1 - y0 + bandHeight - 1) / bandHeight
	e.each(n, func(_ *worker, i int) {
		if ctx.Err() == nil {
			f(y0+i*bandHeight, min(y1, y0+(i+1)*bandHeight))
		}
	})
}

func floorBand(y int) int {
	if y < 0 {
		return -((-y + bandHeight - 1) / bandHeight)
	}
	return y / bandHeight
}

// markSame marks the rows of area that equal the row above inside it.
func (e *executor) markSame(to *surface, area irect, same []bool) {
	for y := area.y0 + 1; y < area.y1; y++ {
		if s, known := e.same(y); known {
			same[y-to.area.y0] = s
			continue
		}
		same[y-to.area.y0] = bytes.Equal(to.row(y, area.x0, area.x1), to.row(y-1, area.x0, area.x1))
	}
}

// worker holds one goroutine's state for drawing strips.
type worker struct {
	acc      accumulator
	painters []*painter
	// clips holds the clip masks of the current strip; the first used are valid.
	clips   []clipCache
	used    int
	bytes   []uint8  // scratch buffer for shadows
	row     []byte   // scratch buffer for blurred rows
	line    []uint64 // scratch buffer for blurred rows
	columns []uint64 // scratch buffer for blurred columns
	// arena holds the layers of the current strip.
	arena   []byte
	inArena int
}

type clipCache struct {
	clip *clip
	mask *maskRows
}

var workerPool = sync.Pool{New: func() any { return &worker{} }}

func takeWorker() *worker { return workerPool.Get().(*worker) }

func (w *worker) release() {
	for i := range w.clips {
		w.clips[i].clip = nil
	}
	w.used = 0
	workerPool.Put(w)
}

// begin drops the clip masks and layers of the previous strip.
func (w *worker) begin() { w.used, w.inArena = 0, 0 }

// painter returns a painter of paint on to, inside area and clip. done releases it.
func (w *worker) painter(to *surface, area irect, c *clip, pt paint) *painter {
	var p *painter
	if n := len(w.painters); n > 0 {
		p, w.painters = w.painters[n-1], w.painters[:n-1]
	} else {
		p = &painter{}
	}
	p.to, p.paint, p.clip, p.gamma = to, pt, nil, nil
	p.area = area
	if c != nil {
		p.area = area.intersect(c.bounds)
		if c.masked() && !p.area.empty() {
			p.clip = w.clipMask(c, to.area, p.area)
		}
	}
	return p
}

func (w *worker) done(p *painter) {
	p.to, p.paint, p.clip = nil, paint{}, nil
	w.painters = append(w.painters, p)
}

// clipMask returns the mask of c over at least area, computed once per strip.
func (w *worker) clipMask(c *clip, all, area irect) *maskRows {
	for c.shape == nil {
		c = c.parent // the painter's area already applies the bounds
	}
	for i := range w.used {
		if w.clips[i].clip == c && w.clips[i].mask.area.contains(area) {
			return w.clips[i].mask
		}
	}
	var outer *maskRows
	// The clip's whole part of the strip, so that later commands can reuse it.
	strip := irect{all.x0, area.y0, all.x1, area.y1}
	if f := floorBand(area.y0) * bandHeight; f+bandHeight >= area.y1 {
		strip = irect{all.x0, max(all.y0, f), all.x1, min(all.y1, f+bandHeight)}
	}
	region := strip.intersect(c.bounds)
	if c.parent.masked() {
		outer = w.clipMask(c.parent, all, region)
	}
	if w.used == len(w.clips) {
		w.clips = append(w.clips, clipCache{mask: &maskRows{}})
	}
	e := &w.clips[w.used]
	e.clip = c
	w.used++
	m := e.mask
	m.reset(region)
	w.acc.fill(c.shape, region, m)
	if outer != nil {
		m.multiply(outer)
	}
	return m
}

// layer returns a transparent surface that lives until the strip ends.
func (w *worker) layer(area irect) *surface {
	n := area.w() * area.h() * 4
	if w.inArena+n > len(w.arena) {
		w.arena = make([]byte, max(2*len(w.arena), n))
		w.inArena = 0
	}
	pix := w.arena[w.inArena : w.inArena+n : w.inArena+n]
	w.inArena += n
	clear(pix)
	return &surface{area: area, stride: area.w() * 4, pix: pix}
}

// dropLayer releases the most recent layer's memory.
func (w *worker) dropLayer(s *surface) { w.inArena = max(0, w.inArena-len(s.pix)) }
