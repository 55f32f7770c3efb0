// Command generate writes the REST document from the protos and the hand-written paths.
//
//	generate -descriptors FILE [-server FILE]
//
// It runs in proto/openapi and reads base.yaml, paths/*.yaml and a descriptor set with source information
// (`buf build -o`). It writes openapi.yaml and openapi.json, and on request the document that ogen
// works from, which is cut down to routes and response kinds.
package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"go.yaml.in/yaml/v3"
)

func main() {
	descriptors := flag.String("descriptors", "", "descriptor set with source information")
	server := flag.String("server", "", "where to write ogen's server document")
	flag.Parse()
	if err := run(*descriptors, *server); err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		os.Exit(1)
	}
}

func run(descriptors, server string) error {
	source, err := loadDescriptors(descriptors)
	if err != nil {
		return err
	}
	doc, err := loadYAML("base.yaml")
	if err != nil {
		return err
	}
	files, err := filepath.Glob("paths/*.yaml")
	if err != nil {
		return err
	}
	for _, name := range files {
		paths, err := loadYAML(name)
		if err != nil {
			return err
		}
		at(doc, "paths").Content = append(at(doc, "paths").Content, paths.Content...)
	}
	if err := complete(doc, source); err != nil {
		return err
	}
	if err := writeYAML("openapi.yaml", doc); err != nil {
		return err
	}
	if err := writeJSON("openapi.json", doc); err != nil {
		return err
	}
	if server != "" {
		return writeJSON(server, serverDocument(clone(doc)))
	}
	return nil
}

func loadYAML(name string) (*yaml.Node, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	var n yaml.Node
	if err := yaml.Unmarshal(data, &n); err != nil {
		return nil, fmt.Errorf("reading %s: %w", name, err)
	}
	return n.Content[0], nil
}

func writeYAML(name string, doc *yaml.Node) error {
	b := bytes.NewBufferString("# Generated from the protos, base.yaml and paths/. Do not edit.\n")
	e := yaml.NewEncoder(b)
	e.SetIndent(2)
	if err := e.Encode(blockStyle(clone(doc))); err != nil {
		return err
	}
	return os.WriteFile(name, b.Bytes(), 0o644)
}

func writeJSON(name string, doc *yaml.Node) error {
	compact, err := appendJSON(nil, doc)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := json.Indent(&b, compact, "", " "); err != nil {
		return err
	}
	b.WriteByte('\n')
	return os.WriteFile(name, b.Bytes(), 0o644)
}

// appendJSON writes a YAML tree as JSON, members in their order.
func appendJSON(b []byte, n *yaml.Node) ([]byte, error) {
	var err error
	switch n.Kind {
	case yaml.MappingNode:
		b = append(b, '{')
		for i := 0; i < len(n.Content); i += 2 {
			if i > 0 {
				b = append(b, ',')
			}
			key, _ := json.Marshal(n.Content[i].Value)
			b = append(append(b, key...), ':')
			if b, err = appendJSON(b, n.Content[i+1]); err != nil {
				return nil, err
			}
		}
		return append(b, '}'), nil
	case yaml.SequenceNode:
		b = append(b, '[')
		for i, item := range n.Content {
			if i > 0 {
				b = append(b, ',')
			}
			if b, err = appendJSON(b, item); err != nil {
				return nil, err
			}
		}
		return append(b, ']'), nil
	case yaml.ScalarNode:
		var v any
		if err := n.Decode(&v); err != nil {
			return nil, err
		}
		text := new(bytes.Buffer)
		e := json.NewEncoder(text)
		e.SetEscapeHTML(false)
		if err := e.Encode(v); err != nil {
			return nil, err
		}
		return append(b, bytes.TrimSpace(text.Bytes())...), nil
	default:
		return nil, fmt.Errorf("line %d: a %v node has no JSON form", n.Line, n.Kind)
	}
}
