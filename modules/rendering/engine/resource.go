package engine

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/url"
	"strings"
	"sync"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/font"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/image"
	"github.com/platenhq/platen/modules/rendering/engine/layout"
	"github.com/platenhq/platen/modules/rendering/engine/lottie"
	"github.com/platenhq/platen/modules/rendering/engine/paint"
	"github.com/platenhq/platen/modules/rendering/engine/style"
	"github.com/platenhq/platen/modules/rendering/engine/svg"
	"github.com/platenhq/platen/modules/rendering/engine/widget"
)

// resources holds the files of one render: its fonts and images, opened on first use. It is not safe for concurrent
// use.
type resources struct {
	doc      *Document
	files    Files
	fonts    *font.Set
	unscaled *font.Set // the document's own fonts at a scale of 1, nil without any
	images   map[string]*opened
	missing  map[string]bool
	problems map[string]error // why available files cannot be shown
	warnings []dom.Warning
	pixels   int // remaining pixels of bitmaps that generated elements may create

	moving  bool                                // an image is an animation
	bitmaps map[[sha256.Size]byte]*image.Bitmap // by the file's hash
	decoded int                                 // pixels of bitmaps
	// fontPixels is the memory of the document's fonts in image pixels, 0 while it is small.
	fontPixels int64
	fontBytes  int64 // memory of the fonts of the document and its images

	// Callbacks of stages have no context: these are bound to that of Draw.
	stop         func() error // the reason to stop, nil to continue
	frame        func(n *dom.Node, w, h geom.Unit) (*display.List, []dom.Warning)
	foreign      func(in *resources, node dom.NodeID, w, h geom.Unit) (*display.List, []dom.Warning)
	foreignDepth int
	isolated     map[*style.Tree]*resources // of SVG images with foreignObject elements
	reserve      func(pixels int64) error   // waits for image memory
	bitmapOfFile func(data []byte) (*image.Bitmap, error)
}

// opened is a decoded image, or an animation whose frames are images.
type opened struct {
	bitmap    *image.Bitmap
	vector    *svg.Image
	animation *lottie.Animation
	size      int // of the animation in memory, in bytes
}

// parsedSize is the approximate memory of a parsed animation per byte of its file.
const parsedSize = 8

// resources opens the document's fonts and prepares to open its images, whose memory is reserved in memory.
func (d *Document) resources(ctx context.Context, files Files, memory *reservation) *resources {
	if files == nil {
		files = NoFiles{}
	}
	r := &resources{
		doc: d, files: files, images: map[string]*opened{}, missing: map[string]bool{}, problems: map[string]error{}, pixels: 48_000_000,
		bitmaps:      map[[sha256.Size]byte]*image.Bitmap{},
		stop:         ctx.Err,
		reserve:      func(pixels int64) error { return memory.take(ctx, pixels) },
		bitmapOfFile: func(data []byte) (*image.Bitmap, error) { return image.Decode(ctx, data, image.Limits{}) },
	}
	r.frame = func(n *dom.Node, w, h geom.Unit) (*display.List, []dom.Warning) {
		return d.drawFrame(ctx, files, n, w, h)
	}
	r.foreign = func(in *resources, node dom.NodeID, w, h geom.Unit) (*display.List, []dom.Warning) {
		return in.drawForeign(ctx, node, w, h)
	}
	r.fonts = font.Bundled()
	if len(d.tree.FontFaces) > 0 {
		r.fonts = r.openFonts(d.tree.FontFaces)
		r.unscaled = r.fonts
	}
	if d.settings.Scale > 1 {
		r.fonts = r.fonts.Unfitted()
	}
	return r
}

// load returns the content at a URL: of a data: URL, or from the caller.
func (r *resources) load(address string) ([]byte, bool) {
	if strings.HasPrefix(address, "data:") {
		data, err := decodeDataURL(address)
		return data, err == nil
	}
	return r.files.File(address)
}

// decodeDataURL decodes a data: URL (RFC 2397). Base64 is decoded leniently, as browsers do.
func decodeDataURL(u string) ([]byte, error) {
	meta, body, ok := strings.Cut(strings.TrimPrefix(u, "data:"), ",")
	if !ok {
		return nil, fmt.Errorf("a data: URL needs a comma")
	}
	coded := strings.HasSuffix(strings.ToLower(strings.TrimSpace(meta)), ";base64")
	if coded {
		// Nearly all data: URLs are well formed, and long.
		if data, err := base64.StdEncoding.DecodeString(body); err == nil {
			return data, nil
		}
	}
	raw, err := url.PathUnescape(body)
	if err != nil {
		raw = body
	}
	if !coded {
		return []byte(raw), nil
	}
	raw = strings.Map(func(c rune) rune {
		switch c {
		case ' ', '\t', '\n', '\r', '\f', '=':
			return -1
		case '-':
			return '+'
		case '_':
			return '/'
		}
		return c
	}, raw)
	return base64.RawStdEncoding.DecodeString(raw)
}

