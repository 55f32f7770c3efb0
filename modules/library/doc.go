// Package library stores the resources of documents: templates, images, fonts, and the licences of images and fonts.
//
// Tables (schema library): template, template_version, asset, font, license. All belong to a workspace and are shared
// by its live and test keys. Content is immutable: a template changes by adding versions, and the bytes of an asset or
// font never change, so references stay valid permanently. The built-in templates are embedded in the program and
// available in every workspace.
//
// It depends on brands, a content store, the egress guard, a file inspector, a renderer of previews and an approval
// gate for publications (Needs). It publishes no events.
package library
