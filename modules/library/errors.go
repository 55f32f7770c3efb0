package library

import "github.com/platenhq/platen/modules/platform/fault"

// The faults of the module other than rule violations.
var (
	// ErrTemplateNotFound is returned when neither the workspace nor the built-in gallery has the template.
	ErrTemplateNotFound = fault.NotFound(fault.TemplateNotFound)
	// ErrVersionNotFound is returned when the template has no such version, or none is published.
	ErrVersionNotFound = fault.NotFound(fault.TemplateVersionNotFound)
	// ErrAssetNotFound is returned for an asset that the workspace does not have.
	ErrAssetNotFound = fault.NotFound(fault.AssetNotFound)
	// ErrFontNotFound is returned for a font that the workspace does not have.
	ErrFontNotFound = fault.NotFound(fault.FontNotFound)
	// ErrLicenseNotFound is returned for a licence that the workspace does not have.
	ErrLicenseNotFound = fault.NotFound(fault.LicenseNotFound)
	// ErrSlugTaken is returned when another template of the workspace, or a built-in one, has the slug.
	ErrSlugTaken = fault.New(fault.Conflict, "This slug is taken.").With(
		fault.Detail{Path: "/slug", Rule: "template_slug_taken", Message: "Another template of this workspace, or a built-in template, has this slug; choose another."})
	// ErrBuiltin is returned for changes of built-in templates.
	ErrBuiltin = fault.State("template_builtin", "Built-in templates cannot be changed. Create a template from its content instead.")
	// ErrFaceTaken is returned when the workspace has a font of this family, style and weight.
	ErrFaceTaken = fault.New(fault.Conflict, "The workspace has this font already.").With(
		fault.Detail{Path: "/family", Rule: "font_face_taken", Message: "A font of this family, style and weight exists already; delete it first, or give this one another family."})
	// ErrLicenseUsed is returned when assets or fonts use the licence.
	ErrLicenseUsed = fault.State("license_in_use", "Assets or fonts have this licence; detach it from them first.")
	// ErrUnpublished is returned when a live key renders an unpublished version.
	ErrUnpublished = fault.Rules(fault.Detail{Path: "/template/version", Rule: "template_version_unpublished",
		Message: "Live keys render published versions only; publish it, or render with a test key.", FixPatch: []fault.Op{fault.Remove("/template/version")}})
)
