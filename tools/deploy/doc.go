// Package deploy holds the tests of the files that containers are built and run from: Dockerfile, compose.yaml and
// what they name. They are read with the parsers of the engines themselves; no engine is needed. It is a module of its
// own so that neither the product nor its generators depend on those parsers.
package deploy
