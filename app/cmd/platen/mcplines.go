package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"sync"
	"time"
)

// jsonLines reads the messages of a client, one per line, and responds to lines that are not JSON with the JSON-RPC error
// -32700, so that they do not end the session. A line longer than limit is passed on: the reader rejects it. The input
// ends when all its requests have responses, since its end ends the session.
type jsonLines struct {
	in    *bufio.Reader
	out   *responses
	limit int
	rest  []byte
}

// lastResponses bounds the time that the end of the input waits for responses: a canceled request has none.
const lastResponses = 10 * time.Second

const parseError = `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"The line is not JSON; a message is one line of JSON."}}` + "\n"

// Read implements io.Reader.
func (l *jsonLines) Read(p []byte) (int, error) {
	for len(l.rest) == 0 {
		line, err := l.line()
		if len(bytes.TrimSpace(line)) == 0 {
			if err != nil {
				l.out.wait(lastResponses)
				return 0, err
			}
			continue
		}
		if len(line) <= l.limit {
			request, _, valid := kindOf(line)
			if !valid {
				if _, err := io.WriteString(l.out, parseError); err != nil {
					return 0, err
				}
				continue
			}
			if request {
				l.out.expect()
			}
		}
		l.rest = line
	}
	n := copy(p, l.rest)
	l.rest = l.rest[n:]
	return n, nil
}

// line returns the next line, or the part of it that exceeds the limit.
func (l *jsonLines) line() (line []byte, err error) {
	for len(line) <= l.limit {
		part, err := l.in.ReadSlice('\n')
		line = append(line, part...)
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, err
		}
	}
	return line, nil
}

// kindOf reports whether a message is a request or a response, and whether it is JSON; a notification, and an error without
// an id, is neither.
func kindOf(message []byte) (request, response, valid bool) {
	var m struct {
		ID     any    `json:"id"`
		Method string `json:"method"`
	}
	err := json.Unmarshal(message, &m)
	var syntax *json.SyntaxError
	if err != nil || m.ID == nil {
		return false, false, !errors.As(err, &syntax)
	}
	return m.Method != "", m.Method == "", true
}

// responses writes whole messages of several goroutines and counts the responses. Close leaves the writer open.
type responses struct {
	mu   sync.Mutex
	w    io.Writer
	open int           // requests without a response
	idle chan struct{} // closed when open becomes 0; nil if nothing waits
}

// Write implements io.Writer.
func (r *responses) Write(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	n, err := r.w.Write(p)
	if _, response, _ := kindOf(p); response && r.open > 0 {
		if r.open--; r.open == 0 && r.idle != nil {
			close(r.idle)
			r.idle = nil
		}
	}
	return n, err
}

// Close implements io.Closer.
func (*responses) Close() error { return nil }

func (r *responses) expect() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.open++
}

// wait returns when every request has a response, or after a limit.
func (r *responses) wait(limit time.Duration) {
	r.mu.Lock()
	if r.open == 0 {
		r.mu.Unlock()
		return
	}
	idle := make(chan struct{})
	r.idle = idle
	r.mu.Unlock()
	select {
	case <-idle:
	case <-time.After(limit):
	}
}
