package library

import "github.com/platenhq/platen/modules/platform/fault"

// The faults of the module besides those of rules.
var (
	// ErrTemplateNotFound says that the workspace has no such template, and that no built-in one has the name.
	ErrTemplateNotFound = fault.NotFound(fault.TemplateNotFound)
	// ErrVersionNotFound says that the template has no such version, or none is published.
	ErrVersionNotFound = fault.NotFound(fault.TemplateVersionNotFound)
	// ErrAssetNotFound says that the workspace has no such asset.
	ErrAssetNotFound = fault.NotFound(fault.AssetNotFound)
	// ErrFontNotFound says that the workspace has no such font.
	ErrFontNotFound = fault.NotFound(fault.FontNotFound)
	// ErrLicenseNotFound says that the workspace has no such licence.
	ErrLicenseNotFound = fault.NotFound(fault.LicenseNotFound)
	// ErrSlugTaken says that another template of the workspace has the slug.
	ErrSlugTaken = fault.New(fault.Conflict, "This slug is taken.").With(
		fault.Detail{Path: "/slug", Rule: "template_slug_taken", Message: "Another template of this workspace has this slug."})
	// ErrBuiltin says that built-in templates cannot be changed.
	ErrBuiltin = fault.State("template_builtin", "This template comes with the service. Make a template of your own from its content to change it.")
	// ErrFaceTaken says that the workspace has a font of this family, style and weight.
	ErrFaceTaken = fault.New(fault.Conflict, "The workspace has this face already.").With(
		fault.Detail{Path: "/family", Rule: "font_face_taken", Message: "A font of this family, style and weight is there; delete it first, or give this one another family."})
	// ErrLicenseUsed says that assets or fonts have the licence.
	ErrLicenseUsed = fault.State("license_in_use", "Assets or fonts have this licence; detach it from them first.")
	// ErrBrand says that the token is limited to other brands.
	ErrBrand = fault.New(fault.Forbidden, "This token is limited to other brands.").With(
		fault.Detail{Path: "/brand_id", Rule: "brand", Message: "The token is limited to other brands."})
	// ErrUnpublished says that live keys render published versions only.
	ErrUnpublished = fault.Rules(fault.Detail{Path: "/template/version", Rule: "template_version_unpublished",
		Message: "Live keys render published versions only; publish it, or render with a test key.", FixPatch: []fault.Op{fault.Remove("/template/version")}})
)
