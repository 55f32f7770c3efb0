package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// permittedLicences are those that the project may contain (SPDX identifiers). The Mozilla one is the job queue's,
// used as it is: its duties reach no further than its own files.
var permittedLicences = []string{"Apache-2.0", "MIT", "BSD-2-Clause", "BSD-3-Clause", "ISC", "0BSD", "Unlicense", "OFL-1.1", "CC0-1.0", "BlueOak-1.0.0", "MPL-2.0"}

// signs are phrases of the licences, with white space collapsed and in lower case. The first of a text counts for each.
var signs = []struct{ id, phrase string }{
	{"Apache-2.0", "apache license version 2.0"},
	{"MPL-2.0", "mozilla public license version 2.0"},
	{"MIT", "permission is hereby granted, free of charge, to any person obtaining a copy"},
	{"ISC", "permission to use, copy, modify, and/or distribute this software for any purpose with or without fee"},
	{"ISC", "permission to use, copy, modify, and distribute this software for any purpose with or without fee"},
	{"Unlicense", "this is free and unencumbered software released into the public domain"},
	{"BSD-3-Clause", "neither the name"},
	{"BSD-3-Clause", "neither name of"},
	{"BSD-3-Clause", "the names of its contributors may not be used"},
	{"CC0-1.0", "cc0 1.0 universal"},
	{"OFL-1.1", "sil open font license version 1.1"},
	{"GPL", "gnu general public license"},
	{"LGPL", "gnu lesser general public license"},
	{"AGPL", "gnu affero general public license"},
}

// bsd begins both BSD licences; the third clause distinguishes them.
const bsd = "redistribution and use in source and binary forms"

var space = regexp.MustCompile(`[\s*#,/]+`)

// classify names the licences of a text.
func classify(text string) []string {
	flat := strings.ToLower(space.ReplaceAllString(text, " "))
	var ids []string
	for _, s := range signs {
		phrase := space.ReplaceAllString(s.phrase, " ")
		if s.id == "BSD-3-Clause" && !strings.Contains(flat, bsd) {
			continue
		}
		// The Mozilla licence names the GNU ones as compatible.
		if strings.HasSuffix(s.id, "GPL") && slices.Contains(ids, "MPL-2.0") {
			continue
		}
		if strings.Contains(flat, phrase) && !slices.Contains(ids, s.id) {
			ids = append(ids, s.id)
		}
	}
	if strings.Contains(flat, bsd) && !slices.Contains(ids, "BSD-3-Clause") {
		ids = append(ids, "BSD-2-Clause")
	}
	return ids
}

// readLicence reads the licence of a module from its folder.
func (p *part) readLicence(dir string) error {
	if _, err := os.Stat(dir); err != nil {
		return fmt.Errorf("the sources of %s are not there (go mod download fetches them): %w", p.purl(), err)
	}
	p.text = licenceText(dir)
	p.licences = classify(p.text)
	return p.permitted()
}

// permitted returns an error for a part whose licence is unknown or not permitted.
func (p *part) permitted() error {
	if len(p.licences) == 0 {
		return fmt.Errorf("%s: its licence is not known", p.purl())
	}
	for _, id := range p.licences {
		if !slices.Contains(permittedLicences, id) {
			return fmt.Errorf("%s: the licence %s is not permitted", p.purl(), id)
		}
	}
	return nil
}

var licenceName = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|patents)([-.].*)?$`)

// licenceText joins the licence files of a folder.
func licenceText(dir string) string {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return ""
	}
	var b strings.Builder
	for _, e := range entries {
		if e.IsDir() || !licenceName.MatchString(e.Name()) {
			continue
		}
		if data, err := os.ReadFile(filepath.Join(dir, e.Name())); err == nil {
			b.WriteString(strings.TrimSpace(strings.ReplaceAll(string(data), "\r\n", "\n")))
			b.WriteString("\n\n")
		}
	}
	return strings.TrimSpace(b.String())
}

// writeLicences writes the list of all parts, then the texts.
func writeLicences(out io.Writer, parts []part) error {
	fmt.Fprintf(out, "Platen contains the following works of others.\n\n")
	for i := range parts {
		p := &parts[i]
		fmt.Fprintf(out, "%s %s: %s\n", p.name, p.version, strings.Join(p.licences, ", "))
	}
	for i := range parts {
		p := &parts[i]
		text := p.text
		if text == "" {
			text = "The package has no licence file; its metadata says " + strings.Join(p.licences, ", ") + "."
		}
		fmt.Fprintf(out, "\n%s\n%s %s\n%s\n\n%s\n", strings.Repeat("=", 80), p.name, p.version, strings.Repeat("=", 80), text)
	}
	return nil
}
