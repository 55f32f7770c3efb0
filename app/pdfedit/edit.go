package pdfedit

import (
	"bytes"
	"fmt"
	"image"
	_ "image/jpeg" // registers the formats of stamps
	_ "image/png"
	"slices"
	"strconv"
	"strings"

	"github.com/pdfcpu/pdfcpu/pkg/api"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/model"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"
)

// Merge joins files in their order.
func Merge(files []File) (out []byte, err error) {
	if len(files) < 2 {
		return nil, argumentf("file", "merge needs two files or more")
	}
	at := files[0].Name
	defer func() { guard(at, &err) }()
	into, err := edit(files[0], configuration(model.MERGECREATE))
	if err != nil {
		return nil, err
	}
	for _, f := range files[1:] {
		at = f.Name
		from, err := edit(f, configuration(model.MERGECREATE))
		if err != nil {
			return nil, err
		}
		if err := pdfcpu.MergeXRefTables(f.Name, from, into, false, false); err != nil {
			return nil, &FileError{f.Name, ErrMalformed, err}
		}
	}
	return write(files[0], into)
}

// Part is a result of Split: the pages From to To of its source.
type Part struct {
	From, To int
	Data     []byte
}

// Split returns a file for each range of pages or, without ranges, for each run of every pages.
func Split(f File, every int, ranges string) (parts []Part, err error) {
	defer func() { guard(f.Name, &err) }()
	ctx, err := edit(f, configuration(model.SPLIT))
	if err != nil {
		return nil, err
	}
	spans, err := Ranges(ranges, ctx.PageCount)
	if err != nil {
		return nil, err
	}
	if ranges == "" {
		if every < 1 {
			return nil, argumentf("every", "a part has %d pages; it is at least 1", every)
		}
		spans = nil
		for from := 1; from <= ctx.PageCount; from += every {
			spans = append(spans, [2]int{from, min(from+every-1, ctx.PageCount)})
		}
	}
	for _, s := range spans {
		pages := make([]int, 0, s[1]-s[0]+1)
		for n := s[0]; n <= s[1]; n++ {
			pages = append(pages, n)
		}
		part, err := pdfcpu.ExtractPages(ctx, pages, false)
		if err != nil {
			return nil, &FileError{f.Name, ErrMalformed, err}
		}
		data, err := write(f, part)
		if err != nil {
			return nil, err
		}
		parts = append(parts, Part{s[0], s[1], data})
	}
	return parts, nil
}

// Rotate rotates pages clockwise; all if pages is empty.
func Rotate(f File, degrees int, pages string) (out []byte, err error) {
	defer func() { guard(f.Name, &err) }()
	if degrees%90 != 0 || degrees%360 == 0 {
		return nil, argumentf("by", "the angle is %d; it must be 90, 180 or 270", degrees)
	}
	ctx, err := edit(f, configuration(model.ROTATE))
	if err != nil {
		return nil, err
	}
	chosen, err := selection(pages, ctx.PageCount)
	if err != nil {
		return nil, err
	}
	if err := pdfcpu.RotatePages(ctx, chosen, degrees%360); err != nil {
		return nil, &FileError{f.Name, ErrMalformed, err}
	}
	return write(f, ctx)
}

// Stamp is put on pages: one of Text, Image (PNG or JPEG) and the first page of PDF.
type Stamp struct {
	Text       string
	Image, PDF []byte
	// Position is one of Positions.
	Position string
	Opacity  float64
	// Angle turns counter-clockwise, in degrees.
	Angle float64
	// Size is the height of a font in points, Scale the share of the page's width that an image or page takes.
	Size  int
	Scale float64
	// Natural keeps the size of a PDF instead.
	Natural bool
	// Color of text, as #rrggbb.
	Color string
	// Behind puts it below the page's content.
	Behind bool
	// Pages selects pages, as in Rotate.
	Pages string
}

// StampName is the name in errors of the PDF that is a stamp.
const StampName = "the stamp"

// anchors maps positions to the library's names.
var anchors = map[string]string{
	"top-left": "tl", "top": "tc", "top-right": "tr", "left": "l", "center": "c", "right": "r", "bottom-left": "bl", "bottom": "bc", "bottom-right": "br",
}

// Positions returns the positions of a stamp.
func Positions() []string {
	return []string{"top-left", "top", "top-right", "left", "center", "right", "bottom-left", "bottom", "bottom-right"}
}

