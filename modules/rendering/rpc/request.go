package rpc

import (
	"bytes"
	"crypto/rand"
	"errors"
	"slices"
	"strings"

	"google.golang.org/protobuf/proto"

	"github.com/platenhq/platen/modules/platform/canonical"
	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/rpc/wire"
	"github.com/platenhq/platen/modules/rendering"
	"github.com/platenhq/platen/modules/rendering/engine"
	"github.com/platenhq/platen/modules/rendering/engine/dom"
	renderingv1 "github.com/platenhq/platen/proto/gen/platen/rendering/v1"
)

// Decode decodes a request from the JSON in Request.Wire.
func Decode(data []byte) (*rendering.Request, error) {
	in := new(renderingv1.GenerateRequest)
	if details := wire.Decode(data, in); len(details) > 0 {
		return nil, fault.Invalid(details...)
	}
	return fromRequest(in)
}

// withDefaults returns the message with defaults filled in: a request is a preview of one image of the preset og. It
// does not modify in.
func withDefaults(in *renderingv1.GenerateRequest) *renderingv1.GenerateRequest {
	if in.GetOperation() != renderingv1.Operation_OPERATION_UNSPECIFIED && len(in.GetOutputs()) > 0 {
		return in
	}
	in = proto.CloneOf(in)
	if in.GetOperation() == renderingv1.Operation_OPERATION_UNSPECIFIED {
		in.Operation = renderingv1.Operation_OPERATION_PREVIEW
	}
	if len(in.GetOutputs()) == 0 {
		in.Outputs = []*renderingv1.Output{{Preset: renderingv1.Preset_PRESET_OG.Enum()}}
	}
	return in
}

// fromRequest converts a validated message to a request.
func fromRequest(in *renderingv1.GenerateRequest) (*rendering.Request, error) {
	in = withDefaults(in)
	r := &rendering.Request{
		Operation: rendering.Operation(wire.EnumName(in.GetOperation())), HTML: in.GetHtml(), CSS: in.GetCss(), Data: wire.Members(in.GetData()),
		BrandID: in.GetBrandId(), Locale: in.GetLocale(), Direction: wire.EnumName(in.GetDirection()), ColorScheme: wire.EnumName(in.GetColorScheme()), Timezone: in.GetTimezone(), Seed: in.Seed,
		Engine: wire.EnumName(in.GetEngine()), EngineVersion: in.GetEngineVersion(), Metadata: in.GetMetadata(), WebhookIDs: in.GetWebhookIds(),
		Inline:       in.GetDelivery().GetMode() == renderingv1.DeliveryMode_DELIVERY_MODE_INLINE,
		LayoutReport: slices.Contains(in.GetInclude(), renderingv1.Include_INCLUDE_LAYOUT_REPORT),
		OnMissing: rendering.OnMissing{
			Variable: wire.EnumName(in.GetOnMissing().GetVariable()), Glyph: wire.EnumName(in.GetOnMissing().GetGlyph()), Image: wire.EnumName(in.GetOnMissing().GetImage()),
		},
	}
	if t := in.GetTemplate(); t != nil {
		r.Template = &rendering.Ref{ID: t.GetId(), Version: int(t.GetVersion())}
	}
	if k := in.GetBrandKit(); k != nil {
		r.BrandKit = &rendering.Ref{ID: k.GetId(), Version: int(k.GetVersion())}
	}
	if d := in.GetDocument(); d != nil {
		r.Document = fromNode(d)
	}
	for _, o := range in.GetOverrides() {
		r.Overrides = append(r.Overrides, engine.Override{Node: o.GetNode(), Selector: o.GetSelector(), Style: declarations(o.GetStyle()), Attrs: sorted(o.GetAttrs()), Text: o.Text, Hidden: o.Hidden})
	}
	for _, o := range in.GetOutputs() {
		r.Outputs = append(r.Outputs, rendering.OutputSpec{
			Name: o.GetName(), Preset: wire.EnumName(o.GetPreset()), Width: int(o.GetWidth()), Height: int(o.GetHeight()), Format: wire.EnumName(o.GetFormat()),
			Scale: o.GetScale(), Quality: int(o.GetQuality()), Lossless: o.GetLossless(), Palette: o.GetPalette(), Effort: wire.EnumName(o.GetEffort()), Background: o.GetBackground(),
			MaxBytes: int(o.GetMaxBytes()), At: o.At, AutoHeight: o.GetAutoHeight(), Trim: o.GetTrim(), SVGText: wire.EnumName(o.GetSvg().GetText()),
		})
		if a := o.GetAnimation(); a != nil {
			r.Outputs[len(r.Outputs)-1].Animation = &rendering.AnimationSpec{FPS: a.GetFps(), Duration: a.GetDuration(), Loops: int(a.GetLoops())}
		}
		if pdf := o.GetPdf(); pdf != nil {
			r.Outputs[len(r.Outputs)-1].PDF = fromPDF(pdf)
		}
		if page := o.GetPage(); page != nil {
			r.Outputs[len(r.Outputs)-1].Page = &rendering.PaperSpec{Size: page.GetSize(), Margin: page.GetMargin()}
		}
	}
	for _, a := range in.GetAssert() {
		r.Asserts = append(r.Asserts, rendering.Assert{
			Node: a.GetNode(), MaxLines: int(a.GetMaxLines()), NotClipped: a.GetNotClipped(), MinContrast: a.GetMinContrast(), MinFontSize: a.GetMinFontSize(),
			Fits: a.GetFits(), Visible: a.GetVisible(), Fonts: a.GetFonts(),
		})
	}
	r.Execute = in.GetOnApproval() == renderingv1.OnApproval_ON_APPROVAL_EXECUTE
	if in.OnApproval != nil {
		in = proto.CloneOf(in)
		in.OnApproval = nil
	}
	r.Wire = wire.Encode(in)
	var err error
	r.Canonical, err = canonicalRequest(in)
	return r, err
}

