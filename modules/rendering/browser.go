package rendering

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/rendering/engine"
	"github.com/platenhq/platen/modules/rendering/internal/chromium"
)

// browserName is what answers call the browser engine.
const browserName = "browser"

// BrowserStatus tells how the browser engine is.
type BrowserStatus = chromium.Status

// Browser returns the state of the browser engine; it starts none.
func (m *Module) Browser() BrowserStatus { return m.browser.pool.Status() }

// RestartBrowser replaces every browser process: idle ones now, busy ones after their document.
func (m *Module) RestartBrowser() { m.browser.pool.Recycle() }

// Close ends the browsers; renders in them fail.
func (m *Module) Close() error {
	m.browser.pool.Close()
	return nil
}

// browserRenderer draws with Chromium. Its bytes depend on the machine, so that results are pinned by their request.
type browserRenderer struct {
	engine *engine.Engine
	pool   *chromium.Browser
}

// Name implements renderer.
func (*browserRenderer) Name() string { return browserName }

// Version implements renderer.
func (r *browserRenderer) Version() string { return r.pool.Version() }

// Addresses that a browser would not ask for stand behind a host that cannot exist.
const (
	assetScheme = "asset:asset_"
	assetHost   = "http://asset.invalid/asset_"
	artScheme   = engine.ArtScheme + "background?"
	artHost     = "http://ai.invalid/background?"
)

func toBrowser(markup string) string {
	return strings.NewReplacer(assetScheme, assetHost, artScheme, artHost).Replace(markup)
}

func fromBrowser(url string) string {
	if rest, ok := strings.CutPrefix(url, assetHost); ok {
		return assetScheme + rest
	}
	if rest, ok := strings.CutPrefix(url, artHost); ok {
		return artScheme + rest
	}
	return url
}

// Render implements renderer. A browser that dies is replaced and the document tried once more; the
// second death makes it poison.
func (r *browserRenderer) Render(ctx context.Context, s *sheet) (*engine.File, []Warning, error) {
	markup, err := s.doc.Markup(ctx, engineFiles{s.files})
	if err != nil {
		return nil, nil, err
	}
	d := chromium.Document{HTML: toBrowser(markup), Width: s.output.Width, Height: s.output.Height, Scale: s.output.Scale, Locale: s.locale, Files: s.files}
	file, report, err := r.once(ctx, s, d)
	if errors.Is(err, chromium.ErrDied) && ctx.Err() == nil {
		if file, report, err = r.once(ctx, s, d); errors.Is(err, chromium.ErrDied) {
			return nil, nil, fault.New(fault.RenderFailed, "The document ended two browsers and was given up.").
				With(fault.Detail{Rule: "poison", Message: "Two attempts ended without an answer."}).Because(err)
		}
	}
	if err != nil {
		return nil, nil, browserFault(err)
	}
	return file, r.warnings(s, report), nil
}

func (r *browserRenderer) once(ctx context.Context, s *sheet, d chromium.Document) (*engine.File, chromium.Report, error) {
	if formats[s.output.Format].vector == engine.PDF {
		return r.print(ctx, s, d)
	}
	png, report, err := r.pool.Screenshot(ctx, d)
	if err != nil {
		return nil, report, err
	}
	pic, err := r.engine.Photo(ctx, png, s.output.Width, s.output.Height, s.output.Scale)
	if err != nil {
		return nil, report, err
	}
	if s.marked {
		pic = r.engine.Watermark(pic)
	}
	file, err := r.engine.Encode(ctx, pic, s.output.encoding())
	return file, report, err
}

func (r *browserRenderer) print(ctx context.Context, s *sheet, d chromium.Document) (*engine.File, chromium.Report, error) {
	o := s.output
	paper := chromium.Paper{Width: float64(o.Width), Height: float64(o.Height), MaxPages: 1}
	if p := o.Paper; p != nil {
		paper = chromium.Paper{
			Width: float64(p.Width), Height: float64(p.Height), Top: float64(p.Top), Right: float64(p.Right), Bottom: float64(p.Bottom), Left: float64(p.Left),
			MaxPages: engine.MaxPages + 1,
		}
		d.Width, d.Height = max(1, p.Width-p.Left-p.Right), max(1, p.Height-p.Top-p.Bottom)
	}
	if s.marked {
		mark, err := r.engine.Mark(ctx, int(paper.Width), int(paper.Height))
		if err != nil {
			return nil, chromium.Report{}, err
		}
		paper.Overlay = fmt.Sprintf(`<div style="position:absolute;left:0;top:0;width:%dpx;height:%dpx;-webkit-print-color-adjust:exact;print-color-adjust:exact">%s</div>`, int(paper.Width), int(paper.Height), mark)
	}
	if o.Background != nil {
		d.HTML = strings.Replace(d.HTML, "<head>", fmt.Sprintf("<head><style>:where(html){background:#%02x%02x%02x%02x}</style>", o.Background.R, o.Background.G, o.Background.B, o.Background.A), 1)
	}
	data, report, err := r.pool.PDF(ctx, d, paper)
	if err != nil {
		return nil, report, err
	}
	f := &engine.File{Bytes: data, Width: int(paper.Width), Height: int(paper.Height), Pages: chromium.Pages(data)}
	switch {
	case f.Pages > engine.MaxPages:
		return nil, report, &engine.Error{Rule: "max_pages", Message: fmt.Sprintf("the document fills more than %d pages", engine.MaxPages)}
	case o.MaxBytes > 0 && len(data) > o.MaxBytes:
		return nil, report, &engine.Error{Rule: "max_bytes_unreachable", Message: fmt.Sprintf("the file has %d bytes and vector files have no lower quality", len(data))}
	}
	return f, report, nil
}

// warnings are those of the document that a browser does not make untrue, and what it found itself.
func (r *browserRenderer) warnings(s *sheet, report chromium.Report) []Warning {
	var out []Warning
	for _, w := range toWarnings(s.doc.Warnings()) {
		if !strings.HasPrefix(w.Code, "unsupported_") || w.Code == "unsupported_class" || w.Code == "unsupported_element" {
			out = append(out, w)
		}
	}
	missing := slices.Clone(report.Missing)
	slices.Sort(missing)
	for _, url := range slices.Compact(missing) {
		out = append(out, Warning{Code: "asset_unreachable", Message: fromBrowser(url) + " could not be read."})
	}
	if over := report.ContentHeight - float64(s.output.Height); s.output.Format == "pdf" && s.output.Paper == nil && over > 0 {
		out = append(out, cutWarning(s.index, over))
	}
	return out
}

// engineFiles lends a request's files to the native engine, which draws the generated elements.
type engineFiles struct{ files *sheetFiles }

// File implements engine.Files.
func (f engineFiles) File(url string) ([]byte, bool) {
	f.files.mu.Lock()
	defer f.files.mu.Unlock()
	return f.files.have(url)
}

// browserFault says what a failure of a browser means to the client.
func browserFault(err error) error {
	switch {
	case errors.Is(err, chromium.ErrUnavailable):
		return fault.New(fault.RenderFailed, "The browser engine cannot be used at the moment; use native.").
			With(fault.Detail{Path: "/engine", Rule: "engine_unavailable", Message: "The browser could not be started.", FixPatch: []fault.Op{fault.Add("/engine", engineName)}}).Because(err)
	case errors.Is(err, chromium.ErrTimeout):
		return fmt.Errorf("%w: %w", context.DeadlineExceeded, err)
	}
	return err
}
