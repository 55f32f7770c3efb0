// Package request defines a render request with its outputs, formats, presets, paper sizes and limits, and validates
// them. It is pure: it uses no files, database or clock, and is independent of brands, templates and other parts of the
// service.
package request
