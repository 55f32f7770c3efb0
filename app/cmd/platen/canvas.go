package main

import (
	"context"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"github.com/platenhq/platen/app/bridge"
	"github.com/platenhq/platen/app/textfile"
	"github.com/platenhq/platen/modules/rendering/engine"
	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/encode"
)

// canvasFlags are the flags of all commands that draw a file.
type canvasFlags struct {
	width, height int
	scale         float64
	seed          uint32
	css           string
	locale, dir   string
	scheme        string
	at            float64
	hasAt         func() bool
}

func (f *canvasFlags) register(cmd *cobra.Command) {
	fs := cmd.Flags()
	fs.IntVar(&f.width, "width", 1200, "canvas width in CSS pixels")
	fs.IntVar(&f.height, "height", 630, "canvas height in CSS pixels")
	fs.Float64Var(&f.scale, "scale", 1, "device pixels per CSS pixel, 1 to 3")
	fs.Uint32Var(&f.seed, "seed", 0, "seed of random values")
	fs.StringVar(&f.css, "css", "", "a CSS file applied after the document's own style sheets")
	fs.StringVar(&f.locale, "locale", "", "language of the text, such as ar-EG")
	fs.StringVar(&f.dir, "direction", "", "ltr, rtl or auto")
	fs.StringVar(&f.scheme, "color-scheme", "", "the preferred colour scheme, light or dark")
	fs.Float64Var(&f.at, "at", 0, "time in seconds of the document's animations (default: after the finite ones)")
	f.hasAt = func() bool { return fs.Changed("at") }
}

// draw opens a file and draws it into an image.
func draw(ctx context.Context, e *engine.Engine, file string, f canvasFlags, stdin io.Reader) (*engine.Drawing, error) {
	src, dir, err := readSource(file, stdin)
	if err != nil {
		return nil, err
	}
	if f.css != "" {
		sheet, err := textfile.Read(f.css)
		if err != nil {
			return nil, fmt.Errorf("reading the style sheet: %w", err)
		}
		src.CSS = string(sheet)
	}
	if f.scale < 1 || f.scale > 3 {
		return nil, fmt.Errorf("--scale is %g; it must be 1 to 3", f.scale)
	}
	if f.scheme != "" && f.scheme != "light" && f.scheme != "dark" {
		return nil, fmt.Errorf("--color-scheme is %q; it must be light or dark", f.scheme)
	}
	set := engine.Settings{Width: f.width, Height: f.height, Scale: f.scale, Seed: f.seed, Locale: f.locale, Direction: f.dir, Dark: f.scheme == "dark"}
	if f.hasAt != nil && f.hasAt() {
		set.At = &f.at
	}
	doc, err := e.Open(ctx, src, set)
	if err != nil {
		return nil, err
	}
	return doc.Draw(ctx, folder(dir))
}

// readSource reads an HTML file, or a document tree when it ends in .json or
// begins with a brace.
func readSource(file string, stdin io.Reader) (src engine.Source, dir string, err error) {
	dir = filepath.Dir(file) // for standard input the current folder
	data, err := readDocument(file, stdin)
	if err != nil {
		return src, dir, fmt.Errorf("reading the document: %w", err)
	}
	if filepath.Ext(file) == ".json" || strings.HasPrefix(strings.TrimSpace(string(data)), "{") {
		src.Tree, err = dom.ParseTree(data, "/document")
		return src, dir, err
	}
	sheets := localSheets{folder: folder(dir)}
	src.HTML = sheets.embed(string(data))
	return src, dir, nil
}

// fileFolder is the folder that a document's files are below.
func fileFolder(file string) folder { return folder(filepath.Dir(file)) }

// folder provides the files below a folder, and nothing else.
type folder string

// File implements engine.Files.
func (f folder) File(address string) ([]byte, bool) {
	if data, ok := (bridge.Backgrounds{}).File(address); ok {
		return data, true
	}
	root, err := os.OpenRoot(string(f))
	if err != nil {
		return nil, false
	}
	defer root.Close()
	for _, name := range f.names(address) {
		if data, err := root.ReadFile(name); err == nil {
			return data, true
		}
	}
	return nil, false
}

// names returns the paths below the folder that a reference may stand for, in order of precedence. A reference is a URL: what
// follows ? and # is no part of the path, and a space may be written %20. A file with such a name as written takes precedence.
func (f folder) names(address string) (list []string) {
	name := strings.TrimPrefix(address, "file://")
	if strings.Contains(name, "://") {
		return nil
	}
	if filepath.IsAbs(name) {
		rel, err := filepath.Rel(string(f), name)
		if err != nil {
			return nil
		}
		name = rel
	}
	path, _, _ := strings.Cut(name, "?")
	fragment, _, _ := strings.Cut(path, "#")
	for _, written := range []string{path, fragment} {
		list = append(list, filepath.Clean(written))
		if decoded, err := url.PathUnescape(written); err == nil {
			list = append(list, filepath.Clean(decoded))
		}
	}
	return slices.Compact(list)
}

// notedFiles is a folder that notes the files which a document names, whether or not they exist.
type notedFiles struct {
	folder
	mu    sync.Mutex
	named []string
}

// File implements engine.Files.
func (n *notedFiles) File(address string) ([]byte, bool) {
	n.mu.Lock()
	for _, name := range n.names(address) {
		n.named = append(n.named, filepath.Join(string(n.folder), name))
	}
	n.mu.Unlock()
	return n.folder.File(address)
}

// setFormat sets the file format of an output by its name or file ending.
func setFormat(o *engine.Output, name string) error {
	switch strings.ToLower(name) {
	case "png", "apng", "":
		o.Format = encode.PNG
	case "jpg", "jpeg":
		o.Format = encode.JPEG
	case "webp":
		o.Format = encode.WebP
	case "avif":
		o.Format = encode.AVIF
	case "gif":
		o.Format = encode.GIF
	case "webm":
		o.Format = encode.WebM
	case "svg":
		o.Vector = engine.SVG
	case "pdf":
		o.Vector = engine.PDF
	default:
		return fmt.Errorf("%q is not a format; use png, jpeg, webp, avif, gif, apng, webm, svg or pdf", name)
	}
	return nil
}
