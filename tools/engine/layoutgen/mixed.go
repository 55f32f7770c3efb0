package main

type kind int

const (
	kindAny kind = iota
	kindBlock
	kindFlex
	kindGrid
	kindInline
)

func (g *gen) mixedDocument(k kind) string { return "" }
