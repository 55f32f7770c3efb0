package chromium

import (
	"bytes"
	"context"
	"sync"

	"github.com/go-rod/rod/lib/proto"
)

// documentURL is the URL of the document: a name that can never exist (RFC 6761 §6.4), over plain http so that no URL
// in the document is upgraded to https.
const documentURL = "http://document.invalid/"

// policy is the document's Content-Security-Policy: the second of four defences, between disabled scripts and
// interception. sandbox gives the document an opaque origin and disables scripts, forms, popups and refreshes.
const (
	policy       = "default-src 'none'; img-src data: http: https:; font-src data: http: https:; style-src 'unsafe-inline' data:; base-uri 'none'; form-action 'none'; sandbox"
	scriptPolicy = "default-src 'none'; img-src data: http: https:; font-src data: http: https:; style-src 'unsafe-inline' data:; script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; sandbox allow-scripts"
)

// requests handles every request of a page: it serves the document once and images and fonts from Files, and fails all
// others.
type requests struct {
	session *session
	doc     *Document
	policy  string

	mu       sync.Mutex
	document bool // the document has been served
	finished bool // Files is not called any more
	open     int
	total    int
	calm     chan struct{} // closed while open is 0
	missing  []string
	refused  []string
}

func newRequests(ctx context.Context, s *session, d *Document, scripts bool) *requests {
	r := &requests{session: &session{conn: s.conn, ctx: ctx, id: s.id}, doc: d, policy: policy, calm: make(chan struct{})}
	if scripts {
		r.policy = scriptPolicy
	}
	close(r.calm)
	return r
}

// handle responds to one paused request on its own goroutine.
func (r *requests) handle(paused *proto.FetchRequestPaused) {
	r.mu.Lock()
	first := paused.ResourceType == proto.NetworkResourceTypeDocument && paused.Request.URL == documentURL && !r.document
	if first {
		r.document = true
	}
	files := r.doc.Files != nil && !r.finished
	if r.open == 0 {
		r.calm = make(chan struct{})
	}
	r.open++
	r.total++
	r.mu.Unlock()
	go func() {
		defer func() {
			r.mu.Lock()
			defer r.mu.Unlock()
			if r.open--; r.open == 0 {
				close(r.calm)
			}
		}()
		r.respond(paused, first, files)
	}()
}

// respond fulfils or fails a request; it never continues one to the network.
func (r *requests) respond(paused *proto.FetchRequestPaused, first, files bool) {
	url := paused.Request.URL
	if first {
		r.fulfil(paused.RequestID, []byte(r.doc.HTML), "text/html; charset=utf-8", &proto.FetchHeaderEntry{Name: "Content-Security-Policy", Value: r.policy})
		return
	}
	switch paused.ResourceType {
	case proto.NetworkResourceTypeImage, proto.NetworkResourceTypeFont:
		if files {
			if data, ok := r.doc.Files.File(r.session.ctx, url); ok {
				r.fulfil(paused.RequestID, data, mediaType(data))
				return
			}
		}
		r.refuse(paused.RequestID, url, &r.missing)
	default:
		r.refuse(paused.RequestID, url, &r.refused)
	}
}

func (r *requests) fulfil(id proto.FetchRequestID, body []byte, mime string, more ...*proto.FetchHeaderEntry) {
	headers := append(more, &proto.FetchHeaderEntry{Name: "Access-Control-Allow-Origin", Value: "*"}, &proto.FetchHeaderEntry{Name: "Cache-Control", Value: "no-store"})
	if mime != "" {
		headers = append(headers, &proto.FetchHeaderEntry{Name: "Content-Type", Value: mime})
	}
	// A page that was closed in the meantime needs no response.
	_ = proto.FetchFulfillRequest{RequestID: id, ResponseCode: 200, ResponseHeaders: headers, Body: body}.Call(r.session)
}

func (r *requests) refuse(id proto.FetchRequestID, url string, list *[]string) {
	r.mu.Lock()
	if len(*list) < 100 && url != documentURL+"favicon.ico" {
		*list = append(*list, url)
	}
	r.mu.Unlock()
	_ = proto.FetchFailRequest{RequestID: id, ErrorReason: proto.NetworkErrorReasonBlockedByClient}.Call(r.session)
}

// finish ends the use of Files: it returns after the pending calls to it.
func (r *requests) finish() {
	r.mu.Lock()
	r.finished = true
	calm := r.calm
	r.mu.Unlock()
	<-calm
}

// served reports whether the document has been served.
func (r *requests) served() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.document
}

// idle waits until every request has its response.
func (r *requests) idle(ctx context.Context) error {
	r.mu.Lock()
	calm := r.calm
	r.mu.Unlock()
	select {
	case <-calm:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// count returns the number of requests.
func (r *requests) count() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.total
}

// found returns the URLs of missing files and of refused requests.
func (r *requests) found() (missing, refused []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]string(nil), r.missing...), append([]string(nil), r.refused...)
}

// mediaType returns the media type of content that a browser does not sniff.
func mediaType(data []byte) string {
	head := bytes.TrimLeft(bytes.TrimPrefix(data[:min(len(data), 512)], []byte("\xEF\xBB\xBF")), " \t\r\n")
	if bytes.HasPrefix(head, []byte("<")) {
		return "image/svg+xml"
	}
	return ""
}
