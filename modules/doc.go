// Package modules contains only tests: the laws of the tree, which restrict imports and calls. The modules are its
// folders; each has a doc.go that states what it owns.
package modules
