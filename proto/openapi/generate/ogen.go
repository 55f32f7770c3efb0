package main

import (
	"strings"

	"go.yaml.in/yaml/v3"
)

// serverDocument cuts the document down to what ogen does for the server: routes, path parameters and
// statuses. Requests are read and checked before ogen sees them, and responses
// are written by the same codec for REST and webhooks, so bodies are opaque here. Errors have one handler.
func serverDocument(doc *yaml.Node) *yaml.Node {
	eachOperation(doc, func(o *yaml.Node) {
		remove(o, "requestBody", "description", "security")
		keepParameters(o, func(p *yaml.Node) bool { return text(p, "in") == "path" })
		remove(at(o, "responses"), "default")
		for _, f := range failures {
			remove(at(o, "responses"), f.status)
		}
		plainResponses(o)
		opaqueResponses(o)
		walk(o, func(n *yaml.Node) {
			if at(n, "in") != nil && at(n, "schema") != nil {
				set(n, "schema", object("type", "string"))
			}
		})
	})
	remove(doc, "security", "components")
	return doc
}

// opaqueResponses leaves one JSON value as it is. An operation that responds in other media types, or in
// several ways, writes its response itself.
func opaqueResponses(o *yaml.Node) {
	responses := at(o, "responses")
	content := at(responses.Content[1], "content")
	if len(responses.Content) == 2 && len(content.Content) == 2 && at(content, "application/json") != nil {
		set(content, "application/json", object("schema", object()))
		return
	}
	raw := object("schema", object("type", "string", "format", "binary"), "x-ogen-raw-response", true)
	set(o, "responses", object("200", object("description", "Written by the handler.", "content", object("application/octet-stream", raw))))
}

func eachOperation(doc *yaml.Node, f func(o *yaml.Node)) {
	members(at(doc, "paths"), func(_ string, item *yaml.Node) {
		members(item, func(method string, o *yaml.Node) {
			if isMethod(method) {
				f(o)
			}
		})
	})
}

func keepParameters(o *yaml.Node, keep func(*yaml.Node) bool) {
	parameters := at(o, "parameters")
	if parameters == nil {
		return
	}
	kept := array[*yaml.Node]()
	for _, p := range parameters.Content {
		if isRef := at(p, "$ref") != nil; isRef && keep(object("in", "header")) || !isRef && keep(p) {
			kept.Content = append(kept.Content, p)
		}
	}
	set(o, "parameters", kept)
}

// plainResponses drops response headers, which are set beside ogen.
func plainResponses(o *yaml.Node) {
	members(at(o, "responses"), func(_ string, r *yaml.Node) {
		remove(r, "headers")
		members(at(r, "content"), func(mediaType string, content *yaml.Node) {
			if strings.HasPrefix(mediaType, "text/event-stream") {
				set(content, "x-ogen-raw-response", true)
			}
		})
	})
}
