// Package library keeps what documents use: templates, images, fonts, and the licences of both.
//
// Tables (schema library): template, template_version, asset, font, license. All belong to a workspace and are shared
// by its live and test keys. Content is immutable: a template changes by new versions, an asset or font is its
// bytes, so a reference is permanent. The built-in templates are part of the program and available in every
// workspace.
//
// It depends on brands, a content store, the egress guard, a file inspector, a renderer of previews and an approval
// gate for publications (Needs). It publishes no events.
package library
