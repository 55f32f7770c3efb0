package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/platenhq/platen/modules/platform/canonical"
	"github.com/platenhq/platen/modules/platform/footprint"
	"github.com/platenhq/platen/modules/rendering"
	"github.com/platenhq/platen/modules/rendering/engine"
)

// memoryTarget is the heap size, in bytes, at which a rendering process collects garbage. With the
// pages of the program it stays below 64 MB on cards.
const memoryTarget = 40 << 20

// renderFlags are the flags of platen render.
type renderFlags struct {
	inputs
	output          rendering.OutputSpec
	page            rendering.PaperSpec
	film            rendering.AnimationSpec
	pdf             pdfFlags
	seed            uint32
	direction, out  string
	scheme          string
	at              float64
	still           bool // --at was given
	ffmpeg          string
	strict          bool
	pipe, watch     bool
	quality         bool // --quality was given
	sized, animated bool // --width or --height, --fps, --duration or --loops was given
}

const renderName = "render"

func renderCommand() *cobra.Command {
	var f renderFlags
	cmd := &cobra.Command{
		Use:   renderName + " FILE",
		Short: "Render a document to an image, without a server",
		Long: `Render FILE to an image: HTML, SVG, a document tree or a whole render request as JSON, template:SLUG for a built-in
template (` + "`platen templates list`" + `), or - for standard input. It needs no database and no network: images, fonts
and linked style sheets are read from the file's folder and its subfolders. The output has the same bytes as the service's.

Without a size the canvas is 1200×630, the first size of a built-in template, or the natural size of an SVG file. The output's extension sets the format:
png, jpg, webp, avif, gif, apng, webm, mp4 (with ffmpeg), svg or pdf. An animated document becomes an animated gif or webp;
an avif is animated with --fps, --duration or --loops. A
request with several outputs writes them into the folder -o.

--data fills {{ placeholders }} from a JSON object, in a file or written out. --kit applies a brand kit: its tokens become custom properties, and a
document that breaks its locks is an error. With --watch the image is rendered again whenever one of the files is saved.
Warnings go to standard error.`,
		Example: `  platen render card.html -o card.png
  platen render card.html -o card@2x.webp --scale 2 --quality 85
  platen render invoice.html -o invoice.pdf --page-size "a4" --margin "20mm 15mm" --data invoice.json
  platen render intro.html -o intro.mp4 --fps 30 --duration 4
  platen render template:launch -o launch.png --data '-' < values.json
  platen render request.json -o out/`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			footprint.Pace(memoryTarget)
			if f.pipe {
				return pipe(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout())
			}
			if len(args) != 1 {
				return usage("pass the file to render, or - for standard input")
			}
			f.recordChanged(cmd.Flags())
			if err := f.check(args[0]); err != nil {
				return err
			}
			if f.watch {
				return watch(cmd, args[0], &f)
			}
			_, err := render(cmd, args[0], &f)
			return err
		},
	}
	f.register(cmd)
	return cmd
}

func (f *renderFlags) register(cmd *cobra.Command) {
	fs := cmd.Flags()
	f.registerImage(fs)
	fs.StringVarP(&f.out, "output", "o", "", "the file to write, a folder for several outputs, or - for standard output")
	fs.StringVar(&f.data, "data", "", "values of the placeholders: a file with a JSON object (- reads standard input), or the object")
	fs.Float64Var(&f.at, "at", 0, "time in seconds of the document's animations for a still (default: after the finite ones)")
	fs.BoolVar(&f.watch, "watch", false, "render again whenever a file is saved, until interrupted")
	fs.BoolVar(&f.pipe, "pipe", false, "read render requests as JSON Lines from standard input, write length-prefixed files to standard output")
	cmd.MarkFlagsMutuallyExclusive("watch", "pipe")
}

// recordChanged records which flags were given.
func (f *renderFlags) recordChanged(fs *pflag.FlagSet) {
	f.sized = fs.Changed("width") || fs.Changed("height")
	if f.output.AutoHeight && f.output.Preset != "" && !fs.Changed("width") {
		f.output.Width = 0 // the preset's
	}
	f.still = fs.Changed("at")
	f.quality = fs.Changed("quality")
	f.animated = fs.Changed("fps") || fs.Changed("duration") || fs.Changed("loops")
}

