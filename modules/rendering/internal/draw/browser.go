package draw

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/platenhq/platen/modules/rendering/internal/plan"
	"github.com/platenhq/platen/modules/rendering/internal/request"

	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/rendering/engine"
	"github.com/platenhq/platen/modules/rendering/internal/chromium"
)

// browserRenderer renders with Chromium. Its output depends on the machine, so results are pinned by their request.
type browserRenderer struct {
	engine *engine.Engine
	pool   *chromium.Browser
}

// Version implements renderer.
func (r *browserRenderer) Version() string { return r.pool.Version() }

// URLs of schemes that a browser does not load are replaced by URLs of hosts that cannot exist.
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

// Render implements renderer. After a crash of the browser the document is retried once in a new one; after a second
// crash the error is the fault poison.
func (r *browserRenderer) Render(ctx context.Context, t *task) (*engine.File, []request.Warning, error) {
	markup, err := t.doc.Markup(ctx, engineFiles{t.files})
	if err != nil {
		return nil, nil, err
	}
	d := chromium.Document{HTML: toBrowser(markup), Width: t.output.Width, Height: t.output.Height, Viewport: t.output.Viewport, Scale: t.output.Scale, Locale: t.locale, Files: t.files}
	file, report, err := r.attempt(ctx, t, d)
	if errors.Is(err, chromium.ErrDied) && ctx.Err() == nil {
		if file, report, err = r.attempt(ctx, t, d); errors.Is(err, chromium.ErrDied) {
			return nil, nil, fault.New(fault.RenderFailed, "The document crashed two browsers and was abandoned.").
				With(fault.Detail{Rule: "poison", Message: "Two attempts ended without a result."}).Because(err)
		}
	}
	if err != nil {
		return nil, nil, browserFault(err)
	}
	return file, r.warnings(t, report), nil
}

func (r *browserRenderer) attempt(ctx context.Context, t *task, d chromium.Document) (*engine.File, chromium.Report, error) {
	if t.output.FileFormat().Vector == engine.PDF {
		return r.print(ctx, t, d)
	}
	png, report, err := r.pool.Screenshot(ctx, d)
	if err != nil {
		return nil, report, err
	}
	pic, err := r.engine.Photo(ctx, png, t.output.Width, t.output.Height, t.output.Scale)
	if err != nil {
		return nil, report, err
	}
	if t.marked {
		pic = r.engine.Watermark(pic)
	}
	file, err := r.engine.Encode(ctx, pic, t.output.Encoding())
	return file, report, err
}

func (r *browserRenderer) print(ctx context.Context, t *task, d chromium.Document) (*engine.File, chromium.Report, error) {
	o := t.output
	paper := chromium.Paper{Width: float64(o.Width), Height: float64(o.Height), MaxPages: 1}
	if p := o.Paper; p != nil {
		width, height := p.ExactSize()
		margins := p.ExactMargins()
		paper = chromium.Paper{
			Width: width, Height: height, Top: margins[0], Right: margins[1], Bottom: margins[2], Left: margins[3],
			MaxPages: engine.MaxPages + 1,
		}
		d.Width, d.Height = max(1, p.Width-p.Left-p.Right), max(1, p.Height-p.Top-p.Bottom)
	}
	if t.marked {
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

// warnings returns the document's warnings that also apply to a browser, and those of the browser.
func (r *browserRenderer) warnings(t *task, report chromium.Report) []request.Warning {
	var out []request.Warning
	for _, w := range request.Warnings(t.doc.Warnings()) {
		if !strings.HasPrefix(w.Code, "unsupported_") || w.Code == "unsupported_class" || w.Code == "unsupported_attribute" || w.Code == "unsupported_element" {
			out = append(out, w)
		}
	}
	missing := slices.Clone(report.Missing)
	slices.Sort(missing)
	for _, url := range slices.Compact(missing) {
		out = append(out, request.Warning{Code: "asset_unreachable", Message: fromBrowser(url) + " could not be read."})
	}
	if over := report.ContentHeight - float64(t.output.Height); t.output.Format == "pdf" && t.output.Paper == nil && over > 0 {
		out = append(out, cutWarning(t.output, t.index, over))
	}
	return out
}

// browserFault converts a failure of the browser to the client's error.
func browserFault(err error) error {
	switch {
	case errors.Is(err, chromium.ErrUnavailable):
		return fault.New(fault.RenderFailed, "The browser engine cannot be used at the moment; use native.").
			With(fault.Detail{Path: "/engine", Rule: "engine_unavailable", Message: "The browser could not be started.", FixPatch: []fault.Op{fault.Add("/engine", plan.Native)}}).Because(err)
	case errors.Is(err, chromium.ErrTimeout):
		return fmt.Errorf("%w: %w", context.DeadlineExceeded, err)
	}
	return err
}
