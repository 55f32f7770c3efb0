package bridge

import (
	"context"
	"fmt"
	"html"
	"net/netip"
	"net/url"
	"strings"
	"unicode/utf8"

	"google.golang.org/protobuf/proto"

	"github.com/platenhq/platen/modules/brands"
	"github.com/platenhq/platen/modules/platform/admission"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/rpc/wire"
	"github.com/platenhq/platen/modules/rendering"
	renderingrpc "github.com/platenhq/platen/modules/rendering/rpc"
	"github.com/platenhq/platen/modules/signing"
	signingrpc "github.com/platenhq/platen/modules/signing/rpc"
	renderingv1 "github.com/platenhq/platen/proto/gen/platen/rendering/v1"
)

// signedCards renders the fallback cards of signed URLs.
type signedCards struct {
	module *rendering.Module
	brands *brands.Module
	gate   *admission.Gate
	site   string // the site's name, "" for none
}

// maxCardSide is the longest side of a fallback card in pixels; for larger images the card has the default size.
const maxCardSide = 2048

// cardMarkup is a card in the colours of the brand, with room for the name. The circles keep a card without a name
// from looking like a failed image.
const cardMarkup = `<body style="margin:0;position:relative;width:100vw;height:100vh;box-sizing:border-box;padding:8%%;display:flex;align-items:center;justify-content:center;` +
	`text-align:center;background:var(--brand-primary,#0F172A);color:var(--brand-on-primary,#F8FAFC);font-family:var(--brand-font-heading,Inter);` +
	`font-weight:700;font-size:min(9vmin,%.2fvw);line-height:1.15;overflow:hidden;overflow-wrap:anywhere">` +
	`<style>i{position:absolute;width:90vmin;height:90vmin;border-radius:50%%;background:currentColor;opacity:.06}</style>` +
	`<i style="right:-34vmin;bottom:-52vmin"></i><i style="right:8vmin;bottom:-66vmin"></i><div style="position:relative">%s</div>`

// cardHTML returns the card of a name. The longest word fits into the width of the text: a bold letter is about 0.65 em wide.
func cardHTML(name string) string {
	longest := 1
	for _, word := range strings.Fields(name) {
		longest = max(longest, utf8.RuneCountInString(word))
	}
	return fmt.Sprintf(cardMarkup, 84/(0.65*float64(longest)), html.EscapeString(name))
}

// Card renders a card in the brand's colours with its name, or the site's. A brand that cannot be used is ignored.
func (s signedCards) Card(ctx context.Context, spec signing.CardSpec) ([]byte, error) {
	who := ident.Must(ctx)
	leave, err := s.gate.Enter(ctx, string(who.Workspace))
	if err != nil {
		return nil, err
	}
	defer leave()
	name := s.site
	in := &renderingv1.GenerateRequest{Operation: renderingv1.Operation_OPERATION_PREVIEW}
	if spec.BrandID != "" {
		in.BrandId = &spec.BrandID
		if b, err := s.brands.Brand(ctx, spec.BrandID); err == nil {
			name = b.Name
		}
	}
	if spec.KitID != "" {
		in.BrandKit = &renderingv1.BrandKitRef{Id: spec.KitID}
		if spec.KitVersion > 0 {
			in.BrandKit.Version = proto.Int32(int32(spec.KitVersion))
		}
	}
	w, h := sizeOf(&rendering.OutputSpec{Preset: spec.Preset, Width: spec.Width, Height: spec.Height})
	if w == 0 {
		w = signingrpc.DefaultWidth
	}
	if h == 0 {
		h = signingrpc.DefaultHeight
	}
	if w < 16 || h < 16 || w > maxCardSide || h > maxCardSide {
		w, h = signingrpc.DefaultWidth, signingrpc.DefaultHeight
	}
	in.Source = &renderingv1.GenerateRequest_Html{Html: cardHTML(name)}
	in.Outputs = []*renderingv1.Output{{Width: proto.Int32(int32(w)), Height: proto.Int32(int32(h)), Background: proto.String("#FFFFFF")}}
	png, err := s.draft(ctx, in, who.Mode == ident.Test)
	if err != nil && (in.BrandId != nil || in.BrandKit != nil) {
		in.BrandId, in.BrandKit = nil, nil
		png, err = s.draft(ctx, in, who.Mode == ident.Test)
	}
	return png, err
}

func (s signedCards) draft(ctx context.Context, in *renderingv1.GenerateRequest, marked bool) ([]byte, error) {
	req, err := renderingrpc.Decode(wire.Encode(in))
	if err != nil {
		return nil, err
	}
	return s.module.Draft(ctx, req, marked)
}

// siteName returns the configured name, or the host name of the service's address; "" for an address that names no site.
func siteName(configured, baseURL string) string {
	if configured != "" {
		return configured
	}
	u, err := url.Parse(baseURL)
	if err != nil {
		return ""
	}
	host := u.Hostname()
	if _, err := netip.ParseAddr(host); err == nil || !strings.Contains(host, ".") {
		return ""
	}
	return host
}
