package pdfedit

import "github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"

// reachable returns the annotations of a page without the links to pages that the file does not have.
func (s *serialiser) reachable(annotations types.Object) types.Object {
	list, err := s.ctx.DereferenceArray(annotations)
	if err != nil || list == nil {
		return annotations
	}
	kept := make(types.Array, 0, len(list))
	for _, a := range list {
		if d, err := s.ctx.DereferenceDict(a); err == nil && s.leadsNowhere(d) {
			continue
		}
		kept = append(kept, a)
	}
	switch len(kept) {
	case len(list):
		return annotations
	case 0:
		return nil
	}
	return kept
}

// leadsNowhere reports whether an annotation is a link within the file whose destination is missing.
func (s *serialiser) leadsNowhere(annotation types.Dict) bool {
	if kind := annotation.NameEntry("Subtype"); kind == nil || *kind != "Link" {
		return false
	}
	dest, has := annotation.Find("Dest")
	if !has {
		action, err := s.ctx.DereferenceDict(annotation["A"])
		if err != nil || action == nil {
			return false
		}
		if kind := action.NameEntry("S"); kind == nil || *kind != "GoTo" {
			return false
		}
		dest, has = action.Find("D")
	}
	target, err := s.ctx.Dereference(dest)
	if !has || err != nil {
		return false
	}
	array, ok := target.(types.Array)
	if !ok || len(array) == 0 {
		return false
	}
	page, err := s.ctx.Dereference(array[0])
	return err == nil && page == nil
}
