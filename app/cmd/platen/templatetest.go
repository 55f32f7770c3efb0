package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/platenhq/platen/app/bridge"
	"github.com/platenhq/platen/app/templatefiles"
	"github.com/platenhq/platen/app/textfile"
	"github.com/platenhq/platen/modules/library"
	"github.com/platenhq/platen/modules/rendering"
	"github.com/platenhq/platen/modules/rendering/engine"
)

// defaultSize is the size of a template without sizes.
const defaultSize = "og"

// templateRenderer renders the samples of templates in a folder, without a service.
type templateRenderer struct {
	dir     string
	kitFile string
	locale  string
	kit     *bridge.LocalKit
	local   *rendering.Local
	list    []*templatefiles.Template
}

// open reads the folder; args are slugs that limit it, none for all.
func (r *templateRenderer) open(args []string) (err error) {
	r.dir = args[0]
	if r.list, err = templatefiles.Read(r.dir); err != nil {
		return exit{exitUsage, fmt.Errorf("reading the templates of %s: %w", r.dir, err)}
	}
	for _, slug := range args[1:] {
		if find(r.list, slug) == nil {
			return usage("there is no template %q in %s", slug, r.dir)
		}
	}
	if len(args) > 1 {
		r.list = slices.DeleteFunc(r.list, func(t *templatefiles.Template) bool { return !slices.Contains(args[1:], t.Slug) })
	}
	if len(r.list) == 0 {
		return usage("%s has no templates: each is a folder with template.json, and body.html or document.json; `platen templates pull` writes them", r.dir)
	}
	if r.kitFile != "" {
		kit, raw, err := openKit(r.kitFile, nil, func(name string, _ io.Reader) ([]byte, error) { return textfile.Read(name) })
		if raw == nil && err != nil {
			return exit{exitUsage, err}
		}
		if r.kit = kit; err != nil {
			return err
		}
	}
	local, err := newLocal(engine.New(engine.Options{Workers: 2}), "off")
	r.local = local
	return err
}

func (r *templateRenderer) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&r.kitFile, "kit", "", "a brand kit as JSON")
	cmd.Flags().StringVar(&r.locale, "locale", "", "language of the text, such as ar-EG")
}

// sizes are the presets that a template is rendered at.
func sizes(t *templatefiles.Template) []string {
	if len(t.Sizes) > 0 {
		return t.Sizes
	}
	return []string{defaultSize}
}

// draw renders a sample at each size of its template as PNG. each receives the drawing and its result.
func (r *templateRenderer) draw(cmd *cobra.Command, t *templatefiles.Template, c *library.Content, s templatefiles.Sample, each func(*rendering.Drawing, writtenImage) error) error {
	j := &job{files: folder(t.Folder), request: &rendering.Request{Locale: r.locale, OnMissing: rendering.OnMissing{Image: "placeholder"}}, kit: r.kit}
	filled, err := library.FillContent(c, library.Values{Data: s.Data, Locale: r.locale})
	if err != nil {
		return err
	}
	if err := j.takeFilled(&filled); err != nil {
		return err
	}
	if r.kit != nil {
		j.request.CSS = joinSheets(r.kit.CSS(), j.request.CSS)
	}
	for _, size := range sizes(t) {
		j.request.Outputs = append(j.request.Outputs, rendering.OutputSpec{Name: size, Preset: size, Format: "png"})
	}
	return r.local.Draw(cmd.Context(), j.request, j.files, func(d rendering.Drawing) error {
		m, err := j.describe(&d)
		if err != nil {
			return err
		}
		return each(&d, m)
	})
}

// The states of an image under test.
const (
	imageEqual   = "equal"
	imageDiffers = "differs"
	imageMissing = "missing golden image"
	imageWritten = "written"
	imageFailed  = "failed"
	imageStale   = "no such sample and size"
)

// testedImage is one image of one template under test.
type testedImage struct {
	Slug   string `json:"slug"`
	Sample string `json:"sample,omitempty"`
	Size   string `json:"size,omitempty"`
	State  string `json:"state"`
	Golden string `json:"golden,omitempty"`
	// Difference is set when both images could be compared.
	Difference *difference `json:"difference,omitempty"`
	// Report is the folder with the rendered image and the one of the differing pixels.
	Report string   `json:"report,omitempty"`
	Error  *problem `json:"error,omitempty"`
}

