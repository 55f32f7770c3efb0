package main

import (
	"fmt"

	"go.yaml.in/yaml/v3"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// operation is one method of one path while the document is completed.
type operation struct {
	path, method string
	node         *yaml.Node
	procedure    protoreflect.MethodDescriptor
}

// complete adds to doc what the protos know: schemas, bodies, parameter schemas, scopes, common headers,
// the error response.
func complete(doc *yaml.Node, source *descriptors) error {
	var operations []operation
	var err error
	members(at(doc, "paths"), func(path string, item *yaml.Node) {
		members(item, func(method string, n *yaml.Node) {
			if !isMethod(method) || err != nil {
				return
			}
			o := operation{path: path, method: method, node: n}
			if o.procedure, err = source.method(text(n, "x-platen-procedure")); err != nil {
				err = fmt.Errorf("%s %s: %w", method, path, err)
				return
			}
			operations = append(operations, o)
		})
	})
	if err != nil {
		return err
	}
	s := newSchemas()
	for _, o := range operations {
		if name := text(o.node, "x-platen-request-name"); name != "" {
			s.names[o.procedure.Input().FullName()] = name
			remove(o.node, "x-platen-request-name")
		}
	}
	completeFailures(doc)
	for _, o := range operations {
		if err := o.complete(s); err != nil {
			return fmt.Errorf("%s %s: %w", o.method, o.path, err)
		}
	}
	failure, err := source.message("platen.api.v1.Error")
	if err != nil {
		return err
	}
	s.reach(failure, false)
	components, err := s.components()
	if err != nil {
		return err
	}
	set(components, "ErrorEnvelope", object("type", "object", "description", "ErrorEnvelope is the body of every failed request.",
		"required", array("error"), "properties", object("error", ref("schemas", "Error"))))
	set(at(doc, "components"), "schemas", components)
	return checkReferences(doc)
}

func (o operation) complete(s *schemas) error {
	input := o.procedure.Input()
	outside := map[protoreflect.Name]bool{}
	parameters := at(o.node, "parameters")
	if parameters == nil {
		parameters = array[*yaml.Node]()
	}
	for _, p := range parameters.Content {
		name, in := text(p, "name"), text(p, "in")
		if in != "path" && in != "query" {
			continue
		}
		f := input.Fields().ByName(protoreflect.Name(name))
		if f == nil {
			return fmt.Errorf("%s has no field %q", input.FullName(), name)
		}
		outside[f.Name()] = true
		s.reachField(f, true)
		set(p, "required", requiredIn(in, f))
		schema := s.property(f)
		set(p, "description", optional(text(schema, "description")))
		remove(schema, "description")
		set(p, "schema", schema)
	}
	parameters.Content = append(parameters.Content, ref("parameters", "ApiVersion"))
	if flagOption(o.procedure, "platen.api.v1.operation", "mutation") {
		parameters.Content = append(parameters.Content, ref("parameters", "IdempotencyKey"))
	}
	set(o.node, "parameters", parameters)
	if err := o.body(s, outside); err != nil {
		return err
	}
	if o.shows() {
		s.reachOutput(o.procedure.Output())
	}
	if flagOption(o.procedure, "platen.api.v1.operation", "extension") {
		set(o.node, "x-stability", "extension")
	}
	if scope := option(o.procedure, "platen.api.v1.operation", "scope"); scope.IsValid() && scope.String() != "" {
		set(o.node, "x-platen-scope", scope.String())
	}
	responses := at(o.node, "responses")
	members(responses, func(status string, r *yaml.Node) {
		headers := at(r, "headers")
		if headers == nil {
			headers = object()
		}
		set(headers, "X-Request-Id", ref("headers", "RequestId"))
		set(headers, "X-RateLimit-Remaining", ref("headers", "RateLimitRemaining"))
		content := at(r, "content")
		remove(r, "headers", "content")
		set(r, "headers", headers)
		set(r, "content", content)
	})
	o.addFailures(responses)
	remove(o.node, "responses")
	set(o.node, "responses", responses)
	return nil
}

// shows reports whether a response consists of the output's schema: files and schemas of others are not.
func (o operation) shows() bool {
	found := false
	members(at(o.node, "responses"), func(_ string, r *yaml.Node) {
		members(at(r, "content"), func(media string, _ *yaml.Node) {
			found = found || media == "application/json" || media == "text/event-stream"
		})
	})
	return found
}

func requiredIn(in string, f protoreflect.FieldDescriptor) any {
	if in == "path" || rulesOf(f).GetRequired() {
		return true
	}
	return nil
}

// body fills the request body of a method that has one: the whole input or, where path or query hold fields
// of it, the one message field that is left. x-platen-body then names that field.
func (o operation) body(s *schemas, outside map[protoreflect.Name]bool) error {
	input := o.procedure.Input()
	var inside []protoreflect.FieldDescriptor
	for i := range input.Fields().Len() {
		if f := input.Fields().Get(i); !outside[f.Name()] {
			inside = append(inside, f)
		}
	}
	if len(inside) == 0 {
		return nil
	}
	if o.method == "get" || o.method == "delete" {
		if o.procedure.IsStreamingServer() {
			return nil // the rest comes in headers
		}
		return fmt.Errorf("%s has fields in neither path nor query", input.FullName())
	}
	message, required := input, true
	if len(outside) > 0 {
		if len(inside) != 1 || inside[0].Message() == nil || inside[0].IsList() || inside[0].IsMap() {
			return fmt.Errorf("%s must have one message field besides those in path and query", input.FullName())
		}
		message, required = inside[0].Message(), rulesOf(inside[0]).GetRequired()
		set(o.node, "x-platen-body", string(inside[0].Name()))
	}
	s.reach(message, true)
	body := at(o.node, "requestBody")
	if body == nil {
		body = object("content", object("application/json", object()))
	}
	set(at(body, "content", "application/json"), "schema", ref("schemas", s.name(message)))
	set(body, "required", required)
	set(o.node, "requestBody", body)
	return nil
}

// reachOutput marks what a response shows. A response that is one of several objects shows these.
func (s *schemas) reachOutput(m protoreflect.MessageDescriptor) {
	if m.Oneofs().Len() == 1 && !m.Oneofs().Get(0).IsSynthetic() && m.Oneofs().Get(0).Fields().Len() == m.Fields().Len() {
		for i := range m.Fields().Len() {
			s.reachField(m.Fields().Get(i), false)
		}
		return
	}
	s.reach(m, false)
}

// checkReferences fails for a $ref to nothing and for a schema that is not referenced.
func checkReferences(doc *yaml.Node) error {
	used := map[string]bool{"#/components/schemas/RenderJobEvent": true} // named by the event stream's description
	walk(doc, func(n *yaml.Node) {
		if r := text(n, "$ref"); r != "" {
			used[r] = true
		}
	})
	known := map[string]bool{}
	members(at(doc, "components"), func(section string, entries *yaml.Node) {
		members(entries, func(name string, _ *yaml.Node) { known["#/components/"+section+"/"+name] = true })
	})
	for r := range used {
		if !known[r] {
			return fmt.Errorf("%s is referred to and not there", r)
		}
	}
	for k := range known {
		if !used[k] && k != "#/components/securitySchemes/bearer" {
			return fmt.Errorf("%s is there and not referred to", k)
		}
	}
	return nil
}