// canonicalRequest returns the part of a request that determines the output, as canonical JSON: without the mode, the
// fields about the response, and fields that are only stored.
func canonicalRequest(in *renderingv1.GenerateRequest) ([]byte, error) {
	c := proto.CloneOf(in)
	c.Operation = renderingv1.Operation_OPERATION_UNSPECIFIED
	c.Include, c.Delivery, c.Metadata, c.WebhookIds = nil, nil, nil, nil
	html := c.GetHtml()
	source, written := c.GetSource().(*renderingv1.GenerateRequest_Html)
	if written {
		source.Html = place
	}
	v, err := canonical.Parse(wire.Encode(c), canonical.Limits{Depth: 256, Members: 1 << 20, Items: 1 << 20})
	if err != nil || !written {
		return v.Bytes(), err
	}
	before, after, found := bytes.Cut(v.Bytes(), []byte(`"html":"`+place+`"`))
	if !found {
		return nil, errors.New("a request has no place for its HTML")
	}
	b := make([]byte, 0, len(before)+len(html)+len(html)/32+len(after)+16)
	b = append(append(b, before...), `"html":`...)
	return append(canonical.AppendString(b, html), after...), nil
}

// place is a placeholder for the HTML of a request, by far its longest text, while the rest is canonicalized. It is
// random per process, so that no request contains it.
var place = rand.Text()

// fromNode converts a document tree to the engine's.
func fromNode(n *renderingv1.Node) *dom.Tree {
	t := &dom.Tree{Tag: n.GetTag(), ID: n.GetId(), Class: n.GetClass(), Style: declarations(n.GetStyle()), Attrs: sorted(n.GetAttrs()), Text: n.GetText()}
	for _, c := range n.GetChildren() {
		t.Children = append(t.Children, fromNode(c))
	}
	return t
}

// shorthands holds the shorthands that do not sort before their longhands by name.
var shorthands = map[string]bool{"all": true, "gap": true, "grid-gap": true, "place-items": true, "place-content": true, "place-self": true, "inset": true, "columns": true, "overflow": true}

// declarations sorts a set of declarations: shorthands before longhands, then by name.
func declarations(style map[string]string) []dom.Attr {
	list := sorted(style)
	slices.SortStableFunc(list, func(a, b dom.Attr) int {
		switch {
		case shorthands[a.Name] == shorthands[b.Name]:
			return 0
		case shorthands[a.Name]:
			return -1
		}
		return 1
	})
	return list
}

func sorted(m map[string]string) []dom.Attr {
	out := make([]dom.Attr, 0, len(m))
	for k, v := range m {
		out = append(out, dom.Attr{Name: k, Value: v})
	}
	slices.SortFunc(out, func(a, b dom.Attr) int { return strings.Compare(a.Name, b.Name) })
	return out
}
