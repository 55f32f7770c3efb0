// Package request holds what a caller may ask of a render: the request, its outputs, formats, presets, paper sizes and
// limits, and the rules that they must keep. It is pure: it reads no files, database or clock, and it knows no brands,
// templates or other parts of the service.
package request
