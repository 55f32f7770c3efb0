package library

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"time"

	"github.com/platenhq/platen/modules/library/internal/store"
	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/page"
)

// Font is a font face that documents use by its family name.
type Font struct {
	ID, Family, Style, Format, SHA256, LicenseID string
	WeightMin, WeightMax, Glyphs                 int
	Bytes                                        int64
	Bundled                                      bool
	CreatedAt                                    time.Time
}

// MaxFont is the maximum size of a font file in bytes.
const MaxFont = 5 << 20

// NewFont is the input for creating a font; empty members are taken from the file.
type NewFont struct {
	Data          []byte
	Family, Style string
	Weight        int
	LicenseID     string
}

func fontOf(f *store.Font) Font {
	return Font{ID: f.ID, Family: f.Family, Style: f.Style, Format: f.Format, SHA256: f.SHA256, LicenseID: f.LicenseID,
		WeightMin: f.WeightMin, WeightMax: f.WeightMax, Glyphs: f.Glyphs, Bytes: f.Bytes, CreatedAt: f.CreatedAt}
}

// PreparedFont is a checked font whose bytes are stored but which is not recorded yet.
type PreparedFont struct{ row *store.Font }

// PrepareFont checks a font file and stores its bytes; it must not hold a transaction open.
func (m *Module) PrepareFont(ctx context.Context, n NewFont) (*PreparedFont, error) {
	err := tenant(ctx).CheckWhole()
	if err == nil {
		err = m.licensed(ctx, n.LicenseID)
	}
	if err != nil {
		return nil, err
	}
	if len(n.Data) > MaxFont {
		return nil, fault.Rules(fault.Detail{Path: "/data", Rule: "max_bytes", Expected: int64(MaxFont), Actual: int64(len(n.Data)), Message: fmt.Sprintf("A font has at most %d bytes.", MaxFont)})
	}
	info, err := m.needs.Inspector.Face(n.Data)
	if err != nil {
		return nil, refused(err, "/data")
	}
	sum := sha256.Sum256(n.Data)
	row := &store.Font{ID: ident.New(ident.Font), WorkspaceID: workspace(ctx), Family: info.Family, Style: info.Style, WeightMin: info.WeightMin, WeightMax: info.WeightMax,
		Format: info.Format, Bytes: int64(len(n.Data)), Glyphs: info.Glyphs, SHA256: hex.EncodeToString(sum[:]), LicenseID: n.LicenseID, Live: tenant(ctx).Livemode()}
	if n.Family != "" {
		row.Family = strings.TrimSpace(n.Family)
	}
	if n.Style != "" {
		row.Style = n.Style
	}
	if n.Weight != 0 {
		row.WeightMin, row.WeightMax = n.Weight, n.Weight
	}
	if row.Family == "" {
		return nil, fault.Rules(fault.Detail{Path: "/family", Rule: "required", Message: "The file has no family name; give one."})
	}
	row.FamilyKey = strings.ToLower(row.Family)
	for _, f := range m.needs.Inspector.Catalogue() {
		if strings.ToLower(f.Family) == row.FamilyKey {
			return nil, fault.Rules(fault.Detail{Path: "/family", Rule: "font_family_bundled", Actual: row.Family, Message: "A bundled family has this name; give the font another family.",
				FixPatch: []fault.Op{fault.Add("/family", row.Family+" Custom")}})
		}
	}
	if err := m.needs.Files.Put(ctx, row.SHA256, n.Data, "font/"+row.Format); err != nil {
		return nil, fmt.Errorf("storing a font: %w", err)
	}
	return &PreparedFont{row}, nil
}

// CreateFont records a prepared font in the transaction of ctx. The error is ErrFaceTaken.
func (m *Module) CreateFont(ctx context.Context, p *PreparedFont) (Font, error) {
	err := m.store.InsertFont(ctx, p.row)
	if err == nil {
		err = m.uses(ctx, p.row.LicenseID)
	}
	if err == nil {
		err = m.fontsChanged(ctx)
	}
	return fontOf(p.row), storeFault(err, ErrFontNotFound, ErrFaceTaken)
}

