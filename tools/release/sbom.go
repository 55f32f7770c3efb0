package main

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// The members of a CycloneDX 1.5 document that are written (https://cyclonedx.org/docs/1.5/json).
type (
	bom struct {
		BOMFormat    string      `json:"bomFormat"`
		SpecVersion  string      `json:"specVersion"`
		SerialNumber string      `json:"serialNumber"`
		Version      int         `json:"version"`
		Metadata     metadata    `json:"metadata"`
		Components   []component `json:"components"`
	}
	metadata struct {
		Component component `json:"component"`
	}
	component struct {
		Type       string     `json:"type"`
		Ref        string     `json:"bom-ref"`
		Name       string     `json:"name"`
		Version    string     `json:"version,omitempty"`
		PURL       string     `json:"purl,omitempty"`
		Hashes     []hash     `json:"hashes,omitempty"`
		Licences   []licence  `json:"licenses,omitempty"`
		Properties []property `json:"properties,omitempty"`
	}
	hash struct {
		Algorithm string `json:"alg"`
		Content   string `json:"content"`
	}
	licence struct {
		Licence struct {
			ID string `json:"id"`
		} `json:"license"`
	}
	property struct {
		Name  string `json:"name"`
		Value string `json:"value"`
	}
)

// writeSBOM writes the bill of materials. It has no time, and its serial number is made of its content: the same
// program gives the same bytes.
func writeSBOM(out io.Writer, parts []part) error {
	doc := bom{BOMFormat: "CycloneDX", SpecVersion: "1.5", Version: 1}
	doc.Metadata.Component = component{Type: "application", Ref: "platen", Name: "platen"}
	sum := sha256.New()
	for i := range parts {
		p := &parts[i]
		c := component{Type: "library", Ref: p.purl(), Name: p.name, Version: p.version, PURL: p.purl()}
		for _, id := range p.licences {
			var l licence
			l.Licence.ID = id
			c.Licences = append(c.Licences, l)
		}
		c.hashed(p)
		doc.Components = append(doc.Components, c)
		fmt.Fprintln(sum, c.Ref, p.sum)
	}
	id := sum.Sum(nil)[:16]
	id[6], id[8] = id[6]&0x0f|0x80, id[8]&0x3f|0x80 // a UUID of version 8 (RFC 9562)
	text := hex.EncodeToString(id)
	doc.SerialNumber = "urn:uuid:" + strings.Join([]string{text[:8], text[8:12], text[12:16], text[16:20], text[20:]}, "-")
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(doc)
}

// hashed adds the part's checksum: the registry's SHA-512, or Go's hash over a module's files, which is not the hash of
// a single file.
func (c *component) hashed(p *part) {
	kind, value, _ := strings.Cut(p.sum, "-")
	raw, err := base64.StdEncoding.DecodeString(value)
	switch {
	case kind == "sha512" && err == nil:
		c.Hashes = []hash{{"SHA-512", hex.EncodeToString(raw)}}
	case p.sum != "":
		c.Properties = []property{{"platen:go.sum", p.sum}}
	}
}
