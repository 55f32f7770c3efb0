// Package library keeps what documents are made of: templates, pictures, fonts, and the terms they may be used under.
//
// Tables (schema library): template, template_version, asset, font, license. All belong to a workspace and are shared
// by its live and test keys. Content never changes: a template changes by new versions, an asset or font is its
// bytes; so whoever names one names it for ever. The built-in templates come with the program and are every
// workspace's.
//
// It asks for brands, a content store, the egress guard, somebody who looks into files, somebody who draws, and
// somebody who allows publications (Needs). It tells nobody.
package library
