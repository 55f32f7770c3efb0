// Command determinism renders a corpus of documents in every format and prints the SHA-256 of every file, so that the
// output of programs that are built for different processors can be compared line by line:
//
//	determinism [-every 20] [-offset 0] FOLDER… > hashes.txt
//
// The corpus is every HTML file of the folders and every built-in template with its typical, short and long data and in
// every script. With -every N only each Nth document is rendered, beginning with the one at -offset.
package main

import (
	"bufio"
	"context"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/platenhq/platen/app/cmd/gallery/check"
	"github.com/platenhq/platen/sdk/go/render"
)

// formats are the outputs of every document.
var formats = []render.Request{
	{Format: render.PNG},
	{Format: render.PNG, Palette: true},
	{Format: render.JPEG, Quality: 80},
	{Format: render.WebP, Quality: 80},
	{Format: render.WebP, Lossless: true},
	{Format: render.AVIF, Quality: 60},
	{Format: render.GIF},
	{Format: render.SVG},
	{Format: render.PDF},
}

func main() {
	every := flag.Int("every", 1, "render each Nth document only")
	offset := flag.Int("offset", 0, "the first document that is rendered")
	flag.Parse()
	out := bufio.NewWriter(os.Stdout)
	err := run(context.Background(), out, *every, *offset, flag.Args())
	if err := errors.Join(err, out.Flush()); err != nil {
		fmt.Fprintln(os.Stderr, "determinism:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, out *bufio.Writer, every, offset int, folders []string) error {
	if every < 1 || offset < 0 {
		return errors.New("-every must be at least 1 and -offset at least 0")
	}
	corpus, err := documents(folders)
	if err != nil {
		return err
	}
	renderer := render.New(render.Options{})
	rendered := 0
	for i := offset; i < len(corpus); i += every {
		rendered++
		for _, format := range formats {
			if _, err := fmt.Fprintf(out, "%s  %s %s\n", hash(ctx, renderer, &corpus[i].Request, format), corpus[i].name, label(format)); err != nil {
				return err
			}
		}
	}
	fmt.Fprintf(os.Stderr, "%d of %d documents in %d formats\n", rendered, len(corpus), len(formats))
	return nil
}

// hash returns the SHA-256 of the file, or the code of the error, which must be the same everywhere as well.
func hash(ctx context.Context, renderer *render.Renderer, document *render.Request, format render.Request) string {
	in := *document
	in.Format, in.Quality, in.Lossless, in.Palette = format.Format, format.Quality, format.Lossless, format.Palette
	image, err := renderer.Render(ctx, in)
	if err != nil {
		return "error: " + err.Error()
	}
	return fmt.Sprintf("%x", sha256.Sum256(image.Bytes))
}

func label(format render.Request) string {
	name := string(format.Format)
	if format.Lossless {
		name += "-lossless"
	}
	if format.Palette {
		name += "-palette"
	}
	return name
}

type document struct {
	name string
	render.Request
}

// documents returns the corpus in a fixed order.
func documents(folders []string) ([]document, error) {
	var corpus []document
	for _, folder := range folders {
		files := os.DirFS(folder)
		err := fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || path.Ext(name) != ".html" {
				return err
			}
			html, err := fs.ReadFile(files, name)
			if err != nil {
				return err
			}
			within, err := fs.Sub(files, path.Dir(name))
			if err != nil {
				return err
			}
			corpus = append(corpus, document{filepath.Base(folder) + "/" + name, render.Request{HTML: string(html), Width: 600, Height: 400, Files: within}})
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	templates, err := check.Corpus()
	if err != nil {
		return nil, err
	}
	for _, t := range templates {
		corpus = append(corpus, document{strings.ReplaceAll(t.Name, " ", "-"), render.Request{HTML: t.HTML, CSS: t.CSS, Width: t.Width, Height: t.Height, Locale: t.Locale}})
	}
	return corpus, nil
}
