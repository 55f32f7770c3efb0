package chromium

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"regexp"
	"sync"
	"time"

	"github.com/go-rod/rod/lib/proto"
)

// Document is a complete HTML document for a canvas.
type Document struct {
	HTML string
	// Width and Height are the canvas in CSS pixels, Scale the number of device pixels per CSS pixel.
	Width, Height int
	// Viewport is the viewport height for viewport units; 0 means Height.
	Viewport int
	Scale    float64
	// Locale is a BCP 47 tag, "" for none.
	Locale string
	// Files serves the requests of the document; nil serves none.
	Files Files
}

// Files serves images and fonts by the URL that a browser requests. It must be safe for concurrent use.
type Files interface {
	// File returns the content; ok is false when it is not available.
	File(ctx context.Context, url string) (data []byte, ok bool)
}

// Report is the browser's report about a document.
type Report struct {
	// Missing holds the URLs of images and fonts that Files did not have, Refused those of all other requests; both in
	// request order.
	Missing, Refused []string
	// ContentHeight is the height of the document in CSS pixels.
	ContentHeight float64
}

// Paper is the page of a PDF: its size and margins in CSS pixels, 96 per inch. Zero sizes select those of the canvas.
type Paper struct {
	Width, Height            float64
	Top, Right, Bottom, Left float64
	// MaxPages limits the number of printed pages; 0 prints all.
	MaxPages int
	// Overlay is markup painted over every page, which the document cannot affect.
	Overlay string
}

// Screenshot renders a document and returns a PNG of the canvas, transparent where the document paints nothing.
func (b *Browser) Screenshot(ctx context.Context, d Document) ([]byte, Report, error) {
	var png []byte
	report, err := b.draw(ctx, d, "screen", func(s *session) error {
		shot, err := d.shot().Call(s)
		if err != nil {
			return fmt.Errorf("taking a screenshot: %w", err)
		}
		png = shot.Data
		return nil
	})
	return png, report, err
}

// shot is the request for a screenshot of the canvas. Where the canvas is not a whole number of device pixels, the
// browser would repeat the first row and column at the edges; a clip prevents that.
func (d *Document) shot() proto.PageCaptureScreenshot {
	shot := proto.PageCaptureScreenshot{Format: proto.PageCaptureScreenshotFormatPng, OptimizeForSpeed: true}
	w, h := float64(d.Width)*d.Scale, float64(d.Height)*d.Scale
	if w != math.Trunc(w) || h != math.Trunc(h) || d.Viewport > 0 {
		shot.Clip = &proto.PageViewport{Width: math.Round(w) / d.Scale, Height: math.Round(h) / d.Scale, Scale: 1}
		shot.CaptureBeyondViewport = true
	}
	return shot
}

// viewport returns the height of the viewport.
func (d *Document) viewport() int {
	if d.Viewport > 0 {
		return d.Viewport
	}
	return d.Height
}

// PDF prints a document.
func (b *Browser) PDF(ctx context.Context, d Document, p Paper) ([]byte, Report, error) {
	var pdf []byte
	report, err := b.draw(ctx, d, "print", func(s *session) error {
		print := p.request(&d)
		printed, err := print.Call(s)
		if err != nil {
			return fmt.Errorf("printing: %w", err)
		}
		pdf = printed.Data
		return nil
	})
	return pdf, report, err
}

func (p *Paper) request(d *Document) proto.PagePrintToPDF {
	inches := func(px float64) *float64 { px /= 96; return &px }
	width, height := p.Width, p.Height
	if width == 0 || height == 0 {
		width, height = float64(d.Width), float64(d.Height)
	}
	print := proto.PagePrintToPDF{
		PrintBackground: true, PaperWidth: inches(width), PaperHeight: inches(height),
		MarginTop: inches(p.Top), MarginRight: inches(p.Right), MarginBottom: inches(p.Bottom), MarginLeft: inches(p.Left),
		GenerateTaggedPDF: true,
	}
	if p.MaxPages > 0 {
		print.PageRanges = fmt.Sprintf("1-%d", p.MaxPages)
	}
	if p.Overlay != "" {
		print.DisplayHeaderFooter, print.HeaderTemplate, print.FooterTemplate = true, p.Overlay, "<span></span>"
	}
	return print
}

// openAttempts is the number of browsers that may end before one has opened a page.
const openAttempts = 3