// open decodes an image once per render; nil if it cannot be shown.
func (r *resources) open(address string) *opened {
	if p, done := r.images[address]; done {
		return p
	}
	p := r.decode(address)
	r.images[address] = p
	if p == nil {
		r.missing[address] = true
	}
	return p
}

func (r *resources) decode(address string) *opened {
	address, without := style.CutUnturned(address)
	data, ok := r.load(address)
	if !ok {
		r.warn("image_missing", address, "could not be fetched")
		return nil
	}
	if without {
		if data, ok = image.Upright(data); !ok {
			r.warn("unsupported_value", address, "image-orientation: none does not apply to the orientation of AVIF")
		}
	}
	key := sha256.Sum256(data)
	if lottie.Sniff(data) {
		return r.lottie(address, key, data)
	}
	if p, ok := r.doc.engine.files.get(key); ok && (p.vector == nil || !p.vector.Moves() || r.doc.seconds < 0) {
		return p
	}
	p := &opened{}
	switch {
	case image.Sniff(data) == image.SVG:
		ctx := svg.Context{Text: r.doc.engine.text, Fonts: font.Bundled(), Metrics: &fontMetrics{r.doc.engine, nil}, Decorate: paint.Decorate}
		embeds := embedsImages(data)
		if embeds {
			ctx.Decode = r.decodeBitmap
			ctx.OpenFonts = r.openEmbedded
		}
		if r.doc.seconds >= 0 {
			ctx.At = &r.doc.seconds
		}
		foreign := svg.HasForeignObject(data)
		if foreign {
			ctx.Foreign = r.drawIsolated
		}
		v, warnings, err := svg.Parse(data, svg.Limits{}, ctx)
		if err != nil {
			refused := svgRefusal(err)
			r.warn(refused.Rule, address, err.Error())
			r.problems[address] = refused
			return nil
		}
		r.warnings = append(r.warnings, warnings...)
		p.vector = v
		if v.Moves() && ctx.At != nil {
			r.moving = true
			return p // it is specific to this time
		}
		if embeds || foreign {
			return p // it is specific to this render
		}
	default:
		b, err := r.bitmapOf(key, data)
		if err != nil {
			r.warn("image_invalid", address, err.Error())
			r.problems[address] = err
			return nil
		}
		if p.bitmap = b; b.Repaired {
			r.warn("image_checksum", address, "a checksum of the file does not match its content; it may be damaged")
			return p // without the cache, so that every render reports the warning
		}
		if b.Unmanaged {
			r.warn("image_profile", address, "colour profiles with tables and colours of a high dynamic range are not supported; its values are taken as sRGB")
			return p
		}
	}
	r.doc.engine.files.put(key, p)
	return p
}

// lottie opens a Lottie animation at the document's time; nil if it cannot be shown.
func (r *resources) lottie(address string, key [sha256.Size]byte, data []byte) *opened {
	a, err := r.doc.engine.animation(key, data)
	var frame []byte
	if err == nil {
		frame, err = a.SVG(a.Frame(r.doc.seconds))
	}
	if err == nil {
		var v *svg.Image
		var warnings []dom.Warning
		ctx := svg.Context{Text: r.doc.engine.text, Fonts: font.Bundled(), Metrics: &fontMetrics{r.doc.engine, nil}, Decorate: paint.Decorate, Decode: r.decodeBitmap}
		if v, warnings, err = svg.Parse(frame, svg.Limits{MaxBytes: 32 << 20, MaxElements: 60_000}, ctx); err == nil {
			r.moving = r.moving || a.Duration() > 0
			r.warnings = append(append(r.warnings, a.Warnings()...), warnings...)
			return &opened{vector: v}
		}
	}
	r.warn("image_invalid", address, err.Error())
	r.problems[address] = err
	return nil
}