// FontList pages through the fonts, newest first, or through the bundled families.
func (m *Module) FontList(ctx context.Context, bundled bool, limit *int32, cursor *string) (page.Page[Font], error) {
	req, err := m.pageOf(ctx, "fonts.list", fmt.Sprint(bundled), limit, cursor)
	if err != nil {
		return page.Page[Font]{}, err
	}
	if bundled {
		var all []Font
		for i, f := range m.needs.Inspector.Catalogue() {
			all = append(all, Font{ID: fmt.Sprintf("%04d", i), Family: f.Family, Style: f.Style, WeightMin: f.WeightMin, WeightMax: f.WeightMax, Bundled: true,
				CreatedAt: galleryStart.Add(-time.Duration(i) * time.Second)})
		}
		at := func(f Font) page.Position { return page.Position{CreatedAt: f.CreatedAt, ID: f.ID} }
		p := page.Cut(m.cursors, req, page.Rows(req, all, at), at)
		return page.Map(p, func(f Font) Font { f.ID = ""; return f }), nil
	}
	rows, err := m.store.Fonts(ctx, tenant(ctx), req)
	if err != nil {
		return page.Page[Font]{}, err
	}
	p := page.Cut(m.cursors, req, rows, func(f *store.Font) page.Position { return page.Position{CreatedAt: f.CreatedAt, ID: f.ID} })
	return page.Map(p, fontOf), nil
}

// Font returns a font, or ErrFontNotFound.
func (m *Module) Font(ctx context.Context, id string) (Font, error) {
	f, err := m.store.Font(ctx, tenant(ctx), id)
	if err != nil {
		return Font{}, storeFault(err, ErrFontNotFound, nil)
	}
	return fontOf(f), nil
}

// UpdateFont changes the licence of a font; nil leaves it unchanged.
func (m *Module) UpdateFont(ctx context.Context, id string, licenseID *string) (Font, error) {
	if err := tenant(ctx).CheckWhole(); err != nil {
		return Font{}, err
	}
	f, err := m.store.LockFont(ctx, tenant(ctx), id)
	if err != nil {
		return Font{}, storeFault(err, ErrFontNotFound, nil)
	}
	if err := ident.Must(ctx).MayChange(f.Live, "this font"); err != nil {
		return Font{}, err
	}
	f.Live = tenant(ctx).Livemode()
	if licenseID != nil {
		f.LicenseID = *licenseID
	}
	if err := m.uses(ctx, f.LicenseID); err != nil {
		return Font{}, err
	}
	if err = m.store.UpdateFont(ctx, f); err == nil {
		err = m.fontsChanged(ctx)
	}
	return fontOf(f), err
}

// DeleteFont deletes a font.
func (m *Module) DeleteFont(ctx context.Context, id string) error {
	if err := tenant(ctx).CheckWhole(); err != nil {
		return err
	}
	f, err := m.store.Font(ctx, tenant(ctx), id)
	if err != nil {
		return storeFault(err, ErrFontNotFound, nil)
	}
	if err := ident.Must(ctx).MayChange(f.Live, "this font"); err != nil {
		return err
	}
	if err := m.store.DeleteFont(ctx, tenant(ctx), id); err != nil {
		return storeFault(err, ErrFontNotFound, nil)
	}
	return m.fontsChanged(ctx)
}

// Faces returns a style sheet with an @font-face rule for every font of the workspace for whose family mentioned
// returns true, in order of creation. Their URLs are for Open.
func (m *Module) Faces(ctx context.Context, mentioned func(family string) bool) (css string, err error) {
	rows, err := m.workspaceFonts(ctx)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for _, f := range rows {
		if !mentioned(f.Family) {
			continue
		}
		weight := fmt.Sprint(f.WeightMin)
		if f.WeightMax > f.WeightMin {
			weight += fmt.Sprintf(" %d", f.WeightMax)
		}
		fmt.Fprintf(&b, "@font-face{font-family:%q;font-style:%s;font-weight:%s;src:url(font:%s)}\n", f.Family, f.Style, weight, f.ID)
	}
	return strings.TrimSuffix(b.String(), "\n"), nil
}
