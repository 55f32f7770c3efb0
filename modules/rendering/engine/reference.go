package engine

import (
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// ReferenceKind is the use of a referenced file.
type ReferenceKind uint8

// The kinds of references.
const (
	ImageReference ReferenceKind = iota
	FontReference
)

// Reference is a file that a document references and the caller has to provide. data: URLs are not references.
type Reference struct {
	URL  string
	Kind ReferenceKind
	Path string // of the first element or rule that references it
	// Problem is the reason why an available file cannot be shown, nil if the file is unavailable. An [*Error] names
	// the rule that rejects it.
	Problem error
}

// References returns the files that the document needs, each once, in document order.
func (d *Document) References() []Reference {
	var out []Reference
	seen := map[string]bool{}
	add := func(url string, kind ReferenceKind, path string) {
		if url == "" || seen[url] || strings.HasPrefix(url, "data:") || strings.HasPrefix(url, "#") {
			return
		}
		seen[url] = true
		out = append(out, Reference{URL: url, Kind: kind, Path: path})
	}
	for i := range d.tree.FontFaces {
		f := &d.tree.FontFaces[i]
		for _, s := range f.Sources {
			add(s.URL, FontReference, f.Path)
		}
	}
	doc := d.tree.Doc
	for id := range doc.Nodes {
		n := &doc.Nodes[id]
		if n.Type != dom.Element || id >= len(d.tree.Styles) || d.tree.Styles[id] == nil {
			continue
		}
		switch n.Tag {
		case "img", "input", "object", "embed", "video", "lottie":
			if s, ok := doc.ImageOf(dom.NodeID(id)); ok {
				add(s.URL, ImageReference, n.Path)
			}
		case "image":
			for _, name := range [2]string{"href", "xlink:href"} {
				src, _ := n.Attr(name)
				add(strings.TrimSpace(src), ImageReference, n.Path)
			}
		}
		styleImages(d.tree.Styles[id], func(url string) { add(url, ImageReference, n.Path) })
		for _, pseudo := range [...]map[dom.NodeID]*style.Pseudo{d.tree.Before, d.tree.After, d.tree.Marker, d.tree.NoteCall, d.tree.NoteMarker} {
			p := pseudo[dom.NodeID(id)]
			if p == nil {
				continue
			}
			styleImages(p.Style, func(url string) { add(url, ImageReference, n.Path) })
			for j := range p.Content {
				imageURLs(p.Content[j].Image, func(url string) { add(url, ImageReference, n.Path) })
			}
		}
	}
	return out
}

// styleImages calls visit for every image URL of a style.
func styleImages(s *style.Computed, visit func(url string)) {
	for i := range s.Background {
		imageURLs(s.Background[i].Image, visit)
	}
	for i := range s.Mask {
		imageURLs(s.Mask[i].Image, visit)
	}
	imageURLs(s.ListStyleImage, visit)
	if s.BorderImage != nil {
		imageURLs(&s.BorderImage.Source, visit)
	}
	if s.MaskBorder != nil {
		imageURLs(&s.MaskBorder.Source, visit)
	}
	if s.Reflect != nil && s.Reflect.Mask != nil {
		imageURLs(&s.Reflect.Mask.Source, visit)
	}
}

func imageURLs(img *style.Image, visit func(url string)) {
	if img == nil {
		return
	}
	if img.URL != "" {
		visit(img.URL)
	}
	for i := range img.CrossFade {
		imageURLs(&img.CrossFade[i].Image, visit)
	}
}
