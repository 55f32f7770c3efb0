package vector

import (
	"crypto/sha256"
	"encoding/xml"
	"fmt"
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
	b.WriteString("</rdf:Description>" + p.standards() + "</rdf:RDF></x:xmpmeta>\n<?xpacket end=\"w\"?>")
	return p.packed("/Type /Metadata /Subtype /XML", []byte(b.String()))
}

// standards returns the XMP descriptions of the standards that the file conforms to.
func (p *pdfWriter) standards() string {
	id := ""
	if p.o.Standard.exchange() {
		id = p.contentID()
	}
	return p.o.Standard.metadata(id)
}

// contentID returns a hash of the objects written so far, in the form of a UUID.
func (p *pdfWriter) contentID() string {
	h := sha256.New()
	for i := range p.objects {
		h.Write(p.objects[i].body)
	}
	sum := h.Sum(nil)
	return fmt.Sprintf("%x-%x-%x-%x-%x", sum[:4], sum[4:6], sum[6:8], sum[8:10], sum[10:16])
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

var exchangeSchema = schema{"PDF/X ID Schema", "pdfxid", "http://www.npes.org/pdfx/ns/id/", [][2]string{{"GTS_PDFXVersion", "ID of PDF/X standard"}}}

var invoiceSchema = schema{"Factur-X PDFA Extension Schema", "fx", "urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#", [][2]string{
	{"DocumentFileName", "name of the embedded XML invoice file"}, {"DocumentType", "INVOICE"},
	{"Version", "The actual version of the Factur-X XML schema"}, {"ConformanceLevel", "The conformance level of the embedded Factur-X data"},
}}

// metadata returns the XMP descriptions of the standards for a file with an identifier.
func (s *Standard) metadata(id string) string {
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
	if s.Exchange {
		extra = append(extra, exchangeSchema)
		b.WriteString(`<rdf:Description rdf:about="" xmlns:pdfxid="` + exchangeSchema.namespace + `"><pdfxid:GTS_PDFXVersion>PDF/X-4</pdfxid:GTS_PDFXVersion></rdf:Description>` +
			`<rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/">` +
			`<xmp:CreateDate>1970-01-01T00:00:00Z</xmp:CreateDate><xmp:ModifyDate>1970-01-01T00:00:00Z</xmp:ModifyDate><xmp:MetadataDate>1970-01-01T00:00:00Z</xmp:MetadataDate>` +
			`<xmpMM:DocumentID>uuid:` + id + `</xmpMM:DocumentID><xmpMM:VersionID>1</xmpMM:VersionID><xmpMM:RenditionClass>default</xmpMM:RenditionClass><pdf:Trapped>False</pdf:Trapped></rdf:Description>`)
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
			} else if e.prefix == "pdfxid" {
				category = "internal"
			}
			b.WriteString(`<rdf:li rdf:parseType="Resource"><pdfaProperty:name>` + q[0] + `</pdfaProperty:name><pdfaProperty:valueType>` + kind + `</pdfaProperty:valueType><pdfaProperty:category>` + category + `</pdfaProperty:category><pdfaProperty:description>` + q[1] + `</pdfaProperty:description></rdf:li>`)
		}
		b.WriteString(`</rdf:Seq></pdfaSchema:property></rdf:li>`)
	}
	b.WriteString(`</rdf:Bag></pdfaExtension:schemas></rdf:Description>`)
	return b.String()
}
