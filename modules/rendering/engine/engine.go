// Package engine renders documents natively: HTML and CSS, or the same language as a JSON tree, to pixels and files. It
// is a pure function of the document, the provided files and the seed; the output does not depend on network, file
// system, clock, environment or number of processors.
//
// An [Engine] holds bounded caches and is shared by the whole process. A render:
//
//	doc, err := e.Open(ctx, Source{HTML: …}, Settings{Width: 1200, Height: 630})
//	pic, err := doc.Draw(ctx, files)      // layout and paint: a display list
//	defer pic.Close()
//	out, err := e.Encode(ctx, pic, Output{Format: encode.PNG})
package engine

import (
	"golang.org/x/sync/semaphore"

	"github.com/platenhq/platen/modules/rendering/engine/encode"
	"github.com/platenhq/platen/modules/rendering/engine/raster"
	"github.com/platenhq/platen/modules/rendering/engine/text"
)

// Version identifies the engine: renderer, bundled fonts and codecs. Every change of any output changes the version.
const Version = "native-3"

// Engine renders documents. It is safe for concurrent use.
type Engine struct {
	text    *text.Engine
	pixels  *raster.Cache
	files   *fileCache
	workers int
	// canvases is a pool of pixel buffers.
	canvases canvases
	// imagePixels limits the pixels of images that large documents decode.
	imagePixels *semaphore.Weighted
	// stripes caches compressed parts of images without text.
	stripes encode.Memo
}

// Options configures an Engine; the zero value is valid.
type Options struct {
	// Workers is the number of goroutines that draw and encode one image; 0 means 1. It does not affect the output.
	Workers int
	// CacheBytes bounds the cache of glyph masks and static layers; 0 means 24 MiB.
	CacheBytes int
}

// New returns an Engine with empty caches.
func New(o Options) *Engine {
	if o.CacheBytes <= 0 {
		o.CacheBytes = 24 << 20
	}
	return &Engine{
		text:    text.NewEngine(),
		pixels:  raster.NewCache(o.CacheBytes),
		files:   newFileCache(16 << 20),
		workers: max(1, o.Workers),

		imagePixels: semaphore.NewWeighted(reservedPixels),
	}
}
