package pdfedit

import (
	"crypto/sha256"
	"maps"
	"slices"

	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/model"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"
)

// maxReferences is the longest chain of references through which equal objects are found: a font has four.
const maxReferences = 8

// duplicates maps objects to equal ones that replace them: streams, fonts and what they consist of, which files that are merged
// often share. Objects that have an identity, such as pages and annotations, are not replaced.
func duplicates(ctx *model.Context) map[int]int {
	same := map[int]int{}
	objects := map[int]types.Object{}
	raw := map[int][sha256.Size]byte{}
	for _, number := range slices.Sorted(maps.Keys(ctx.Table)) {
		e := ctx.Table[number]
		if e == nil || e.Free || e.Object == nil || e.Generation == nil {
			continue
		}
		o, err := ctx.Dereference(*types.NewIndirectRef(number, *e.Generation))
		if err != nil || !isValue(o) {
			continue
		}
		if d, ok := o.(types.StreamDict); ok {
			raw[number], o = sha256.Sum256(d.Raw), d.Dict
		}
		objects[number] = o
	}
	numbers := slices.Sorted(maps.Keys(objects))
	for range maxReferences {
		found := false
		first := map[[sha256.Size]byte]int{}
		for _, number := range numbers {
			if same[number] != 0 {
				continue
			}
			key := raw[number]
			key = sha256.Sum256(append(key[:], replaced(objects[number], same, 0).PDFString()...))
			if other, ok := first[key]; ok {
				same[number], found = other, true
				continue
			}
			first[key] = number
		}
		if !found {
			break
		}
	}
	return same
}

// isValue reports whether two equal objects may be one: a stream without a place in the document's structure, a part of a
// font, a graphics state or a colour space.
func isValue(o types.Object) bool {
	switch o := o.(type) {
	case types.StreamDict:
		_, one := o.Find("StructParent")
		_, many := o.Find("StructParents")
		return !one && !many
	case types.Dict:
		t := o.Type()
		return t != nil && (*t == "Font" || *t == "FontDescriptor" || *t == "ExtGState" || *t == "Encoding")
	case types.Array:
		if len(o) == 0 {
			return false
		}
		_, named := o[0].(types.Name)
		return named
	}
	return false
}

// replaced returns an object with the references to duplicates replaced.
func replaced(o types.Object, same map[int]int, depth int) types.Object {
	if depth > 100 {
		return o
	}
	switch o := o.(type) {
	case types.IndirectRef:
		if other := same[int(o.ObjectNumber)]; other != 0 {
			return *types.NewIndirectRef(other, 0)
		}
	case types.Array:
		out := make(types.Array, len(o))
		for i, v := range o {
			out[i] = replaced(v, same, depth+1)
		}
		return out
	case types.Dict:
		out := types.Dict{}
		for k, v := range o { // a copy: the order does not matter
			out[k] = replaced(v, same, depth+1)
		}
		return out
	}
	return o
}
