package vector

import (
	"context"
	"crypto/sha256"
	"fmt"
	"math"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/image"
)

// PDF writes lists as the pages of a PDF 1.7 file (ISO 32000-1); a CSS pixel is 0.75 points. The file has no time
// stamps; its identifier is a hash of its content. It fails with ErrUnbalanced, ErrTooDeep, the errors of the
// rasteriser or of ctx.
func PDF(ctx context.Context, pages []*display.List, o Options) ([]byte, error) {
	p := &pdfWriter{o: &o, known: map[[sha256.Size]byte]int{}, images: map[*image.Bitmap]int{}, placed: map[int]placed{}}
	if o.Tags != nil {
		p.structure = &structure{elements: map[int32]*element{}}
	}
	catalog, tree := p.reserve(), p.reserve()
	var kids []string
	for _, l := range pages {
		if err := p.page(ctx, l, tree, &kids); err != nil {
			return nil, err
		}
	}
	for i := 0; i < len(p.fonts); i++ {
		p.writeFont(p.fonts[i])
	}
	if p.o.Standard.accessible() {
		if err := p.checkAccessible(); err != nil {
			return nil, err
		}
	}
	if p.o.Standard.exchange() {
		if err := p.checkExchange(); err != nil {
			return nil, err
		}
	}
	p.writeLinks()
	p.set(tree, fmt.Sprintf("<< /Type /Pages /Count %d /Kids [%s] >>", len(kids), strings.Join(kids, " ")))
	more := ""
	if root := p.writeStructure(); root != 0 {
		more = fmt.Sprintf(" /StructTreeRoot %d 0 R /MarkInfo << /Marked true >>", root)
	}
	if o.Language != "" {
		more += " /Lang <FEFF" + utf16Hex(o.Language) + ">"
	}
	if o.Title != "" {
		more += " /ViewerPreferences << /DisplayDocTitle true >>"
	}
	if ref := p.writeOutline(); ref != 0 {
		more += fmt.Sprintf(" /Outlines %d 0 R /PageMode /UseOutlines", ref)
	}
	more += p.writeForm() + p.writeIntents() + p.writeFiles()
	if ref := p.writeMetadata(); ref != 0 {
		more += fmt.Sprintf(" /Metadata %d 0 R", ref)
	}
	p.set(catalog, fmt.Sprintf("<< /Type /Catalog /Pages %d 0 R%s >>", tree, more))
	if p.failed != nil {
		return nil, p.failed
	}
	info := p.object("<< /Producer (Platen)" + p.information() + " >>")
	return p.file(catalog, info), nil
}

// pdfWriter collects the objects of a file.
type pdfWriter struct {
	o       *Options
	objects []pdfObject
	// known maps the hash of a shareable object's content to its number.
	known  map[[sha256.Size]byte]int
	fonts  []*pdfFont
	tags   int
	images map[*image.Bitmap]int
	// greys contains the images of luminance masks in shades of grey.
	greys map[*image.Bitmap]*image.Bitmap
	// parts contains the JPEGs of rasterised parts that are not kept lossless.
	parts map[*image.Bitmap][]byte
	// structure is the logical structure, nil for an untagged file; placed maps a stream's key plus one to its
	// position; current is the page being written.
	structure *structure
	placed    map[int]placed
	current   int
	// pages holds the page objects and their heights in points; links the annotations of links within the file.
	pages []pageObject
	// failed is the reason why the file cannot conform to the requested standard.
	failed error
	links  []innerLink
	// blending is the blending space of the current page, spots are the spaces of the spot inks by name, defaults is the
	// result of defaultSpaces, and warned contains the warnings so far.
	blending string
	spots    map[string]spotSpace
	defaults string
	warned   map[string]bool
	fields   []writtenField
}

