package main

import (
	"bufio"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"sync"

	"github.com/platenhq/platen/app/bridge"
	"github.com/platenhq/platen/modules/rendering"
	"github.com/platenhq/platen/modules/rendering/engine"
)

// pipeLine is one line of platen render --pipe with an id: a render request, its cancellation, or the bytes of
// a file that the renderer requested.
type pipeLine struct {
	ID *int64 `json:"id"`
	// Request is a render request in the service's format; without an operation it is a preview.
	Request json.RawMessage `json:"request"`
	// Kit is a brand kit.
	Kit json.RawMessage `json:"kit"`
	// Files is true if the caller supplies the files the document names.
	Files bool `json:"files"`
	// Cancel cancels the request.
	Cancel bool `json:"cancel"`
	// File is the number of the file in Data; Data is null for an unavailable file.
	File *int   `json:"file"`
	Data []byte `json:"data"`
}

// pipeReply is the JSON that begins a message; the outputs' files follow it.
type pipeReply struct {
	ID      int64          `json:"id"`
	Outputs []writtenImage `json:"outputs,omitempty"`
	Error   *problem       `json:"error,omitempty"`
	// File requests the bytes of URL.
	File *int   `json:"file,omitempty"`
	URL  string `json:"url,omitempty"`
}

// pipeSession renders the requests with an id concurrently.
type pipeSession struct {
	local *rendering.Local
	slots chan struct{} // bounds the concurrent renders
	done  sync.WaitGroup

	writing sync.Mutex
	out     *bufio.Writer
	failed  error

	mu   sync.Mutex
	open map[int64]*pipeRender
}

// pipeRender is a request that has not ended.
type pipeRender struct {
	cancel context.CancelFunc
	// wanted are the files requested but not yet received.
	wanted    map[int]chan []byte
	requested int
}

func newPipeSession(e *engine.Engine, out *bufio.Writer) (*pipeSession, error) {
	local, err := newLocal(e, "")
	if err != nil {
		return nil, err
	}
	return &pipeSession{
		local: local, slots: make(chan struct{}, runtime.GOMAXPROCS(0)), out: out, open: map[int64]*pipeRender{},
	}, nil
}

// close cancels all requests and waits for them, after the client has disconnected.
func (s *pipeSession) close() {
	s.mu.Lock()
	for _, r := range s.open {
		r.cancel()
	}
	s.mu.Unlock()
	s.done.Wait()
}

// frame writes one frame.
func (s *pipeSession) frame(status byte, parts ...[]byte) error {
	s.writing.Lock()
	defer s.writing.Unlock()
	if s.failed == nil {
		s.failed = frame(s.out, status, parts...)
	}
	return s.failed
}

// failure returns the error because of which frames can no longer be written.
func (s *pipeSession) failure() error {
	s.writing.Lock()
	defer s.writing.Unlock()
	return s.failed
}

// line processes a line with an id; taken is false for other lines.
func (s *pipeSession) line(ctx context.Context, text []byte) (taken bool) {
	var l pipeLine
	if json.Unmarshal(text, &l) != nil || l.ID == nil {
		return false
	}
	id := *l.ID
	s.mu.Lock()
	defer s.mu.Unlock()
	r := s.open[id]
	switch {
	case l.File != nil:
		if r != nil && r.wanted[*l.File] != nil {
			r.wanted[*l.File] <- l.Data // buffered
			delete(r.wanted, *l.File)
		}
	case l.Cancel:
		if r != nil {
			r.cancel()
		}
	case r != nil:
		s.reply(pipeReply{ID: id, Error: &problem{Code: "USAGE", Message: fmt.Sprintf("id %d is in use", id)}})
	default:
		ctx, cancel := context.WithCancel(ctx)
		s.open[id] = &pipeRender{cancel: cancel, wanted: map[int]chan []byte{}}
		s.done.Go(func() { s.render(ctx, &l) })
	}
	return true
}

func (s *pipeSession) reply(r pipeReply, files ...[]byte) {
	header, err := json.Marshal(r)
	if err != nil {
		header, _ = json.Marshal(pipeReply{ID: r.ID, Error: newProblem(err)}) // text only
		files = nil
	}
	size := binary.BigEndian.AppendUint32(nil, uint32(len(header)))
	_ = s.frame(pipeMessage, append([][]byte{size, header}, files...)...) // pipe reports it
}

// render draws a request and replies.
func (s *pipeSession) render(ctx context.Context, l *pipeLine) {
	reply := pipeReply{ID: *l.ID}
	var files [][]byte
	select {
	case s.slots <- struct{}{}:
		var err error
		if reply.Outputs, files, err = s.draw(ctx, l); err != nil {
			reply.Outputs, files, reply.Error = nil, nil, newProblem(err)
		}
		<-s.slots
	case <-ctx.Done():
		reply.Error = newProblem(ctx.Err())
	}
	s.mu.Lock()
	s.open[*l.ID].cancel()
	delete(s.open, *l.ID)
	s.mu.Unlock()
	s.reply(reply, files...)
}

func (s *pipeSession) draw(ctx context.Context, l *pipeLine) (list []writtenImage, files [][]byte, err error) {
	j, err := pipeJob(l)
	if err != nil {
		return nil, nil, err
	}
	source := engine.Files(bridge.Backgrounds{})
	if l.Files {
		source = &pipeFiles{s: s, done: ctx.Done(), id: *l.ID}
	}
	err = s.local.Draw(ctx, j.request, source, func(d rendering.Drawing) error {
		m, err := j.describe(&d)
		list, files = append(list, m), append(files, d.File.Bytes)
		return err
	})
	if ctx.Err() != nil {
		err = ctx.Err()
	}
	return list, files, err
}

// pipeFiles requests the files of one document from the caller.
type pipeFiles struct {
	s    *pipeSession
	done <-chan struct{} // closed when the document is abandoned
	id   int64
}

// File implements engine.Files.
func (f *pipeFiles) File(url string) ([]byte, bool) {
	if data, ok := (bridge.Backgrounds{}).File(url); ok {
		return data, true
	}
	received := make(chan []byte, 1)
	f.s.mu.Lock()
	r := f.s.open[f.id]
	n := r.requested
	r.requested++
	r.wanted[n] = received
	f.s.mu.Unlock()
	f.s.reply(pipeReply{ID: f.id, File: &n, URL: url})
	// Others render while this request waits.
	<-f.s.slots
	defer func() { f.s.slots <- struct{}{} }()
	select {
	case data := <-received:
		return data, data != nil
	case <-f.done:
		return nil, false
	}
}

// newProblem returns an error in its JSON form.
func newProblem(err error) *problem {
	p := describeProblem(err)
	if errors.Is(err, context.Canceled) {
		p.Code, p.Message = "CANCELED", "The request was canceled."
	}
	return &p
}