// registerImage registers the flags of an image.
func (f *renderFlags) registerImage(fs *pflag.FlagSet) {
	o := &f.output
	fs.StringVar(&o.Format, "format", "", "png, jpeg, webp, avif, gif, apng, webm, mp4, svg or pdf (default: by the output's extension)")
	fs.StringVar(&o.Preset, "preset", "", "a named size: "+strings.Join(rendering.Presets(), ", "))
	fs.IntVar(&o.Width, "width", 1200, "canvas width in CSS pixels")
	o.Height = 630
	fs.Var(&heightFlag{o}, "height", "canvas height in CSS pixels, or auto: as tall as the document")
	fs.Float64Var(&o.Scale, "scale", 1, "device pixels per CSS pixel, 1 to 3")
	fs.IntVar(&o.Quality, "quality", 0, "1 to 100 for JPEG, WebP, AVIF, WebM and MP4 (default 80)")
	fs.BoolVar(&o.Lossless, "lossless", false, "lossless WebP or AVIF")
	fs.BoolVar(&o.Palette, "palette", false, "PNG with at most 256 colours")
	fs.StringVar(&o.Effort, "effort", "", "normal, or best: the smallest PNG that ten times the CPU time finds")
	fs.BoolVar(&o.Trim, "trim", false, "crop a still image to its painted area")
	fs.IntVar(&o.MaxBytes, "max-bytes", 0, "lower the quality until the file has at most this many bytes")
	fs.StringVar(&o.Background, "background", "", "a CSS colour below the document, or transparent (default: white for a preset and for formats without transparency)")
	fs.StringVar(&f.page.Size, "page-size", "", `paper size of a PDF: a name such as a4 or "letter landscape", or two lengths such as "210mm 297mm"`)
	fs.StringVar(&f.page.Margin, "margin", "", `margins of a PDF's pages: one to four lengths such as "20mm 15mm" (default: the document's @page rule)`)
	f.pdf.register(fs)
	fs.StringVar(&o.SVGText, "svg-text", "", "how text of an SVG is written: outlines (the default), or text: with subset fonts, for selection and search")
	fs.Float64Var(&f.film.FPS, "fps", 0, "frames per second of an animation, 1 to 50 (default 20)")
	fs.Float64Var(&f.film.Duration, "duration", 0, "seconds of an animation, up to 60 (default: as long as the document's)")
	fs.IntVar(&f.film.Loops, "loops", 0, "how often an animation plays; 0 loops forever")
	fs.Uint32Var(&f.seed, "seed", 0, "seed of random values")
	fs.StringVar(&f.kit, "kit", "", "a brand kit as JSON")
	fs.StringVar(&f.css, "css", "", "a CSS file applied after the document's own style sheets")
	fs.StringVar(&f.locale, "locale", "", "language of the text, such as ar-EG")
	fs.StringVar(&f.timezone, "timezone", "", "IANA time zone in which placeholders format times (default UTC)")
	fs.StringVar(&f.direction, "direction", "", "ltr, rtl or auto")
	fs.StringVar(&f.scheme, "color-scheme", "", "the preferred colour scheme, light or dark")
	fs.StringVar(&f.ffmpeg, "ffmpeg", "", "path of the ffmpeg that encodes MP4 (default: found in PATH)")
	fs.BoolVar(&f.strict, "strict", false, "fail on images that cannot be read and on characters without a glyph")
}

// endings maps file extensions that differ from the format's name.
var endings = map[string]string{"jpg": "jpeg"}

