package signing

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"html"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/platenhq/platen/modules/platform/canonical"
	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/signing/internal/store"
)

// Item is one image to mint a URL for.
type Item struct {
	// Name is the caller's own name for it.
	Name string
	// Content is the canonical JSON of everything that determines the image.
	Content []byte
	// Fallback is `image:img_…` or `asset:asset_…`, "" for none; it is part of the content too.
	Fallback string
	// ExpiresAt is when the URL expires, nil for never.
	ExpiresAt *time.Time
	// Inline selects a URL that carries its content.
	Inline bool
}

// URL is a minted URL.
type URL struct {
	Name        string
	URL         string
	ImageID     string // "" for an inline URL that was not fetched yet
	RequestHash string
	ExpiresAt   *time.Time
	Mode        ident.Mode
	MetaTags    string
}

// Batch is a checked list of items.
type Batch struct {
	items    []Item
	hashes   []string
	refs     []string
	sizes    [][2]int // width and height in CSS pixels
	about    Checked
	approval string
}

// maxURL is the longest URL minted, in bytes, a length that servers and proxy caches are known to accept.
const maxURL = 8000

// Check applies every rule to every item; the faults' paths point into `/items`. Missing references
// are reported before broken rules, which are all reported together.
func (m *Module) Check(ctx context.Context, items []Item) (*Batch, error) {
	p := ident.Must(ctx)
	b := &Batch{items: items}
	now, err := m.db.Now(ctx)
	if err != nil {
		return nil, err
	}
	var broken []fault.Detail
	var later [2]*fault.Error // broken locks, then policies: reported when no rule is broken
	for i := range items {
		it := &items[i]
		content, err := branded(p.Tenant(), it.Content)
		if err != nil {
			return nil, err
		}
		it.Content = content
		checked, err := m.needs.Images.Check(ctx, it.Content)
		if err == nil && it.Fallback != "" {
			_, err = m.fallback(ctx, it.Fallback)
		}
		if err != nil {
			f := rebaseItem(fault.From(err), i)
			switch f.Code {
			case fault.ValidationFailed:
				broken = append(broken, f.Details...)
			case fault.StyleLockViolation:
				later[0] = join(later[0], f)
			case fault.PolicyViolation:
				later[1] = join(later[1], f)
			default:
				return nil, f
			}
		}
		if it.ExpiresAt != nil && !it.ExpiresAt.After(now) {
			broken = append(broken, fault.Detail{Path: fault.Pointer("items", i, "expires_at"), Rule: "expires_in_future", Actual: it.ExpiresAt.Format(time.RFC3339),
				Message: "expires_at must be in the future.", FixPatch: []fault.Op{{Op: "remove", Path: fault.Pointer("items", i, "expires_at")}}})
		}
		if it.Inline && len(m.baseURL)+len(Prefix)+kidLen+signatureLen+len(pack(it.Content))+40 > maxURL {
			broken = append(broken, fault.Detail{Path: fault.Pointer("items", i, "form"), Rule: "url_too_long", Expected: int64(maxURL),
				Message:  fmt.Sprintf("The item does not fit into a URL of %d bytes; use the stored form.", maxURL),
				FixPatch: []fault.Op{fault.Replace(fault.Pointer("items", i, "form"), "stored")}})
		}
		b.hashes = append(b.hashes, checked.Hash)
		b.sizes = append(b.sizes, [2]int{checked.Width, checked.Height})
		b.about.Brands = append(b.about.Brands, checked.Brands...)
		for _, brand := range checked.Brands {
			ident.Belongs(ctx, brand)
		}
		if len(checked.Brands) == 0 {
			ident.Belongs(ctx, "")
		}
		b.about.Bound = append(append(b.about.Bound, checked.Hash), checked.Bound...)
		b.refs = append(b.refs, refOf(p, it.Content))
	}
	if len(broken) > 0 {
		return nil, fault.Rules(broken...)
	}
	for _, f := range later {
		if f != nil {
			return nil, f
		}
	}
	return b, nil
}