func (s *Stamp) check() error {
	given := 0
	for _, is := range []bool{s.Text != "", s.Image != nil, s.PDF != nil} {
		if is {
			given++
		}
	}
	_, known := anchors[s.Position]
	switch {
	case given != 1:
		return argumentf("text", "a stamp is one of text, an image and a PDF")
	case !known:
		return argumentf("position", "the position is %q; it is %s", s.Position, strings.Join(Positions(), ", "))
	case !(s.Opacity > 0 && s.Opacity <= 1):
		return argumentf("opacity", "the opacity is %v; it is above 0 and at most 1", s.Opacity)
	case !(s.Angle >= -180 && s.Angle <= 180):
		return argumentf("angle", "the angle is %v; it is -180 to 180", s.Angle)
	case s.Text != "" && s.checkSize() != nil:
		return s.checkSize()
	case s.Text == "" && !s.Natural && !(s.Scale > 0 && s.Scale <= 1):
		return argumentf("scale", "the scale is %v; it is above 0 and at most 1", s.Scale)
	case s.Image != nil && !drawable(s.Image):
		return argumentf("image", "the image is not a PNG or JPEG of at most %d megapixels", maxPixels/1_000_000)
	case !color(s.Color):
		return argumentf("color", "the colour is %q; it is written #rrggbb", s.Color)
	}
	for _, field := range []string{"%p", "%P", "%t", "%v"} {
		if strings.Contains(s.Text, field) {
			return argumentf("text", "the text has %s, which cannot be set; write a space after the percent sign", field)
		}
	}
	for _, r := range s.Text {
		if !standard(r) {
			return argumentf("text", "the text has %q, which the standard fonts of PDF lack", r)
		}
	}
	return nil
}

// maxPixels bounds the image of a stamp.
const maxPixels = 40_000_000

// drawable reports whether data begins as a PNG or JPEG whose pixels are within maxPixels.
func drawable(data []byte) bool {
	c, _, err := image.DecodeConfig(bytes.NewReader(data))
	return err == nil && c.Width > 0 && c.Height > 0 && c.Width <= maxPixels/c.Height
}

// standard reports whether the standard fonts of PDF have a character.
func standard(r rune) bool { return (r >= ' ' || r == '\n') && (r <= 0x7e || r >= 0xa0 && r <= 0xff) }

func (s *Stamp) checkSize() error {
	if s.Size < 1 || s.Size > 500 {
		return argumentf("size", "the size is %d; it is 1 to 500 points", s.Size)
	}
	return nil
}

// drawn reports whether the text has characters that the standard fonts of PDF lack, so that it has to be drawn as a PDF.
func (s *Stamp) drawn() bool {
	return strings.ContainsFunc(s.Text, func(r rune) bool { return r > 0xff })
}

func color(s string) bool {
	if len(s) != 7 || s[0] != '#' {
		return false
	}
	_, err := strconv.ParseUint(s[1:], 16, 32)
	return err == nil
}

// describe returns a stamp in the library's description format.
func (s *Stamp) describe() string {
	d := fmt.Sprintf("pos:%s, rot:%s, op:%s", anchors[s.Position], number(s.Angle), number(s.Opacity))
	if s.Natural {
		return d + ", scale:1 abs"
	}
	if s.Text == "" {
		return d + ", scale:" + number(s.Scale) + " rel"
	}
	return d + fmt.Sprintf(", font:Helvetica, points:%d, scale:1 abs, fillc:%s", s.Size, s.Color)
}

