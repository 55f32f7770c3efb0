package chromium

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"

	"github.com/go-rod/rod/lib/proto"
)

// maxMessage bounds a message of the browser, in bytes: an incompressible image of 40 megapixels in base64.
const maxMessage = 320 << 20

// conn implements the DevTools protocol over a browser's pipes: JSON messages, each terminated by a zero byte. No other
// process can connect to a pipe.
type conn struct {
	in     *os.File
	closed chan struct{}

	writing sync.Mutex

	mu        sync.Mutex
	next      int
	pending   map[int]chan reply
	receivers map[proto.TargetSessionID]func(method string, params json.RawMessage)
	once      sync.Once
}

type reply struct {
	result json.RawMessage
	err    error
}

func newConn(in, out *os.File) *conn {
	c := &conn{in: in, closed: make(chan struct{}), pending: map[int]chan reply{}, receivers: map[proto.TargetSessionID]func(string, json.RawMessage){}}
	go func() {
		defer out.Close()
		defer c.close()
		c.read(out)
	}()
	return c
}

var errClosed = errors.New("the connection to the browser is closed")

// close ends the connection; a browser whose pipe is closed exits by itself.
func (c *conn) close() {
	c.once.Do(func() {
		close(c.closed)
		_ = c.in.Close()
	})
}

// Call implements proto.Client.
func (c *conn) Call(ctx context.Context, sessionID, method string, params any) ([]byte, error) {
	response := make(chan reply, 1)
	c.mu.Lock()
	c.next++
	id := c.next
	c.pending[id] = response
	c.mu.Unlock()
	defer func() {
		c.mu.Lock()
		delete(c.pending, id)
		c.mu.Unlock()
	}()
	data, err := json.Marshal(struct {
		ID        int    `json:"id"`
		SessionID string `json:"sessionId,omitempty"`
		Method    string `json:"method"`
		Params    any    `json:"params,omitempty"`
	}{id, sessionID, method, params})
	if err != nil {
		return nil, fmt.Errorf("writing %s: %w", method, err)
	}
	c.writing.Lock()
	_, err = c.in.Write(append(data, 0))
	c.writing.Unlock()
	if err != nil {
		return nil, fmt.Errorf("sending %s: %w", method, err)
	}
	select {
	case r := <-response:
		if r.err != nil {
			return nil, fmt.Errorf("%s: %w", method, r.err)
		}
		return r.result, nil
	case <-c.closed:
		return nil, errClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// listen calls receive for every event of a session, in order, on the reader's goroutine: it must not block.
func (c *conn) listen(id proto.TargetSessionID, receive func(method string, params json.RawMessage)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if receive == nil {
		delete(c.receivers, id)
		return
	}
	c.receivers[id] = receive
}

func (c *conn) read(out io.Reader) {
	r := bufio.NewReaderSize(out, 1<<16)
	var message []byte
	for {
		part, err := r.ReadSlice(0)
		message = append(message, part...)
		if errors.Is(err, bufio.ErrBufferFull) && len(message) <= maxMessage {
			continue
		}
		if err != nil || c.dispatch(message[:len(message)-1]) != nil {
			return
		}
		if cap(message) > 1<<20 {
			message = nil
		}
		message = message[:0]
	}
}

// dispatch delivers a message to its receiver. It returns an error for a message that a browser never sends.
func (c *conn) dispatch(message []byte) error {
	var m struct {
		ID        int                   `json:"id"`
		SessionID proto.TargetSessionID `json:"sessionId"`
		Method    string                `json:"method"`
		Params    json.RawMessage       `json:"params"`
		Result    json.RawMessage       `json:"result"`
		Error     *struct {
			Code    int    `json:"code"`
			Message string `json:"message"`
		} `json:"error"`
	}
	if err := json.Unmarshal(message, &m); err != nil {
		return fmt.Errorf("reading a message of the browser: %w", err)
	}
	c.mu.Lock()
	waiting, receive := c.pending[m.ID], c.receivers[m.SessionID]
	c.mu.Unlock()
	switch {
	case m.ID != 0 && waiting != nil && m.Error != nil:
		waiting <- reply{err: fmt.Errorf("%s (%d)", m.Error.Message, m.Error.Code)}
	case m.ID != 0 && waiting != nil:
		waiting <- reply{result: m.Result}
	case m.ID == 0 && receive != nil:
		receive(m.Method, m.Params)
	}
	return nil
}

// session is one attached target, or the browser itself with an empty id, with a context; proto calls are made on it.
type session struct {
	conn *conn
	ctx  context.Context //nolint:containedctx // rod requires it for GetContext
	id   proto.TargetSessionID
}

// Call implements proto.Client.
func (s *session) Call(ctx context.Context, sessionID, method string, params any) ([]byte, error) {
	return s.conn.Call(ctx, sessionID, method, params)
}

// GetSessionID implements proto.Sessionable.
func (s *session) GetSessionID() proto.TargetSessionID { return s.id }

// GetContext implements proto.Contextable.
func (s *session) GetContext() context.Context { return s.ctx }
