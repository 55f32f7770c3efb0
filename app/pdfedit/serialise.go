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
	s := serialiser{ctx: ctx, number: map[int]int{}, same: duplicates(ctx)}
	root := s.visit(*ctx.Root)
	info := ""
	if ctx.Info != nil {
		info = "/Info " + s.visit(*ctx.Info).PDFString()
	}
	w := objectWriter{}
	w.out.WriteString("%PDF-2.0\n%\xe2\xe3\xcf\xd3\n")
	for i := 0; i < len(s.order); i++ { // grows while objects are written
		if err := s.object(&w, i+1, s.order[i]); err != nil {
			return nil, err
		}
	}
	w.flush(len(s.order))
	out := &w.out
	sum := sha256.Sum256(out.Bytes())
	first := fmt.Sprintf("%X", sum[:16])
	if len(ctx.ID) == 2 {
		if was, ok := ctx.ID[0].(types.HexLiteral); ok && was != noID {
			first = string(was)
		}
	}
	return w.finish(fmt.Sprintf("/Root %s%s/ID[<%s><%X>]", root.PDFString(), info, first, sum[:16])), nil
}

type serialiser struct {
	ctx    *model.Context
	number map[int]int
	order  []int
	same   map[int]int // the objects that equal ones replace
}

// visit numbers an object when it is first met.
func (s *serialiser) visit(r types.IndirectRef) types.Object {
	old := int(r.ObjectNumber)
	if other := s.same[old]; other != 0 {
		old = other
	}
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
			member := o[k]
			if k == "Annots" {
				member = s.reachable(member)
			}
			v, err := s.renumbered(member, depth+1)
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

// object writes the object old of the file under a number.
func (s *serialiser) object(w *objectWriter, number, old int) error {
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
	value := "null"
	if n != nil {
		value = n.PDFString()
	}
	if stream {
		w.stream(number, value, raw)
	} else {
		w.value(number, value)
	}
	return nil
}