// draw loads a document into a new context of a browser and runs capture on it. If a browser ends before it has opened
// the page, the document cannot be the cause: another browser is used.
func (b *Browser) draw(ctx context.Context, d Document, medium string, capture func(*session) error) (Report, error) {
	for attempt := 1; ; attempt++ {
		report, opened, err := b.attempt(ctx, d, medium, capture)
		if opened || ctx.Err() != nil || !errors.Is(err, ErrDied) {
			return report, err
		}
		if attempt == openAttempts {
			return report, fmt.Errorf("%w: %d browsers ended before they opened a page: %s", ErrUnavailable, attempt, err.Error())
		}
	}
}

// attempt renders with one browser and reports whether it opened a page.
func (b *Browser) attempt(ctx context.Context, d Document, medium string, capture func(*session) error) (report Report, opened bool, err error) {
	err = b.withProcess(ctx, func(ctx context.Context, p *process) error {
		page, err := p.open(ctx, d.Width, d.viewport())
		if err != nil {
			return err
		}
		opened = true
		if err := page.load(ctx, &d, medium, b.cfg.Scripts); err != nil {
			return err
		}
		if metrics, err := (proto.PageGetLayoutMetrics{}).Call(page.session); err == nil && metrics.CSSContentSize != nil {
			report.ContentHeight = metrics.CSSContentSize.Height
		}
		if err := capture(page.session); err != nil {
			return err
		}
		report.Missing, report.Refused = page.requests.found()
		b.count()
		return page.close()
	})
	return report, opened, err
}

// page is a page in a separate browser context.
type page struct {
	root     *session
	session  *session
	context  proto.BrowserBrowserContextID
	requests *requests
	events   *events
}

// open creates a context with a blank page.
func (p *process) open(ctx context.Context, width, height int) (*page, error) {
	root := &session{conn: p.conn, ctx: ctx}
	made, err := proto.TargetCreateBrowserContext{DisposeOnDetach: true}.Call(root)
	if err != nil {
		return nil, fmt.Errorf("making a browser context: %w", err)
	}
	// A window smaller than its own decorations never renders a frame; the page's size is set when it is loaded.
	width, height = max(width, 800), max(height, 600)
	target, err := proto.TargetCreateTarget{URL: "about:blank", BrowserContextID: made.BrowserContextID, Width: &width, Height: &height}.Call(root)
	if err != nil {
		return nil, fmt.Errorf("making a page: %w", err)
	}
	attached, err := proto.TargetAttachToTarget{TargetID: target.TargetID, Flatten: true}.Call(root)
	if err != nil {
		return nil, fmt.Errorf("attaching to a page: %w", err)
	}
	return &page{root: root, context: made.BrowserContextID, session: &session{conn: p.conn, ctx: ctx, id: attached.SessionID}}, nil
}

// close ends the page and its context.
func (g *page) close() error {
	g.session.conn.listen(g.session.id, nil)
	if err := (proto.TargetDisposeBrowserContext{BrowserContextID: g.context}).Call(g.root); err != nil {
		return fmt.Errorf("closing a browser context: %w", err)
	}
	return nil
}

// quiet is the time without requests after which a loaded page is captured.
const quiet = 20 * time.Millisecond

// load loads a document into the page and waits until it and its files are loaded.
func (g *page) load(ctx context.Context, d *Document, medium string, scripts bool) error {
	ctx, died := context.WithCancelCause(ctx)
	g.requests = newRequests(ctx, g.session, d, scripts)
	defer func() {
		died(nil)
		g.requests.finish()
	}()
	g.events = &events{loaded: make(chan struct{}), died: died, requests: g.requests}
	g.session.conn.listen(g.session.id, g.events.receive)
	steps := []struct {
		doing string
		call  func(proto.Client) error
	}{
		{"enabling interception", proto.FetchEnable{Patterns: []*proto.FetchRequestPattern{{URLPattern: "*"}}}.Call},
		// Workers and frames started by a page wait for a debugger that never attaches.
		{"holding other targets", proto.TargetSetAutoAttach{AutoAttach: true, WaitForDebuggerOnStart: true, Flatten: true}.Call},
		{"enabling page events", proto.PageEnable{}.Call},
		{"enabling crash events", proto.InspectorEnable{}.Call},
		{"switching scripts", proto.EmulationSetScriptExecutionDisabled{Value: !scripts}.Call},
		{"sizing the page", proto.EmulationSetDeviceMetricsOverride{Width: d.Width, Height: d.viewport(), DeviceScaleFactor: d.Scale}.Call},
		{"choosing the medium", proto.EmulationSetEmulatedMedia{Media: medium, Features: []*proto.EmulationMediaFeature{
			{Name: "prefers-color-scheme", Value: "light"}, {Name: "prefers-reduced-motion", Value: "reduce"}}}.Call},
		{"clearing the background", proto.EmulationSetDefaultBackgroundColorOverride{Color: &proto.DOMRGBA{A: new(float64)}}.Call},
		{"stopping animations", func(c proto.Client) error {
			if err := (proto.AnimationEnable{}).Call(c); err != nil {
				return err
			}
			return proto.AnimationSetPlaybackRate{PlaybackRate: 0}.Call(c)
		}},
	}
	if d.Locale != "" {
		steps = append(steps, struct {
			doing string
			call  func(proto.Client) error
		}{"choosing the locale", func(c proto.Client) error {
			_ = proto.EmulationSetLocaleOverride{Locale: d.Locale}.Call(c) // a locale that the browser does not support has no effect
			return nil
		}})
	}
	for _, s := range steps {
		if err := s.call(g.session); err != nil {
			return fmt.Errorf("%s: %w", s.doing, err)
		}
	}
	if err := g.navigate(ctx); err != nil {
		return err
	}
	return g.settle(ctx)
}

