package pdfedit

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/pdfcpu/pdfcpu/pkg/api"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/model"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"
)

// serialise rewrites the objects of an unencrypted file, numbered and ordered by a walk from the catalog: the library derives
// both from Go's map iteration, which differs from run to run.
func serialise(data []byte) ([]byte, error) {
	c := configuration(model.LISTINFO)
	ctx, err := api.ReadContext(bytes.NewReader(data), c)
	if err != nil {
		return nil, fmt.Errorf("reading what was written: %w", err)
	}
	s := serialiser{ctx: ctx, number: map[int]int{}}
	root := s.visit(*ctx.Root)
	info := ""
	if ctx.Info != nil {
		info = "/Info " + s.visit(*ctx.Info).PDFString()
	}
	var out bytes.Buffer
	out.WriteString("%PDF-2.0\n%\xe2\xe3\xcf\xd3\n")
	offsets := make([]int, 0, len(s.order))
	for i := 0; i < len(s.order); i++ { // grows while objects are written
		offsets = append(offsets, out.Len())
		fmt.Fprintf(&out, "%d 0 obj\n", i+1)
		if err := s.object(&out, s.order[i]); err != nil {
			return nil, err
		}
		out.WriteString("\nendobj\n")
	}
	start := out.Len()
	fmt.Fprintf(&out, "xref\n0 %d\n0000000000 65535 f \n", len(offsets)+1)
	for _, at := range offsets {
		fmt.Fprintf(&out, "%010d 00000 n \n", at)
	}
	sum := sha256.Sum256(out.Bytes())
	first := fmt.Sprintf("%X", sum[:16])
	if len(ctx.ID) == 2 {
		if was, ok := ctx.ID[0].(types.HexLiteral); ok && was != noID {
			first = string(was)
		}
	}
	fmt.Fprintf(&out, "trailer\n<</Size %d/Root %s%s/ID[<%s><%X>]>>\nstartxref\n%d\n%%%%EOF\n", len(offsets)+1, root.PDFString(), info, first, sum[:16], start)
	return out.Bytes(), nil
}

type serialiser struct {
	ctx    *model.Context
	number map[int]int
	order  []int
}

// visit numbers an object when it is first met.
func (s *serialiser) visit(r types.IndirectRef) types.Object {
	old := int(r.ObjectNumber)
	if e := s.ctx.Table[old]; e == nil || e.Free || e.Object == nil {
		return types.Name("null") // replaced by the caller
	}
	if s.number[old] == 0 {
		s.order = append(s.order, old)
		s.number[old] = len(s.order)
	}
	return *types.NewIndirectRef(s.number[old], 0)
}

// renumbered returns an object with renumbered references; null members are omitted.
func (s *serialiser) renumbered(o types.Object, depth int) (types.Object, error) {
	if depth > 100 {
		return nil, errors.New("its objects are nested too deeply")
	}
	switch o := o.(type) {
	case types.IndirectRef:
		if r, ok := s.visit(o).(types.IndirectRef); ok {
			return r, nil
		}
		return nil, nil
	case types.Array:
		out := make(types.Array, len(o))
		for i, v := range o {
			n, err := s.renumbered(v, depth+1)
			if err != nil {
				return nil, err
			}
			out[i] = n
		}
		return out, nil
	case types.Dict:
		out := types.Dict{}
		for _, k := range slices.Sorted(maps.Keys(o)) {
			v, err := s.renumbered(o[k], depth+1)
			if err != nil {
				return nil, err
			}
			if v != nil {
				out[k] = v
			}
		}
		return out, nil
	}
	return o, nil
}

func (s *serialiser) object(out *bytes.Buffer, old int) error {
	o, err := s.ctx.Dereference(*types.NewIndirectRef(old, *s.ctx.Table[old].Generation)) // decodes object streams
	if err != nil {
		return fmt.Errorf("reading object %d: %w", old, err)
	}
	var raw []byte
	stream := false
	switch d := o.(type) {
	case types.StreamDict:
		o, raw, stream = d.Dict, d.Raw, true
	case types.ObjectStreamDict, types.XRefStreamDict:
		return errors.New("it refers to its own structure")
	}
	n, err := s.renumbered(o, 0)
	if err != nil {
		return err
	}
	if d, ok := n.(types.Dict); ok && stream {
		d["Length"] = types.Integer(len(raw))
	}
	if n == nil {
		out.WriteString("null")
	} else {
		out.WriteString(n.PDFString())
	}
	if stream {
		out.WriteString("\nstream\n")
		out.Write(raw)
		out.WriteString("\nendstream")
	}
	return nil
}
