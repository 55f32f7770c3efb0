package approvals

import (
	"bufio"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/platenhq/platen/modules/approvals/internal/store"
	"github.com/platenhq/platen/modules/platform/hashchain"
	"github.com/platenhq/platen/modules/platform/ident"
)

// ErrBroken is returned when the log was changed after it was written.
var ErrBroken = errors.New("the decision log does not match its hash chain")

// Chain verifies a chain of decisions; it must receive every entry in order. The zero value starts at the first entry.
type Chain struct {
	hashchain.Position
	// workspace is the chain's owner.
	workspace string
}

// From returns a chain that continues after the entry with the given number and hash.
func From(number int64, hash []byte) Chain {
	return Chain{Position: hashchain.Position{Number: number, Hash: hash}}
}

// next verifies an entry: its canonical JSON and the hashes stored with it.
func (c *Chain) next(body, previous, hash []byte) error {
	var e entry
	if err := json.Unmarshal(body, &e); err != nil {
		return fmt.Errorf("the entry after number %d is not JSON: %w", c.Number, ErrBroken)
	}
	if c.workspace == "" {
		c.workspace = e.Workspace
	}
	if e.Workspace != c.workspace {
		return fmt.Errorf("entry %d (%s) belongs to another workspace: %w", e.Number, e.ID, ErrBroken)
	}
	if err := c.Next(e.Number, body, previous, hash); err != nil {
		return fmt.Errorf("entry %d (%s) after number %d: %w: %w", e.Number, e.ID, c.Number, err, ErrBroken)
	}
	return nil
}

// Verify checks a workspace's chain from its first to its last entry and returns the last state that verified. The
// error wraps ErrBroken and names the first entry that does not match. The chain covers the whole workspace, so a
// tenant that is limited to brands is refused.
func (m *Module) Verify(ctx context.Context, t ident.Tenant) (Chain, error) {
	var c Chain
	// The head is read first: entries appended during the check are not errors.
	head, err := m.store.Head(ctx, t)
	if err != nil {
		return c, err
	}
	at := hashchain.Zero()
	err = m.store.Each(ctx, t, func(d *store.Decision) error {
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

// same checks that the columns shown to clients match the hashed text.
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

// Export returns up to limit entries after entry number after, of both modes, as lines of JSON, and the number of the
// last one; more reports whether further entries follow.
func (m *Module) Export(ctx context.Context, t ident.Tenant, after int64, limit int) (lines []byte, last int64, more bool, err error) {
	rows, err := m.store.After(ctx, t, after, limit+1)
	if err != nil {
		return nil, 0, false, err
	}
	if more = len(rows) > limit; more {
		rows = rows[:limit]
	}
	last = after
	for _, r := range rows {
		// The body is written verbatim: readers must receive the exact bytes that were hashed.
		lines = append(append(append(lines, `{"entry":`...), r.Body...), `,"previous":"`+hex.EncodeToString(r.Previous)+`","hash":"`+hex.EncodeToString(r.Hash)+"\"}\n"...)
		last = r.Number
	}
	return lines, last, more, nil
}

// maxLine is the longest line of an export, in bytes.
const maxLine = 16 << 20

// VerifyExport checks the lines of an export and returns the last state that verified. from is the chain that the
// export continues; with the zero value, an export that starts after the first entry is verified from the hash that its
// first line declares as previous. The error wraps ErrBroken and names the first line that does not match.
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
