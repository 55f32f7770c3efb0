package vector

import (
	"encoding/xml"
	"strings"
)

// writeMetadata writes the XMP packet (ISO 16684-1) and returns its object, 0 if it would be empty.
func (p *pdfWriter) writeMetadata() int {
	o := p.o
	if o.Title == "" && o.Author == "" && o.Subject == "" && o.Keywords == "" && o.Standard == nil {
		return 0
	}
	var b strings.Builder
	b.WriteString("<?xpacket begin=\"\ufeff\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">" +
		"<rdf:Description rdf:about=\"\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\" xmlns:pdf=\"http://ns.adobe.com/pdf/1.3/\"><dc:format>application/pdf</dc:format><pdf:Producer>Platen</pdf:Producer>")
	if o.Title != "" {
		b.WriteString("<dc:title><rdf:Alt><rdf:li xml:lang=\"x-default\">" + escapeXML(o.Title) + "</rdf:li></rdf:Alt></dc:title>")
	}
	if o.Author != "" {
		b.WriteString("<dc:creator><rdf:Seq><rdf:li>" + escapeXML(o.Author) + "</rdf:li></rdf:Seq></dc:creator>")
	}
	if o.Subject != "" {
		b.WriteString("<dc:description><rdf:Alt><rdf:li xml:lang=\"x-default\">" + escapeXML(o.Subject) + "</rdf:li></rdf:Alt></dc:description>")
	}
	if o.Keywords != "" {
		b.WriteString("<pdf:Keywords>" + escapeXML(o.Keywords) + "</pdf:Keywords><dc:subject><rdf:Bag>")
		for _, k := range strings.Split(o.Keywords, ",") {
			if k = strings.TrimSpace(k); k != "" {
				b.WriteString("<rdf:li>" + escapeXML(k) + "</rdf:li>")
			}
		}
		b.WriteString("</rdf:Bag></dc:subject>")
	}
	if o.Language != "" {
		b.WriteString("<dc:language><rdf:Bag><rdf:li>" + escapeXML(o.Language) + "</rdf:li></rdf:Bag></dc:language>")
	}
	b.WriteString("</rdf:Description>" + o.Standard.metadata() + "</rdf:RDF></x:xmpmeta>\n<?xpacket end=\"w\"?>")
	return p.packed("/Type /Metadata /Subtype /XML", []byte(b.String()))
}

func escapeXML(s string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(s)) // strings.Builder does not return errors
	return b.String()
}

// schema is an XMP extension schema, which PDF/A requires to be described in the file (ISO 19005-2 §6.6.2.3).
type schema struct {
	name, prefix, namespace string
	properties              [][2]string // name, description
}

var accessibilitySchema = schema{"PDF/UA identification schema", "pdfuaid", "http://www.aiim.org/pdfua/ns/id/", [][2]string{{"part", "Part of ISO 14289"}}}

var invoiceSchema = schema{"Factur-X PDFA Extension Schema", "fx", "urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#", [][2]string{
	{"DocumentFileName", "name of the embedded XML invoice file"}, {"DocumentType", "INVOICE"},
	{"Version", "The actual version of the Factur-X XML schema"}, {"ConformanceLevel", "The conformance level of the embedded Factur-X data"},
}}

// metadata returns the XMP descriptions of the standards that the file conforms to.
func (s *Standard) metadata() string {
	if s == nil {
		return ""
	}
	var b strings.Builder
	var extra []schema
	if s.Archive != 0 {
		b.WriteString(`<rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"><pdfaid:part>` + string(rune('0'+s.Archive)) + `</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance></rdf:Description>`)
	}
	if s.Accessible {
		extra = append(extra, accessibilitySchema)
		b.WriteString(`<rdf:Description rdf:about="" xmlns:pdfuaid="` + accessibilitySchema.namespace + `"><pdfuaid:part>1</pdfuaid:part></rdf:Description>`)
	}
	if s.Invoice != "" {
		extra = append(extra, invoiceSchema)
		b.WriteString(`<rdf:Description rdf:about="" xmlns:fx="` + invoiceSchema.namespace + `"><fx:DocumentType>INVOICE</fx:DocumentType><fx:DocumentFileName>` + escapeXML(s.InvoiceFile) +
			`</fx:DocumentFileName><fx:Version>1.0</fx:Version><fx:ConformanceLevel>` + escapeXML(s.Invoice) + `</fx:ConformanceLevel></rdf:Description>`)
	}
	if s.Archive == 0 || len(extra) == 0 {
		return b.String()
	}
	b.WriteString(`<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#"><pdfaExtension:schemas><rdf:Bag>`)
	for _, e := range extra {
		b.WriteString(`<rdf:li rdf:parseType="Resource"><pdfaSchema:schema>` + e.name + `</pdfaSchema:schema><pdfaSchema:namespaceURI>` + e.namespace + `</pdfaSchema:namespaceURI><pdfaSchema:prefix>` + e.prefix + `</pdfaSchema:prefix><pdfaSchema:property><rdf:Seq>`)
		for _, q := range e.properties {
			kind, category := "Text", "external"
			if e.prefix == "pdfuaid" {
				kind, category = "Integer", "internal"
			}
			b.WriteString(`<rdf:li rdf:parseType="Resource"><pdfaProperty:name>` + q[0] + `</pdfaProperty:name><pdfaProperty:valueType>` + kind + `</pdfaProperty:valueType><pdfaProperty:category>` + category + `</pdfaProperty:category><pdfaProperty:description>` + q[1] + `</pdfaProperty:description></rdf:li>`)
		}
		b.WriteString(`</rdf:Seq></pdfaSchema:property></rdf:li>`)
	}
	b.WriteString(`</rdf:Bag></pdfaExtension:schemas></rdf:Description>`)
	return b.String()
}