// navigate starts the load and waits for its end. A page that crashes during the load sends no response, so the wait
// also ends with the page.
func (g *page) navigate(ctx context.Context) error {
	done := make(chan error, 1)
	go func() {
		r, err := proto.PageNavigate{URL: documentURL}.Call(&session{conn: g.session.conn, ctx: ctx, id: g.session.id})
		if err == nil && r.ErrorText != "" {
			err = fmt.Errorf("the browser reports %s", r.ErrorText)
		}
		done <- err
	}()
	for loaded := g.events.loaded; ; {
		select {
		case err := <-done:
			if err != nil {
				return g.failure(ctx, "loading the document", err)
			}
			done = nil
		case <-loaded:
			if done == nil {
				return nil
			}
			if err := <-done; err != nil {
				return g.failure(ctx, "loading the document", err)
			}
			return nil
		case <-ctx.Done():
			return g.failure(ctx, "loading the document", ctx.Err())
		}
	}
}

// settle waits until fonts are ready and no request is pending. Fonts are requested when layout first needs them, after
// the load.
func (g *page) settle(ctx context.Context) error {
	s := &session{conn: g.session.conn, ctx: ctx, id: g.session.id}
	for {
		if err := g.requests.idle(ctx); err != nil {
			return g.failure(ctx, "waiting for files", err)
		}
		before := g.requests.count()
		_, err := proto.RuntimeEvaluate{Expression: "document.body && document.body.offsetHeight, document.fonts.ready.then(() => 1)", AwaitPromise: true, ReturnByValue: true}.Call(s)
		if err != nil {
			return g.failure(ctx, "waiting for fonts", err)
		}
		timer := time.NewTimer(quiet)
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return g.failure(ctx, "waiting for files", ctx.Err())
		}
		if g.requests.count() == before {
			return nil
		}
	}
}

// failure returns the cause of the context's end if it has ended, else the error of a call.
func (g *page) failure(ctx context.Context, doing string, err error) error {
	if cause := context.Cause(ctx); cause != nil {
		return fmt.Errorf("%s: %w", doing, cause)
	}
	return fmt.Errorf("%s: %w", doing, err)
}

// events handles the events of one page.
type events struct {
	loaded   chan struct{}
	done     bool
	died     context.CancelCauseFunc
	requests *requests
}

// receive is called by the connection's reader.
func (e *events) receive(method string, params json.RawMessage) {
	switch method {
	case (proto.FetchRequestPaused{}).ProtoEvent():
		var paused proto.FetchRequestPaused
		if json.Unmarshal(params, &paused) == nil {
			e.requests.handle(&paused)
		}
	case (proto.PageLoadEventFired{}).ProtoEvent():
		if !e.done && e.requests.served() {
			e.done = true
			close(e.loaded)
		}
	case (proto.InspectorTargetCrashed{}).ProtoEvent(), (proto.InspectorDetached{}).ProtoEvent():
		e.died(fmt.Errorf("%w: its page crashed", ErrDied))
	}
}

var pageObject = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`/Type\s*/Page\b`) })

// Pages returns the number of pages of a PDF printed by a browser, whose objects are plain text.
func Pages(pdf []byte) int { return len(pageObject().FindAllIndex(pdf, -1)) }