// check validates and completes the flags that the rules of outputs do not cover.
func (f *renderFlags) check(file string) error {
	o := &f.output
	if f.out == "" {
		return usage("pass the output file with -o, or -o - for standard output")
	}
	piped := 0
	for _, name := range []string{file, f.data, f.css, f.kit} {
		if name == standardInput {
			piped++
		}
	}
	switch {
	case f.watch && (f.out == "-" || piped > 0):
		return usage("--watch reads and writes files")
	case piped > 1:
		return usage("only one of the document, --data, --css and --kit can come from standard input")
	}
	if o.Format == "" {
		o.Format = strings.ToLower(strings.TrimPrefix(filepath.Ext(f.out), "."))
	}
	if full, ok := endings[o.Format]; ok {
		o.Format = full
	}
	known := append(rendering.Formats(), "mp4", "")
	switch {
	case !slices.Contains(known, o.Format):
		return usage("%q is not a format; use png, jpeg, webp, avif, gif, apng, webm, mp4, svg or pdf", o.Format)
	case !(o.Scale >= 1 && o.Scale <= 3):
		return usage("--scale is %g; it must be 1 to 3", o.Scale)
	case (o.Quality != 0 || f.quality) && (o.Quality < 1 || o.Quality > 100):
		return usage("--quality is %d; it must be 1 to 100", o.Quality)
	case o.Effort != "" && o.Effort != "normal" && o.Effort != "best":
		return usage("--effort is %q; it must be normal or best", o.Effort)
	case o.SVGText != "" && o.SVGText != "outlines" && o.SVGText != "text":
		return usage("--svg-text is %q; it must be outlines or text", o.SVGText)
	case o.SVGText != "" && o.Format != "svg":
		return usage("--svg-text is for SVG; the output is %s", cmp.Or(o.Format, "png"))
	case f.film.FPS != 0 && !(f.film.FPS >= 1 && f.film.FPS <= 50):
		return usage("--fps is %g; it must be 1 to 50", f.film.FPS)
	case f.film.Duration != 0 && !(f.film.Duration >= 0.05 && f.film.Duration <= 60):
		return usage("--duration is %g; it must be 0.05 to 60 seconds", f.film.Duration)
	case f.film.Loops < 0 || f.film.Loops > 65535:
		return usage("--loops is %d; it must be 0 to 65535", f.film.Loops)
	case f.scheme != "" && f.scheme != "light" && f.scheme != "dark":
		return usage("--color-scheme is %q; it must be light or dark", f.scheme)
	case !(f.at >= 0 && f.at <= 3600):
		return usage("--at is %g; it must be 0 to 3600 seconds", f.at)
	case (o.Width < 1 && o.Preset == "") || o.Height < 1 && !o.AutoHeight:
		return usage("--width and --height are at least 1")
	}
	if err := f.pdf.check(o.Format); err != nil {
		return err
	}
	if o.Background != "" {
		if _, ok := engine.ParseColor(o.Background); !ok {
			return usage("--background: %q is not a colour; use a CSS colour such as #FFF, white or 'rgb(0 0 0 / 50%%)', or transparent", o.Background)
		}
	}
	return nil
}

// spec returns the output that the flags describe.
func (f *renderFlags) spec() rendering.OutputSpec {
	o := f.output
	if !f.sized && o.Format == "pdf" && o.Preset == "" && f.page.Size == "" {
		// Without an explicit size an @page rule of the document takes precedence over the preset.
		o.Name, o.Preset = "default", "og"
	}
	if !f.sized && (o.Preset != "" || f.page.Size != "") {
		o.Width, o.Height = 0, 0
	}
	if f.page != (rendering.PaperSpec{}) {
		page := f.page
		o.Page = &page
	}
	if f.still {
		at := f.at
		o.At = &at
	}
	if f.animated {
		film := f.film
		o.Animation = &film
	}
	return o
}

// writtenImage is one written file, in --json output.
type writtenImage struct {
	Name     string              `json:"name"`
	File     string              `json:"file,omitempty"`
	Format   string              `json:"format"`
	Width    int                 `json:"width"`
	Height   int                 `json:"height"`
	Bytes    int                 `json:"bytes"`
	SHA256   string              `json:"sha256"`
	Frames   int                 `json:"frames,omitempty"`
	Pages    int                 `json:"pages,omitempty"`
	Warnings []rendering.Warning `json:"warnings"`
}

// sizeTo sets the first of the sizes that a template is made for, or the natural size of an SVG file, unless the flags
// choose a size.
func (f *renderFlags) sizeTo(j *job) {
	o := &f.output
	switch {
	case f.sized || o.AutoHeight || o.Preset != "" || f.page.Size != "":
	case len(j.sizes) > 0:
		o.Preset = j.sizes[0]
	case j.width > 0 && j.height > 0:
		o.Width, o.Height = j.width, j.height
	}
}