func (i *testedImage) ok() bool { return i.State == imageEqual || i.State == imageWritten }

func (i *testedImage) String() string {
	name := strings.TrimRight(fmt.Sprintf("%s %s %s", i.Slug, i.Sample, i.Size), " ")
	switch {
	case i.Error != nil:
		var b strings.Builder
		fmt.Fprintf(&b, "%s: %s: %s", name, i.State, i.Error.Message)
		for _, d := range i.Error.Details {
			fmt.Fprintf(&b, "\n  %s: %s", d.Path, d.Message)
		}
		return b.String()
	case i.Difference != nil:
		return fmt.Sprintf("%s: %s: %s; see %s", name, i.State, i.Difference, i.Report)
	case i.State == imageMissing:
		return fmt.Sprintf("%s: %s: %s; --update writes it", name, i.State, i.Golden)
	case i.State == imageStale:
		return fmt.Sprintf("%s: %s: %s; --update removes it", name, i.State, i.Golden)
	}
	return fmt.Sprintf("%s: %s", name, i.State)
}

// templateTest compares the images of samples with golden ones.
type templateTest struct {
	templateRenderer
	update  bool
	report  string
	summary string
	images  []testedImage
	current map[string]bool // golden images that belong to a sample and a size
}

func templatesTest() *cobra.Command {
	var t templateTest
	cmd := &cobra.Command{
		Use: "test DIR [SLUG…]", Short: "Render the samples of templates and compare them with golden images", Args: cobra.MinimumNArgs(1),
		Long: `Render the samples of each template in DIR at each of its sizes, without a service, and compare the pixels with the golden
images. DIR/SLUG/samples/NAME.json is the data of a sample; without samples the variables' examples form the sample "example".
DIR/SLUG/golden/NAME.SIZE.png is its image at a size. --update writes golden images that are missing or differ and
removes those without a sample. For each difference the report folder contains the golden image, the rendered one, and one
with the differing pixels in red.
Exit code 0 means that every image is equal, 1 that one differs, 2 that the comparison failed.`,
		Example: "  platen templates test templates\n  platen templates test templates press-card --update\n  platen templates test templates --kit kit.json --json",
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := t.open(args); err != nil {
				return err
			}
			if t.report == "" {
				t.report = filepath.Join(t.dir, ".report")
			}
			show := newProgress(cmd.ErrOrStderr(), "testing", len(t.list))
			for _, one := range t.list {
				if err := t.template(cmd, one); err != nil {
					return err
				}
				show.step()
			}
			show.done()
			return t.print(cmd)
		},
	}
	t.register(cmd)
	cmd.Flags().BoolVar(&t.update, "update", false, "write the golden images")
	cmd.Flags().StringVar(&t.summary, "markdown", "", "write a Markdown table of the differences to this file")
	cmd.Flags().StringVar(&t.report, "report", "", "folder for images that differ (default DIR/.report)")
	return cmd
}

func (t *templateTest) template(cmd *cobra.Command, one *templatefiles.Template) error {
	t.current = map[string]bool{}
	c, err := one.Content()
	if err != nil {
		return t.fail(one.Slug, "", err)
	}
	samples, err := one.Samples(c)
	if err != nil {
		return t.fail(one.Slug, "", err)
	}
	for _, s := range samples {
		for _, size := range sizes(one) {
			t.current[one.Golden(s.Name, size)] = true
		}
		if err := t.draw(cmd, one, c, s, func(d *rendering.Drawing, m writtenImage) error { return t.compare(one, s.Name, m.Name, d.File.Bytes) }); err != nil {
			if err := t.fail(one.Slug, s.Name, err); err != nil {
				return err
			}
		}
	}
	stale, err := one.StaleGoldens(t.current)
	if err != nil {
		return err
	}
	for _, name := range stale {
		if t.update {
			if err := os.Remove(name); err != nil {
				return err
			}
			continue
		}
		t.images = append(t.images, testedImage{Slug: one.Slug, State: imageStale, Golden: name})
	}
	return nil
}

