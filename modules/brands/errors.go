package brands

import (
	"errors"

	"github.com/platenhq/platen/modules/brands/internal/store"
	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/ident"
)

// The faults of the module other than those of a kit's rules.
var (
	// ErrBrandNotFound is returned for a brand that the workspace does not have.
	ErrBrandNotFound = fault.NotFound(fault.BrandNotFound)
	// ErrKitNotFound is returned for a kit, or a version of it, that the workspace does not have.
	ErrKitNotFound = fault.NotFound(fault.BrandKitNotFound)
	// ErrForbidden is returned when the token is limited to other brands, whether the requested one exists or not.
	ErrForbidden = fault.New(fault.Forbidden, "This token is limited to another brand.").With(
		fault.Detail{Path: "header:Authorization", Rule: "brand", Message: "The token is limited to another brand."})
	// ErrSlugTaken is returned when another brand has the slug.
	ErrSlugTaken = fault.New(fault.Conflict, "This slug is taken.").With(
		fault.Detail{Path: "/slug", Rule: "brand_slug_taken", Message: "Another brand of this workspace has this slug."})
	// ErrInUse is returned for a brand with published kits.
	ErrInUse = fault.State("brand_in_use", "A kit of this brand was published; archive the brand instead.")
	// ErrNotDraft is returned for a published version, which is immutable.
	ErrNotDraft = fault.State("brand_kit_published", "This version was published and never changes; create a new one.")
	// ErrArchived is returned for an archived version.
	ErrArchived = fault.State("brand_kit_archived", "This version is archived.")
	// ErrOtherBrand is returned when the named kit belongs to another brand.
	ErrOtherBrand = fault.Rules(fault.Detail{Path: "/brand_kit/id", Rule: "brand_kit_of_other_brand", Message: "This kit is not one of the brand's.",
		FixPatch: []fault.Op{fault.Remove("/brand_id")}})
	// ErrDraft is returned when a live render names a draft.
	ErrDraft = fault.Rules(fault.Detail{Path: "/brand_kit/version", Rule: "brand_kit_draft", Message: "A draft may be used with test keys only; publish it first."})
	// ErrOutOfUse is returned when a render names an archived version.
	ErrOutOfUse = fault.Rules(fault.Detail{Path: "/brand_kit/version", Rule: "brand_kit_archived", Message: "This version of the kit is archived.",
		FixPatch: []fault.Op{fault.Remove("/brand_kit/version")}})
	// ErrBrandArchived is returned when a render names an archived brand.
	ErrBrandArchived = fault.Rules(fault.Detail{Path: "/brand_id", Rule: "brand_archived", Message: "This brand is archived."})
)

// brandFault maps the store's errors about a brand to faults.
func brandFault(t ident.Tenant, err error) error {
	switch {
	case errors.Is(err, store.ErrGone) && t.Limited():
		return ErrForbidden
	case errors.Is(err, store.ErrGone):
		return ErrBrandNotFound
	case errors.Is(err, store.ErrTaken):
		return ErrSlugTaken.Because(err)
	}
	return err
}

// kitFault maps the store's errors about a kit to faults.
func kitFault(t ident.Tenant, err error) error {
	switch {
	case errors.Is(err, store.ErrGone) && t.Limited():
		return ErrForbidden
	case errors.Is(err, store.ErrGone):
		return ErrKitNotFound
	}
	return err
}