func (p *pdfWriter) page(ctx context.Context, l *display.List, tree int, kids *[]string) error {
	wide, high := float64(l.Width), float64(l.Height)
	if i := len(p.pages); i < len(p.o.Pages) && p.o.Pages[i].Width > 0 {
		wide, high = p.o.Pages[i].Width, p.o.Pages[i].Height
	}
	w, h := float64(wide*0.75), float64(high*0.75)
	base := geom.Matrix{A: 0.75, D: -0.75, F: h}
	p.current = p.reserve()
	p.pages = append(p.pages, pageObject{p.current, h})
	p.prepareInks(l.Ops)
	c := &pdfContent{p: p, spent: new(int64), width: int(math.Ceil(wide)), height: int(math.Ceil(high))}
	c.matrix(base)
	ops, err := c.withBackdrops(ctx, withBackground(l, p.o.Background))
	if err != nil {
		return err
	}
	if n := flattenUpTo(ops, false); n > 0 {
		if _, err := matching(ops); err != nil {
			return err
		}
		c.artifact()
		if err := c.pixels(ctx, place{geom.Identity(), base}, ops[:n], float64(2*p.o.scale())); err != nil {
			return err
		}
		c.endArtifact()
		c.hidden++
		err := c.list(ctx, ops[:n], place{geom.Identity(), base}, 0)
		c.hidden--
		if err != nil {
			return err
		}
		ops = ops[n:]
	}
	if err := c.list(ctx, ops, place{geom.Identity(), base}, 0); err != nil {
		return err
	}
	var links []string
	for _, k := range l.Links {
		name, inner := strings.CutPrefix(k.URL, "#")
		if k.Node == 0 && p.o.Standard.accessible() {
			continue // repeated margin content is an artifact
		}
		if p.o.Standard.exchange() {
			p.warn("links: PDF/X-4 has no annotations on the printed area, so links are left out")
			break
		}
		if _, known := p.o.Targets[name]; k.Area.Empty() || !safeLink(k.URL) && !(inner && known) {
			continue
		}
		x0, y0 := base.Apply(k.Area.X0.Float(), k.Area.Y1.Float())
		x1, y1 := base.Apply(k.Area.X1.Float(), k.Area.Y0.Float())
		if inner {
			ref := p.reserve()
			p.links = append(p.links, innerLink{ref, name, fmt.Sprintf("[%s %s %s %s]%s", num(x0), num(y0), num(x1), num(y1), p.link(k.Node, ref))})
			links = append(links, fmt.Sprintf("%d 0 R", ref))
			continue
		}
		ref := p.reserve()
		p.set(ref, fmt.Sprintf("<< /Type /Annot /Subtype /Link /F 4 /Border [0 0 0] /Rect [%s %s %s %s]%s /A << /S /URI /URI %s >> >>", num(x0), num(y0), num(x1), num(y1), p.link(k.Node, ref), literal(k.URL)))
		links = append(links, fmt.Sprintf("%d 0 R", ref))
	}
	for i := range p.o.Fields {
		if f := &p.o.Fields[i]; f.Page == len(p.pages)-1 {
			ref, err := p.widget(ctx, f, base)
			if err != nil {
				return err
			}
			links = append(links, fmt.Sprintf("%d 0 R", ref))
		}
	}
	content := p.stream("", c.b.Bytes(), 1, 0)
	annots := ""
	if len(links) > 0 {
		annots = " /Annots [" + strings.Join(links, " ") + "] /Tabs /S"
	}
	if c.parents != 0 {
		p.placed[c.parents] = placed{page: p.current}
	}
	p.set(p.current, fmt.Sprintf("<< /Type /Page /Parent %d 0 R /MediaBox [0 0 %s %s]%s /Contents %d 0 R /Resources << %s >> /Group << /S /Transparency /CS %s /I true >>%s%s >>", tree, num(w), num(h), p.pageBox(w, h), content, c.resources(), p.blending, annots, c.streamParents()))
	*kids = append(*kids, fmt.Sprintf("%d 0 R", p.current))
	return nil
}

// pageBox returns the current page's entries for its boxes and rotation (ISO 32000-1 §14.11.2).
func (p *pdfWriter) pageBox(w, h float64) (entries string) {
	var b PageBox
	if i := len(p.pages) - 1; i < len(p.o.Pages) {
		b = p.o.Pages[i]
	}
	inside := func(by float64) string {
		by = float64(by * 0.75)
		return fmt.Sprintf("[%s %s %s %s]", num(by), num(by), num(w-by), num(h-by))
	}
	if b.Trim > 0 || p.o.Standard.exchange() {
		entries += " /TrimBox " + inside(b.Trim) + " /BleedBox " + inside(b.Bleed)
	}
	if b.Rotate != 0 {
		entries += fmt.Sprintf(" /Rotate %d", b.Rotate)
	}
	return entries
}

// literal encodes a string object of printable ASCII; other bytes are percent-encoded.
func literal(s string) string {
	var b strings.Builder
	b.WriteByte('(')
	for i := range len(s) {
		switch c := s[i]; {
		case c == '(' || c == ')' || c == '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case c < 0x21 || c > 0x7e:
			fmt.Fprintf(&b, "%%%02X", c)
		default:
			b.WriteByte(c)
		}
	}
	b.WriteByte(')')
	return b.String()
}