// animation parses a Lottie animation, or returns it from the cache: each frame of a film shows it again.
func (e *Engine) animation(key [sha256.Size]byte, data []byte) (*lottie.Animation, error) {
	if p, ok := e.files.get(key); ok {
		return p.animation, nil
	}
	a, err := lottie.Parse(data)
	if err != nil {
		return nil, err
	}
	e.files.put(key, &opened{animation: a, size: parsedSize * len(data)})
	return a, nil
}

func (r *resources) warn(code, address, problem string) {
	if len(address) > 80 {
		address = address[:80] + "…"
	}
	r.warnings = append(r.warnings, dom.Warning{Code: code, Message: "image " + address + ": " + problem})
}

// NaturalSize implements [layout.ImageSizer].
func (r *resources) NaturalSize(address string) (layout.Replaced, bool) {
	p := r.open(address)
	switch {
	case p == nil:
		return layout.Replaced{}, false
	case p.vector != nil:
		n := p.vector.Natural()
		n.URL = address
		return n, true
	}
	w, h := p.bitmap.Width, p.bitmap.Height
	return layout.Replaced{
		Width: geom.Px(w), Height: geom.Px(h), HasWidth: true, HasHeight: true,
		RatioW: float64(w), RatioH: float64(h), URL: address,
	}, true
}

// Image implements [paint.Images].
func (r *resources) Image(address string) (paint.Image, bool) {
	p := r.open(address)
	if p == nil {
		return paint.Image{}, false
	}
	if p.vector != nil {
		return paint.Image{Vector: p.vector}, true
	}
	return paint.Image{Bitmap: p.bitmap}, true
}

// Inline implements [paint.Inline].
func (r *resources) Inline(node dom.NodeID, w, h geom.Unit) (*display.List, []dom.Warning) {
	if n := r.doc.tree.Doc.Node(node); n.Tag == "iframe" && n.Namespace == dom.HTML {
		return r.frame(n, w, h)
	}
	ctx := widget.Context{Text: r.doc.engine.text, Fonts: r.fonts, Scale: r.doc.settings.Scale, Pixels: &r.pixels}
	if list, warnings, ok := widget.Paint(r.doc.tree, node, w, h, ctx); ok {
		return list, warnings
	}
	return svg.PaintElement(r.doc.tree, node, w, h, r.svgContext())
}

func (r *resources) svgContext() svg.Context {
	return svg.Context{
		Text: r.doc.engine.text, Fonts: r.fonts, Metrics: &fontMetrics{r.doc.engine, nil}, Images: r.bitmap, Decode: r.decodeBitmap,
		Stop: r.stop, Decorate: paint.Decorate,
		Foreign: func(_ *style.Tree, _ *font.Set, node dom.NodeID, w, h geom.Unit) (*display.List, []dom.Warning) {
			return r.foreign(r, node, w, h)
		},
	}
}

// references draws the elements that filter, clip-path and mask of the document refer to.
func (r *resources) references() *svg.References {
	return svg.NewReferences(r.doc.tree, r.svgContext())
}

func (r *resources) bitmap(address string) *image.Bitmap {
	if p := r.open(address); p != nil {
		return p.bitmap
	}
	return nil
}

// fileCache caches decoded images by the hash of their bytes, up to a limit of bytes; the oldest is evicted first. An
// image is cached on its second recent use: images that occur in a single document would fill the memory, and a vector
// image holds its computed styles, which the garbage collector scans each time. A hit never changes an output.
type fileCache struct {
	mu     sync.Mutex
	recent [256][sha256.Size]byte // recent keys by their first byte
	budget int
	size   int
	items  map[[32]byte]*opened
	order  [][32]byte
}

func newFileCache(budget int) *fileCache {
	return &fileCache{budget: budget, items: map[[32]byte]*opened{}}
}

func (c *fileCache) get(key [sha256.Size]byte) (*opened, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	p, ok := c.items[key]
	return p, ok
}

func (c *fileCache) put(key [sha256.Size]byte, p *opened) {
	size := p.cost()
	if size > c.budget/2 {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, had := c.items[key]; had {
		return
	}
	if slot := &c.recent[key[0]]; *slot != key {
		*slot = key
		return
	}
	c.items[key] = p
	c.order = append(c.order, key)
	c.size += size
	for c.size > c.budget {
		oldest := c.order[0]
		c.order = c.order[1:]
		c.size -= c.items[oldest].cost()
		delete(c.items, oldest)
	}
}

// cost returns the approximate memory size of an image.
func (p *opened) cost() int {
	switch {
	case p.bitmap != nil:
		return len(p.bitmap.Pix)
	case p.animation != nil:
		return p.size
	}
	return p.vector.Size()
}
