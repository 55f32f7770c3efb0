// Package openapi holds the REST document. openapi.yaml and openapi.json say the same; both are generated
// from the protos, base.yaml and paths/ by ./generate.
package openapi

import _ "embed"

// YAML is the document as YAML.
//
//go:embed openapi.yaml
var YAML []byte

// JSON is the document as JSON.
//
//go:embed openapi.json
var JSON []byte
