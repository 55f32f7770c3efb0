package audit

import (
	"context"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/platenhq/platen/modules/platform/ident"
)

// BrandsOf returns the brands that the response of a request belongs to: those that its use case recorded, otherwise
// those that the message itself names in id, brand_id or brand_ids.
func BrandsOf(ctx context.Context, response proto.Message) []string {
	if brands, noted := ident.StampOf(ctx).Brands(); noted {
		return brands
	}
	r := unwrap(response).ProtoReflect()
	fields := r.Descriptor().Fields()
	if f := fields.ByName("id"); f != nil && f.Kind() == protoreflect.StringKind && ident.Valid(ident.Brand, r.Get(f).String()) {
		return []string{r.Get(f).String()}
	}
	if f := fields.ByName("brand_id"); f != nil && f.Kind() == protoreflect.StringKind && r.Get(f).String() != "" {
		return []string{r.Get(f).String()}
	}
	var brands []string
	if f := fields.ByName("brand_ids"); f != nil && f.IsList() && f.Kind() == protoreflect.StringKind {
		for i := range r.Get(f).List().Len() {
			brands = append(brands, r.Get(f).List().Get(i).String())
		}
	}
	return brands
}
