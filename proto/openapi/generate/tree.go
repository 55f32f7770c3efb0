package main

import (
	"fmt"
	"strings"

	"go.yaml.in/yaml/v3"
)

// object builds a mapping from names and values; a nil value is left out.
func object(pairs ...any) *yaml.Node {
	n := &yaml.Node{Kind: yaml.MappingNode}
	for i := 0; i < len(pairs); i += 2 {
		set(n, pairs[i].(string), pairs[i+1])
	}
	return n
}

// array builds a sequence.
func array[T any](items ...T) *yaml.Node {
	n := &yaml.Node{Kind: yaml.SequenceNode}
	for _, item := range items {
		n.Content = append(n.Content, node(item))
	}
	return n
}

func ref(section, name string) *yaml.Node {
	return object("$ref", "#/components/"+section+"/"+name)
}

func node(v any) *yaml.Node {
	if n, ok := v.(*yaml.Node); ok {
		return n
	}
	var n yaml.Node
	if err := n.Encode(v); err != nil {
		panic(fmt.Sprintf("encoding %v: %v", v, err))
	}
	if s, ok := v.(string); ok && strings.Contains(s, "\n") {
		n.Style = yaml.LiteralStyle
	}
	return &n
}

// at walks down named members and returns nil where one is missing.
func at(n *yaml.Node, names ...string) *yaml.Node {
	for _, name := range names {
		var next *yaml.Node
		for i := 0; n != nil && i+1 < len(n.Content); i += 2 {
			if n.Content[i].Value == name {
				next = n.Content[i+1]
			}
		}
		n = next
	}
	return n
}

func text(n *yaml.Node, names ...string) string {
	if found := at(n, names...); found != nil {
		return found.Value
	}
	return ""
}

// set replaces or appends a member. A nil value changes nothing.
func set(n *yaml.Node, name string, v any) {
	if v == nil {
		return
	}
	if y, ok := v.(*yaml.Node); ok && y == nil {
		return
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == name {
			n.Content[i+1] = node(v)
			return
		}
	}
	n.Content = append(n.Content, node(name), node(v))
}

func remove(n *yaml.Node, names ...string) {
	for _, name := range names {
		for i := 0; i+1 < len(n.Content); i += 2 {
			if n.Content[i].Value == name {
				n.Content = append(n.Content[:i], n.Content[i+2:]...)
				break
			}
		}
	}
}

// members calls f for every member of a mapping, in order.
func members(n *yaml.Node, f func(name string, v *yaml.Node)) {
	if n == nil {
		return
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		f(n.Content[i].Value, n.Content[i+1])
	}
}

// walk calls f for every mapping below n, parents first.
func walk(n *yaml.Node, f func(*yaml.Node)) {
	if n.Kind == yaml.MappingNode {
		f(n)
	}
	for _, c := range n.Content {
		walk(c, f)
	}
}

func clone(n *yaml.Node) *yaml.Node {
	c := *n
	c.Content = make([]*yaml.Node, len(n.Content))
	for i, child := range n.Content {
		c.Content[i] = clone(child)
	}
	return &c
}

// blockStyle removes comments and writes every mapping and sequence over several lines, one member a line, so that a
// difference of the document shows what changed.
func blockStyle(n *yaml.Node) *yaml.Node {
	n.HeadComment, n.LineComment, n.FootComment = "", "", ""
	n.Style &^= yaml.FlowStyle
	for _, c := range n.Content {
		blockStyle(c)
	}
	return n
}

// isMethod reports whether a member of a path item is an operation.
func isMethod(name string) bool {
	switch name {
	case "get", "post", "put", "patch", "delete":
		return true
	}
	return false
}