// fail records that a sample cannot be rendered; an interruption and an error of the file system end the test.
func (t *templateTest) fail(slug, sample string, err error) error {
	var pathError *fs.PathError
	if exitCode(err) == exitInterrupt || errors.As(err, &pathError) {
		return err
	}
	p := describeProblem(err)
	t.images = append(t.images, testedImage{Slug: slug, Sample: sample, State: imageFailed, Error: &p})
	return nil
}

// compare compares a rendered image with its golden one.
func (t *templateTest) compare(one *templatefiles.Template, sample, size string, rendered []byte) error {
	i := testedImage{Slug: one.Slug, Sample: sample, Size: size, State: imageEqual, Golden: one.Golden(sample, size)}
	golden, err := os.ReadFile(i.Golden)
	missing := errors.Is(err, fs.ErrNotExist)
	if err != nil && !missing {
		return err
	}
	if !missing && !bytes.Equal(golden, rendered) {
		d, image := compareImages(rendered, golden)
		// The same pixels in other bytes are equal: another encoder wrote them.
		if d.Pixels > 0 || d.Problem != "" {
			i.State, i.Difference = imageDiffers, d
			if !t.update {
				if i.Report, err = t.writeReport(one.Slug, sample+"."+size, golden, rendered, image); err != nil {
					return err
				}
			}
		}
	}
	if missing {
		i.State = imageMissing
	}
	if t.update && i.State != imageEqual {
		i.State, i.Difference = imageWritten, nil
		if err := os.MkdirAll(filepath.Dir(i.Golden), 0o755); err != nil {
			return err
		}
		if err := writeFile(i.Golden, rendered); err != nil {
			return err
		}
	}
	t.images = append(t.images, i)
	return nil
}

func (t *templateTest) writeReport(slug, name string, golden, rendered, difference []byte) (string, error) {
	folder := filepath.Join(t.report, slug)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return "", err
	}
	for kind, data := range map[string][]byte{"golden": golden, "rendered": rendered, "difference": difference} {
		if data == nil {
			continue
		}
		if err := writeFile(filepath.Join(folder, name+"."+kind+".png"), data); err != nil {
			return "", err
		}
	}
	return folder, nil
}

func (t *templateTest) print(cmd *cobra.Command) error {
	wrong := 0
	for i := range t.images {
		if !t.images[i].ok() {
			wrong++
		}
	}
	if t.summary != "" {
		if err := writeFile(t.summary, t.markdown(wrong)); err != nil {
			return err
		}
	}
	err := printResult(cmd, map[string]any{"failed": wrong, "images": append([]testedImage{}, t.images...)}, func(w io.Writer) error {
		for i := range t.images {
			if t.images[i].State != imageEqual {
				fmt.Fprintln(w, t.images[i].String())
			}
		}
		fmt.Fprintf(w, "%d of %d images are as expected\n", len(t.images)-wrong, len(t.images))
		return nil
	})
	if err != nil || wrong == 0 {
		return err
	}
	return exit{exitNo, fmt.Errorf("%d of %d images are not as expected", wrong, len(t.images))}
}

// markdown is a table of the images that are not as expected.
func (t *templateTest) markdown(wrong int) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "### Templates\n\n%d of %d images are as expected.\n", len(t.images)-wrong, len(t.images))
	if wrong == 0 {
		return b.Bytes()
	}
	b.WriteString("\n| Template | Sample | Size | |\n|---|---|---|---|\n")
	cell := strings.NewReplacer("|", "\\|", "\n", " ")
	for i := range t.images {
		one := &t.images[i]
		if one.ok() {
			continue
		}
		what := one.State
		switch {
		case one.Error != nil:
			what += ": " + one.Error.Message
		case one.Difference != nil && one.Difference.Problem != "":
			what += ": " + one.Difference.Problem
		case one.Difference != nil:
			what += fmt.Sprintf(" in %d pixels", one.Difference.Pixels)
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", cell.Replace(one.Slug), cell.Replace(one.Sample), one.Size, cell.Replace(what))
	}
	return b.Bytes()
}