func number(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

func (s *Stamp) mark() (*model.Watermark, error) {
	switch {
	case s.Text != "":
		// A percent sign begins a placeholder of the library, one of which is the time.
		return pdfcpu.ParseTextWatermarkDetails(strings.ReplaceAll(s.Text, "%", "%%"), s.describe(), !s.Behind, types.POINTS)
	case s.Image != nil:
		wm, err := pdfcpu.ParseImageWatermarkDetails("", s.describe(), !s.Behind, types.POINTS)
		if err == nil {
			wm.Image = bytes.NewReader(s.Image)
		}
		return wm, err
	}
	wm, err := pdfcpu.ParsePDFWatermarkDetails("", s.describe(), !s.Behind, types.POINTS)
	if err == nil {
		wm.PDF, wm.PdfPageNrSrc = bytes.NewReader(s.PDF), 1
	}
	return wm, err
}

// Apply puts the stamp on the pages of a file.
func (s *Stamp) Apply(f File) (out []byte, err error) {
	defer func() { guard(f.Name, &err) }()
	if err := s.check(); err != nil {
		return nil, err
	}
	if s.PDF != nil {
		if _, err := edit(File{StampName, s.PDF}, configuration(model.LISTINFO)); err != nil {
			return nil, err
		}
	}
	ctx, err := edit(f, configuration(model.ADDWATERMARKS))
	if err != nil {
		return nil, err
	}
	chosen, err := selection(s.Pages, ctx.PageCount)
	if err != nil {
		return nil, err
	}
	wm, err := s.mark()
	if err != nil {
		return nil, fmt.Errorf("reading the stamp: %w", err)
	}
	if err := pdfcpu.AddWatermarks(ctx, chosen, wm); err != nil {
		if s.Image != nil {
			return nil, argumentf("image", "the image cannot be put on the pages: %v", err)
		}
		return nil, &FileError{f.Name, ErrMalformed, err}
	}
	return write(f, ctx)
}

// permissions maps names to permission bits.
var permissions = map[string]model.PermissionFlags{
	"print": model.PermissionPrintRev2 | model.PermissionPrintRev3, "modify": model.PermissionModify, "copy": model.PermissionExtract | model.PermissionExtractRev3,
	"annotate": model.PermissionModAnnFillForm, "fill": model.PermissionFillRev3, "assemble": model.PermissionAssembleRev3,
}

// Permissions returns the names of the permissions of an encrypted file.
func Permissions() []string {
	return []string{"print", "modify", "copy", "annotate", "fill", "assemble"}
}

// Encrypt encrypts a file with AES-256 (PDF 2.0). The user password opens the file, the owner password also removes its restrictions.
func Encrypt(f File, user, owner string, allow []string) (out []byte, err error) {
	defer func() { guard(f.Name, &err) }()
	if owner == "" {
		return nil, argumentf("owner-password", "there is no owner password; without one anyone lifts the limits")
	}
	if owner == user {
		return nil, argumentf("user-password", "the user's and the owner's password are the same; then everyone who opens the file is its owner")
	}
	c := configuration(model.ENCRYPT)
	c.UserPW, c.OwnerPW = user, owner
	c.Permissions = model.PermissionsNone
	for _, name := range allow {
		bits, ok := permissions[name]
		if !ok {
			return nil, argumentf("allow", "the permission is %q; it is one of %s", name, strings.Join(Permissions(), ", "))
		}
		c.Permissions |= bits
	}
	ctx, err := edit(f, c)
	if err != nil {
		return nil, err
	}
	return write(f, ctx)
}

// notUser is passed as the user password when opening with the owner password; it is the password of no file.
const notUser = "the-password-of-the-user-is-not-enough"

// Decrypt removes the encryption of a file, which needs the owner password.
func Decrypt(f File, owner string) (out []byte, err error) {
	defer func() { guard(f.Name, &err) }()
	if owner == "" {
		return nil, argumentf("owner-password", "there is no owner password; a file is decrypted with it alone")
	}
	c := configuration(model.DECRYPT)
	c.OwnerPW, c.UserPW = owner, notUser
	ctx, err := read(f, c)
	if err != nil {
		return nil, err
	}
	if err := api.OptimizeContext(ctx); err != nil {
		return nil, &FileError{f.Name, ErrMalformed, err}
	}
	ctx.Encrypt, ctx.EncKey, ctx.E = nil, nil, nil
	return write(f, ctx)
}

// selection parses a set of pages; "" means all.
func selection(pages string, count int) (types.IntSet, error) {
	spans, err := Ranges(pages, count)
	if err != nil {
		return nil, err
	}
	set := types.IntSet{}
	for _, s := range spans {
		for n := s[0]; n <= s[1]; n++ {
			set[n] = true
		}
	}
	return set, nil
}

// Ranges parses page ranges such as 1-3,5,8- of a file with count pages; "" means all.
func Ranges(text string, count int) ([][2]int, error) {
	if text == "" {
		return [][2]int{{1, count}}, nil
	}
	fields := strings.Split(text, ",")
	if len(fields) > 10_000 {
		return nil, argumentf("pages", "there are %d ranges of pages; 10,000 is the limit", len(fields))
	}
	var out [][2]int
	for _, part := range fields {
		a, b, isRange := strings.Cut(strings.TrimSpace(part), "-")
		if !isRange {
			b = a
		} else if b == "" {
			b = strconv.Itoa(count)
		}
		from, errA := strconv.Atoi(a)
		to, errB := strconv.Atoi(b)
		switch {
		case errA != nil || errB != nil:
			return nil, argumentf("pages", "the pages are %q; they are written like 1-3,5,8-", text)
		case from < 1 || to < from || to > count:
			return nil, argumentf("pages", "the pages are %q; the file has the pages 1 to %d", text, count)
		}
		out = append(out, [2]int{from, to})
	}
	return slices.Clip(out), nil
}