// render draws one file and writes its images; it returns the files that were read.
func render(cmd *cobra.Command, file string, f *renderFlags) (sources []string, err error) {
	j, err := openJob(file, f.inputs, cmd.InOrStdin())
	if err != nil {
		return nil, err
	}
	if j.whole && len(j.request.Outputs) == 0 || !j.whole {
		f.sizeTo(j)
		spec := f.spec()
		if spec.PDF, err = f.pdf.spec(); err != nil {
			return nil, err
		}
		j.request.Outputs = []rendering.OutputSpec{spec}
	}
	if !j.whole {
		seed := int32(f.seed & 0x7fffffff)
		j.request.Seed, j.request.Direction, j.request.ColorScheme = &seed, f.direction, f.scheme
	}
	if f.strict {
		j.request.OnMissing = rendering.OnMissing{Image: "error", Glyph: "error"}
	}
	var list []writtenImage
	local, err := newLocal(engine.New(engine.Options{Workers: 2}), f.ffmpeg)
	if err != nil {
		return nil, err
	}
	show := newProgress(cmd.ErrOrStderr(), "rendering", len(j.request.Outputs))
	film := newProgress(cmd.ErrOrStderr(), "frames", 1)
	local.Progress = film.set
	files := &notedFiles{folder: j.files}
	err = local.Draw(cmd.Context(), j.request, files, func(d rendering.Drawing) error {
		m, err := f.finish(cmd, j, &d)
		list = append(list, m)
		show.step()
		return err
	})
	film.done()
	show.done()
	j.sources = append(j.sources, files.named...)
	if err != nil {
		return j.sources, err
	}
	if asJSON(cmd) && f.out != "-" {
		return j.sources, printResult(cmd, map[string][]writtenImage{"outputs": list}, nil)
	}
	return j.sources, nil
}

// finish checks a drawing against the kit, prints its warnings and writes its file.
func (f *renderFlags) finish(cmd *cobra.Command, j *job, d *rendering.Drawing) (writtenImage, error) {
	m, err := j.describe(d)
	if err != nil {
		return writtenImage{}, err
	}
	if !asJSON(cmd) {
		for _, w := range m.Warnings {
			fmt.Fprintln(cmd.ErrOrStderr(), strings.TrimRight(fmt.Sprintf("warning: %s: %s %s", w.Code, w.Message, w.Path), " "))
		}
	}
	m.File = f.out
	if f.out == "-" {
		_, err := cmd.OutOrStdout().Write(d.File.Bytes)
		return m, err
	}
	if info, err := os.Stat(f.out); len(j.request.Outputs) > 1 || strings.HasSuffix(f.out, "/") || err == nil && info.IsDir() {
		if err := os.MkdirAll(f.out, 0o755); err != nil {
			return m, err
		}
		m.File = filepath.Join(f.out, filepath.Base(d.Output.Name)+"."+d.Ending())
	}
	return m, writeFile(m.File, d.File.Bytes)
}

// writeFile replaces a file atomically, so that watchers never read a partial file.
func writeFile(name string, data []byte) error {
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		return os.WriteFile(name, data, 0o644) // such as /dev/stdout
	}
	tmp, err := os.CreateTemp(filepath.Dir(name), ".platen-*")
	if err != nil {
		var failed *fs.PathError // names the temporary file
		if errors.As(err, &failed) {
			err = failed.Err
		}
		return fmt.Errorf("writing %s: creating a file in the folder %s: %w", name, filepath.Dir(name), err)
	}
	defer os.Remove(tmp.Name())
	_, err = tmp.Write(data)
	if e := tmp.Chmod(0o644); err == nil {
		err = e
	}
	if e := tmp.Close(); err == nil {
		err = e
	}
	if err != nil {
		return fmt.Errorf("writing %s: %w", name, err)
	}
	return os.Rename(tmp.Name(), name)
}

// requestMembers returns the members of a request that lock checks read.
func requestMembers(r *rendering.Request) map[string]any {
	members := map[string]any{}
	if r.Wire != nil && canonical.Unmarshal(r.Wire, &members) == nil {
		return members
	}
	if r.HTML != "" {
		members["html"] = r.HTML
	}
	if r.CSS != "" {
		members["css"] = r.CSS
	}
	return members
}

// heightFlag is --height: pixels or auto.
type heightFlag struct{ output *rendering.OutputSpec }

func (h *heightFlag) Type() string { return "int|auto" }

func (h *heightFlag) String() string {
	switch {
	case h.output == nil:
		return ""
	case h.output.AutoHeight:
		return "auto"
	}
	return strconv.Itoa(h.output.Height)
}

func (h *heightFlag) Set(value string) error {
	if value == "auto" {
		h.output.Height, h.output.AutoHeight = 0, true
		return nil
	}
	n, err := strconv.Atoi(value)
	if err != nil {
		return fmt.Errorf("%q is not valid; use a number of pixels or auto", value)
	}
	h.output.Height, h.output.AutoHeight = n, false
	return nil
}
