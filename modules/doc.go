// Package modules holds no code but tests: the laws of the tree, which say what may import what and what may be called
// where. The modules are its folders; each has a doc.go that says what it owns.
package modules