// branded returns a content that names the brand of a caller who is limited to one: a fetch has no
// brand limit and must render the same image.
func branded(t ident.Tenant, content []byte) ([]byte, error) {
	if len(t.Brands()) != 1 {
		return content, nil
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(content, &members); err != nil {
		return nil, fmt.Errorf("reading the content of a signed URL: %w", err)
	}
	if members["brand_id"] != nil || members["brand_kit"] != nil {
		return content, nil
	}
	members["brand_id"] = json.RawMessage(strconv.Quote(t.Brands()[0]))
	text, err := json.Marshal(members)
	if err != nil {
		return nil, fmt.Errorf("writing the content of a signed URL: %w", err)
	}
	v, err := canonical.Parse(text, canonical.Limits{})
	if err != nil {
		return nil, fmt.Errorf("canonicalising the content of a signed URL: %w", err)
	}
	return v.Bytes(), nil
}

// join adds a fault's details to those of an earlier fault of the same code; earlier is nil if there is none.
func join(earlier, f *fault.Error) *fault.Error {
	if earlier == nil {
		return f
	}
	return earlier.With(f.Details...)
}

// Require checks that a validated batch is approved where a policy requires it; request is the whole batch as JSON.
// The error is an ApprovalRequired or a Conflict fault.
func (m *Module) Require(ctx context.Context, b *Batch, request []byte) error {
	id, err := m.needs.Approvals.Require(ctx, request, b.about)
	b.approval = id
	return err
}

// rebaseItem maps the paths of a fault from a content to its item in the request.
func rebaseItem(f *fault.Error, item int) *fault.Error {
	at := fault.Pointer("items", item)
	moved := *f
	moved.Details = slices.Clone(f.Details)
	for i := range moved.Details {
		moved.Details[i].Rebase(fault.Under(at))
	}
	if len(moved.Details) == 0 && f.Kind() != fault.KindInternal {
		moved.Details = []fault.Detail{{Path: at, Rule: strings.ToLower(string(f.Code)), Message: f.Message}}
	}
	return &moved
}

// refOf returns the ref of an image: the same content of the same workspace and mode is the same image.
func refOf(p *ident.Principal, content []byte) string {
	h := sha256.New()
	fmt.Fprintf(h, "svc-ref-v1\n%s\n%s\n", p.Workspace, p.Mode)
	h.Write(content)
	return encode(h.Sum(nil))[:20]
}

// Mint signs a URL for every item of a checked batch. It runs in the caller's transaction.
func (m *Module) Mint(ctx context.Context, b *Batch) ([]URL, error) {
	p := ident.Must(ctx)
	if err := m.needs.Approvals.Use(ctx, b.approval, b.refs[0]); err != nil {
		return nil, err
	}
	kid, secret, err := m.signer(ctx)
	if err != nil {
		return nil, err
	}
	images, err := m.images(ctx, p, b)
	if err != nil {
		return nil, err
	}
	contents := make([][]byte, len(b.items))
	for i := range b.items {
		contents[i] = b.items[i].Content
	}
	if err := m.needs.Images.Use(ctx, contents); err != nil {
		return nil, err
	}
	urls := make([]URL, len(b.items))
	for i := range b.items {
		it := &b.items[i]
		u := URL{Name: it.Name, ImageID: images[b.refs[i]], RequestHash: b.hashes[i], ExpiresAt: it.ExpiresAt, Mode: p.Mode}
		rest := b.refs[i] + ".png"
		if it.Inline {
			rest = "d/" + pack(it.Content) + ".png"
		} else if u.Name == "" {
			u.Name = b.refs[i]
		}
		expiry := ""
		if it.ExpiresAt != nil {
			expiry = strconv.FormatInt(it.ExpiresAt.Unix(), 10)
		}
		u.URL = m.baseURL + Prefix + kid + "/" + Signature(secret, kid, rest, expiry) + "/" + rest
		if expiry != "" {
			u.URL += "?" + expiryParam + "=" + expiry
		}
		u.MetaTags = metaTags(u.URL, b.sizes[i][0], b.sizes[i][1])
		urls[i] = u
	}
	return urls, nil
}

// images stores the items that are not inline and returns the image ids of all refs that have one.
func (m *Module) images(ctx context.Context, p *ident.Principal, b *Batch) (map[string]string, error) {
	var rows []*store.Image
	var inline []string
	seen := map[string]bool{}
	for i, ref := range b.refs {
		if b.items[i].Inline {
			inline = append(inline, ref)
			continue
		}
		if seen[ref] {
			continue
		}
		seen[ref] = true
		rows = append(rows, m.imageRow(p, ref, b.items[i].Content, b.hashes[i]))
	}
	if err := m.store.Upsert(ctx, rows); err != nil {
		return nil, err
	}
	known, err := m.store.Images(ctx, inline)
	if err != nil {
		return nil, err
	}
	images := map[string]string{}
	for _, r := range append(rows, known...) {
		images[r.Ref] = r.ImageID
	}
	return images, nil
}

func (m *Module) imageRow(p *ident.Principal, ref string, content []byte, hash string) *store.Image {
	return &store.Image{Ref: ref, WorkspaceID: string(p.Workspace), Livemode: p.Mode.Livemode(), Content: content, RequestHash: hash, ImageID: ident.New(ident.Image)}
}

// fallback returns the public address of the image served instead of a failed one.
func (m *Module) fallback(ctx context.Context, name string) (string, error) {
	id, ok := strings.CutPrefix(name, "image:")
	if !ok {
		location, err := m.needs.Assets.Location(ctx, strings.TrimPrefix(name, "asset:"))
		if fault.CodeOf(err) == fault.AssetNotFound {
			return "", fault.NotFound(fault.AssetNotFound).With(fault.Detail{Path: "/fallback", Rule: "asset_not_found", Message: "The asset does not exist."})
		}
		return location, err
	}
	location, err := m.needs.Images.Location(ctx, id)
	if fault.CodeOf(err) == fault.ImageNotFound {
		return "", fault.NotFound(fault.ImageNotFound).With(fault.Detail{Path: "/fallback", Rule: "image_not_found", Message: "The image does not exist."})
	}
	return location, err
}

// metaTags returns the meta elements for the link preview of a page.
func metaTags(url string, width, height int) string {
	at := html.EscapeString(url)
	return fmt.Sprintf(`<meta property="og:image" content="%s">
<meta property="og:image:type" content="image/png">
<meta property="og:image:width" content="%d">
<meta property="og:image:height" content="%d">
<meta name="twitter:card" content="summary_large_image">
<meta name="twitter:image" content="%s">
`, at, width, height, at)
}
