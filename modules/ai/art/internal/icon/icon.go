// Package icon finds a drawing in the Lucide icon set (ISC and MIT, LICENSE.lucide.txt) by the meaning of a prompt and
// draws it on a badge.
package icon

import (
	"bytes"
	"compress/gzip"
	_ "embed" // the icon pack
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"

	"github.com/platenhq/platen/modules/ai/art/internal/canvas"
)

// lucidePack is built by tools/icons: lines of a name, tags and a drawing on a
// 24 × 24 grid in thousandths, separated by tabs; an alias has = and the icon it
// represents instead of a drawing.
//
//go:embed lucide.pack
var lucidePack []byte

// Icon is one drawing of the set.
type Icon struct {
	Name    string
	tags    []string
	data    string
	aliases []string
}

// set parses the icon pack on first use.
var set = sync.OnceValues(func() ([]Icon, error) {
	r, err := gzip.NewReader(bytes.NewReader(lucidePack))
	if err != nil {
		return nil, fmt.Errorf("open the icon pack: %w", err)
	}
	data, err := io.ReadAll(io.LimitReader(r, 8<<20))
	if err != nil {
		return nil, fmt.Errorf("unpack the icons: %w", err)
	}
	var out []Icon
	alias := map[string][]string{}
	for line := range strings.SplitSeq(string(data), "\n") {
		name, rest, ok := strings.Cut(line, "\t")
		tags, drawing, found := strings.Cut(rest, "\t")
		if !ok || !found {
			continue
		}
		if icon, is := strings.CutPrefix(drawing, "="); is {
			alias[icon] = append(alias[icon], name)
			continue
		}
		out = append(out, Icon{name, strings.Split(tags, ","), drawing, nil})
	}
	for k := range out {
		out[k].aliases = alias[out[k].Name]
	}
	return out, nil
})

// Path returns the drawing on its grid of 24 units, to be stroked 2 units wide.
func (i *Icon) Path() (*canvas.Path, error) {
	p := &canvas.Path{}
	for d := i.data; d != ""; {
		cmd := d[0]
		end := strings.IndexAny(d[1:], "MLCZ")
		args := d[1:]
		if end >= 0 {
			args, d = d[1:1+end], d[1+end:]
		} else {
			d = ""
		}
		var v []float64
		for _, f := range strings.Fields(args) {
			n, err := strconv.Atoi(f)
			if err != nil {
				return nil, fmt.Errorf("read the drawing of %s: %w", i.Name, err)
			}
			v = append(v, float64(n)/1000)
		}
		switch {
		case cmd == 'M' && len(v) == 2:
			p.Move(v[0], v[1])
		case cmd == 'L' && len(v) == 2:
			p.Line(v[0], v[1])
		case cmd == 'C' && len(v) == 6:
			p.Cubic(v[0], v[1], v[2], v[3], v[4], v[5])
		case cmd == 'Z' && len(v) == 0:
			p.Close()
		default:
			return nil, fmt.Errorf("read the drawing of %s: %q has %d numbers", i.Name, cmd, len(v))
		}
	}
	return p, nil
}
