package approvals

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/platenhq/platen/modules/approvals/internal/store"
	"github.com/platenhq/platen/modules/platform/audit"
	"github.com/platenhq/platen/modules/platform/ident"
)

// ErrBroken says that the log was changed after it was written.
var ErrBroken = errors.New("the decision log does not match its hash chain")

// Chain follows a chain of decisions: give it every entry in order. The zero value begins at the first.
type Chain struct {
	// Number and Hash are those of the last entry that matched.
	Number int64
	Hash   []byte
	// workspace is the one whose chain it is.
	workspace string
}

// From returns a chain that goes on after an entry of the given number and hash.
func From(number int64, hash []byte) Chain { return Chain{Number: number, Hash: hash} }

// next takes an entry: its canonical JSON and the hashes that are told with it.
func (c *Chain) next(body, previous, hash []byte) error {
	if c.Hash == nil {
		c.Hash = make([]byte, sha256.Size)
	}
	var e entry
	if err := json.Unmarshal(body, &e); err != nil {
		return fmt.Errorf("the entry after number %d is not JSON: %w", c.Number, ErrBroken)
	}
	if c.workspace == "" {
		c.workspace = e.Workspace
	}
	switch {
	case e.Number != c.Number+1:
		return fmt.Errorf("entry %d (%s) follows number %d: %w", e.Number, e.ID, c.Number, ErrBroken)
	case e.Workspace != c.workspace:
		return fmt.Errorf("entry %d (%s) is another workspace's: %w", e.Number, e.ID, ErrBroken)
	case string(previous) != string(c.Hash):
		return fmt.Errorf("entry %d (%s) does not follow the entry before it: %w", e.Number, e.ID, ErrBroken)
	case string(audit.Link(previous, body)) != string(hash):
		return fmt.Errorf("entry %d (%s) does not match its hash: %w", e.Number, e.ID, ErrBroken)
	}
	c.Number, c.Hash = e.Number, hash
	return nil
}

// Verify checks the chain of a workspace from its first entry to its end and returns how far it holds. The
// error wraps ErrBroken and names the first entry that does not match.
func (m *Module) Verify(ctx context.Context, ws ident.Workspace) (Chain, error) {
	var c Chain
	// The end is read first: entries that follow it meanwhile are no fault.
	head, err := m.store.Head(ctx, string(ws))
	if err != nil {
		return c, err
	}
	at := make([]byte, sha256.Size)
	err = m.store.Each(ctx, string(ws), func(d *store.Decision) error {
		if err := c.next(d.Body, d.Previous, d.Hash); err != nil {
			return err
		}
		if d.Number == head.Number {
			at = d.Hash
		}
		return same(d)
	})
	if err != nil {
		return c, err
	}
	if string(head.Hash) != string(at) {
		return c, fmt.Errorf("the chain ends with entry %d, which is not there: %w", head.Number, ErrBroken)
	}
	return c, nil
}

// same checks that the columns that are shown are what was hashed.
func same(d *store.Decision) error {
	var e entry
	if err := json.Unmarshal(d.Body, &e); err != nil {
		return fmt.Errorf("entry %d (%s) is not JSON: %w", d.Number, d.ID, ErrBroken)
	}
	if e.ID != d.ID || e.Livemode != d.Livemode || e.Actor != d.Actor || e.Action != d.Action || e.Subject != d.Subject || e.Outcome != d.Outcome {
		return fmt.Errorf("entry %d (%s) is shown otherwise than it was written: %w", d.Number, d.ID, ErrBroken)
	}
	return nil
}

// Exported is one line of an export.
type Exported struct {
	Entry    json.RawMessage `json:"entry"`
	Previous string          `json:"previous"`
	Hash     string          `json:"hash"`
}

// Export returns up to limit entries that follow entry number after, of both modes, as lines of JSON, and the
// number of the last; more says that others follow.
func (m *Module) Export(ctx context.Context, ws ident.Workspace, after int64, limit int) (lines []byte, last int64, more bool, err error) {
	rows, err := m.store.After(ctx, string(ws), after, limit+1)
	if err != nil {
		return nil, 0, false, err
	}
	if more = len(rows) > limit; more {
		rows = rows[:limit]
	}
	last = after
	for _, r := range rows {
		// The body is written as it is: what was hashed must reach the reader byte for byte.
		lines = append(append(append(lines, `{"entry":`...), r.Body...), `,"previous":"`+hex.EncodeToString(r.Previous)+`","hash":"`+hex.EncodeToString(r.Hash)+"\"}\n"...)
		last = r.Number
	}
	return lines, last, more, nil
}

// maxLine is the longest line of an export, in bytes.
const maxLine = 16 << 20

// VerifyExport checks the lines of an export and returns how far the chain holds. An export that begins after
// the first entry holds against itself: from is the chain it goes on from, the zero value takes the first line's
// word for that. The error wraps ErrBroken and names the first line that does not match.
func VerifyExport(r io.Reader, from Chain) (Chain, error) {
	c := from
	s := bufio.NewScanner(r)
	s.Buffer(make([]byte, 64<<10), maxLine)
	for line := 1; s.Scan(); line++ {
		if len(s.Bytes()) == 0 {
			continue
		}
		var x Exported
		if err := json.Unmarshal(s.Bytes(), &x); err != nil {
			return c, fmt.Errorf("line %d is not an exported entry: %w", line, ErrBroken)
		}
		previous, err1 := hex.DecodeString(x.Previous)
		hash, err2 := hex.DecodeString(x.Hash)
		if err := errors.Join(err1, err2); err != nil {
			return c, fmt.Errorf("line %d has hashes that are not hex: %w", line, ErrBroken)
		}
		if c.Hash == nil {
			var e entry
			if err := json.Unmarshal(x.Entry, &e); err == nil && e.Number > 1 {
				c = From(e.Number-1, previous)
			}
		}
		if err := c.next(x.Entry, previous, hash); err != nil {
			return c, errors.Join(errors.New("line "+strconv.Itoa(line)), err)
		}
	}
	if err := s.Err(); err != nil {
		return c, fmt.Errorf("reading an export: %w", err)
	}
	return c, nil
}
