// Package bridge adapts modules to each other: it is the only package that imports more than one module, except for the lists in
// package app that construct them. Each module declares its needs as small interfaces in its own types; the file of that
// name here builds them from other modules.
package bridge
