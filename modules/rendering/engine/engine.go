// Package engine renders documents natively: HTML and CSS, or the same language
// as a JSON tree, to pixels and files. It is a pure function of the document, the
// files handed to it and the seed; no network, file system, clock, environment or
// number of processors reaches a byte of the output.
//
// An [Engine] holds bounded caches and serves a whole process. A render goes
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

// Version names the engine: renderer, bundled fonts and codecs. Whatever changes
// a byte of any output changes the version.
const Version = "native-2"

// Engine renders documents. It is safe for concurrent use.
type Engine struct {
	text    *text.Engine
	pixels  *raster.Cache
	files   *fileCache
	workers int
	// canvases is pixel memory that no image owns any more.
	canvases canvases
	// imagePixels counts the pixels of the images that large documents decode.
	imagePixels *semaphore.Weighted
	// stripes are compressed parts of images without text.
	stripes encode.Memo
}

// Options tune an Engine; the zero value works.
type Options struct {
	// Workers is how many goroutines draw and encode one image; 0 means 1. It
	// never changes a byte.
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
