// Package check renders built-in templates with data that designs break on and reports defects of the images.
//
//	data.go    the cases: shortest, typical and longest data, required fields only, and the scripts
//	kits.go    the brand kits and the presets
//	draw.go    drawing one case
//	check.go   the findings of a drawing
//	pixels.go  the contrast of text, measured in the pixels behind it
//	mirror.go  right-to-left images against their mirrored left-to-right ones
//
// It belongs to the gallery command and to its test. Decoration that carries no content has the class "deco".
package check
