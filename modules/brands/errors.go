package brands

import (
	"errors"

	"github.com/platenhq/platen/modules/brands/internal/store"
	"github.com/platenhq/platen/modules/platform/fault"
)

// The faults of the module besides those of a kit's rules.
var (
	// ErrBrandNotFound says that the workspace has no such brand.
	ErrBrandNotFound = fault.NotFound(fault.BrandNotFound)
	// ErrKitNotFound says that the workspace has no such kit, or the kit no such version.
	ErrKitNotFound = fault.NotFound(fault.BrandKitNotFound)
	// ErrForbidden says that the token is limited to other brands, whether the one asked for exists or not.
	ErrForbidden = fault.New(fault.Forbidden, "This token is limited to another brand.").With(
		fault.Detail{Rule: "brand", Message: "The token is limited to another brand."})
	// ErrSlugTaken says that another brand has the slug.
	ErrSlugTaken = fault.New(fault.Conflict, "This slug is taken.").With(
		fault.Detail{Path: "/slug", Rule: "brand_slug_taken", Message: "Another brand of this workspace has this slug."})
	// ErrInUse says that a brand has kits that were published.
	ErrInUse = fault.State("brand_in_use", "A kit of this brand was published; archive the brand instead.")
	// ErrNotDraft says that a version was published and does not change.
	ErrNotDraft = fault.State("brand_kit_published", "This version was published and never changes; create a new one.")
	// ErrArchived says that a version is out of use.
	ErrArchived = fault.State("brand_kit_archived", "This version is archived.")
	// ErrOtherBrand says that the kit named is another brand's.
	ErrOtherBrand = fault.Rules(fault.Detail{Path: "/brand_kit/id", Rule: "brand_kit_of_other_brand", Message: "This kit is not one of the brand's.",
		FixPatch: []fault.Op{fault.Remove("/brand_id")}})
	// ErrDraft says that a live render names a draft.
	ErrDraft = fault.Rules(fault.Detail{Path: "/brand_kit/version", Rule: "brand_kit_draft", Message: "A draft may be used with test keys only; publish it first."})
	// ErrOutOfUse says that a render names an archived version.
	ErrOutOfUse = fault.Rules(fault.Detail{Path: "/brand_kit/version", Rule: "brand_kit_archived", Message: "This version of the kit is archived.",
		FixPatch: []fault.Op{fault.Remove("/brand_kit/version")}})
	// ErrBrandArchived says that a render names an archived brand.
	ErrBrandArchived = fault.Rules(fault.Detail{Path: "/brand_id", Rule: "brand_archived", Message: "This brand is archived."})
)

// brandFault turns what the store says of a brand into a fault.
func brandFault(o store.Owner, err error) error {
	switch {
	case errors.Is(err, store.ErrGone) && o.Brands != nil:
		return ErrForbidden
	case errors.Is(err, store.ErrGone):
		return ErrBrandNotFound
	case errors.Is(err, store.ErrTaken):
		return ErrSlugTaken.Because(err)
	}
	return err
}

// kitFault turns what the store says of a kit into a fault.
func kitFault(o store.Owner, err error) error {
	switch {
	case errors.Is(err, store.ErrGone) && o.Brands != nil:
		return ErrForbidden
	case errors.Is(err, store.ErrGone):
		return ErrKitNotFound
	}
	return err
}
