package vector

import (
	"encoding/binary"
	"fmt"
	"strings"
	"unicode/utf16"
)

// Intent is the printing condition that a PDF is made for.
type Intent struct {
	// Profile is the ICC profile of the press, see [CheckIntent].
	Profile []byte
	// Condition is the name of the printing condition in the ICC's registry, such as FOGRA39; "" for one that is not registered.
	Condition string
}

// MaxProfile is the maximum size of an output profile in bytes.
const MaxProfile = 3 << 20

// The layout of an ICC profile (ICC.1:2010 §7.2, §7.3).
const (
	profileHead = 128
	profileTags = profileHead + 4
	maxTags     = 200
)

// CheckIntent checks that data is the ICC profile of a CMYK printing condition: its size, version, class and colour spaces,
// its table of tags, and that it converts from and to its inks. The error says what is wrong, as the end of a sentence.
func CheckIntent(data []byte) error {
	if len(data) > MaxProfile {
		return fmt.Errorf("has %d bytes; at most %d are read", len(data), MaxProfile)
	}
	if len(data) < profileTags || string(data[36:40]) != "acsp" {
		return fmt.Errorf("is not an ICC profile")
	}
	if size := binary.BigEndian.Uint32(data); int64(size) != int64(len(data)) {
		return fmt.Errorf("is damaged: it has %d bytes, and its header says %d", len(data), size)
	}
	if v := data[8]; v != 2 && v != 4 {
		return fmt.Errorf("has the ICC version %d; 2 and 4 are supported", v)
	}
	if class := string(data[12:16]); class != "prtr" {
		return fmt.Errorf("is of the class %q; an output profile (\"prtr\") is needed", class)
	}
	if space := string(data[16:20]); space != "CMYK" {
		return fmt.Errorf("describes the colour space %q; CMYK with its four components is needed", strings.TrimSpace(space))
	}
	if space := string(data[20:24]); space != "Lab " && space != "XYZ " {
		return fmt.Errorf("connects to the colour space %q instead of Lab or XYZ", strings.TrimSpace(space))
	}
	tags, err := profileTable(data)
	if err != nil {
		return err
	}
	for _, name := range []string{"A2B0", "B2A0", "wtpt"} {
		if len(tags[name]) < 8 {
			return fmt.Errorf("has no tag %s, which output profiles contain", name)
		}
	}
	// A2B0 converts the four inks to the three coordinates of the connection space (§10.8, §10.10).
	switch t := tags["A2B0"]; string(t[:4]) {
	case "mft1", "mft2", "mAB ":
		if len(t) < 10 || t[8] != 4 || t[9] != 3 {
			return fmt.Errorf("does not convert from four inks in its tag A2B0")
		}
	default:
		return fmt.Errorf("has an unknown type in its tag A2B0")
	}
	return nil
}

// profileTable returns the tags of a profile.
func profileTable(data []byte) (map[string][]byte, error) {
	n := binary.BigEndian.Uint32(data[profileHead:])
	if n > maxTags || profileTags+12*int(n) > len(data) {
		return nil, fmt.Errorf("is damaged: its table of tags is longer than the file")
	}
	tags := map[string][]byte{}
	for i := range int(n) {
		t := data[profileTags+12*i:]
		at, size := int64(binary.BigEndian.Uint32(t[4:])), int64(binary.BigEndian.Uint32(t[8:]))
		if at < profileTags || at+size > int64(len(data)) {
			return nil, fmt.Errorf("is damaged: its tag %q is outside the file", string(t[:4]))
		}
		tags[string(t[:4])] = data[at : at+size]
	}
	return tags, nil
}

// profileName returns the description of a profile, "" if there is none.
func profileName(data []byte) string {
	tags, err := profileTable(data)
	if err != nil {
		return ""
	}
	d := tags["desc"]
	switch {
	case len(d) > 12 && string(d[:4]) == "desc":
		n := int(min(binary.BigEndian.Uint32(d[8:]), uint32(len(d)-12)))
		return strings.TrimRight(string(d[12:12+n]), "\x00")
	case len(d) >= 28 && string(d[:4]) == "mluc" && binary.BigEndian.Uint32(d[8:]) > 0:
		size, at := int64(binary.BigEndian.Uint32(d[20:])), int64(binary.BigEndian.Uint32(d[24:]))
		if at < 28 || at+size > int64(len(d)) {
			return ""
		}
		var text []uint16
		for i := at; i+1 < at+size; i += 2 {
			text = append(text, binary.BigEndian.Uint16(d[i:]))
		}
		return string(utf16.Decode(text))
	}
	return ""
}

// writeIntents writes the output intents (ISO 32000-1 §14.11.5) and returns the catalog's entry for them.
func (p *pdfWriter) writeIntents() string {
	archive := p.o.Standard != nil && p.o.Standard.Archive != 0
	if p.o.Intent == nil {
		if !archive {
			return ""
		}
		profile := p.stream("/N 3", sRGBProfile(), 1, 0)
		intent := p.object(fmt.Sprintf("<< /Type /OutputIntent /S /GTS_PDFA1 /OutputConditionIdentifier (sRGB) /RegistryName (http://www.color.org) /Info (sRGB IEC61966-2.1) /DestOutputProfile %d 0 R >>", profile))
		return fmt.Sprintf(" /OutputIntents [%d 0 R]", intent)
	}
	profile := p.stream("/N 4", p.o.Intent.Profile, 1, 0)
	name := profileName(p.o.Intent.Profile)
	condition := "/OutputConditionIdentifier " + textString("Custom")
	if c := p.o.Intent.Condition; c != "" {
		condition = "/OutputConditionIdentifier " + textString(c) + " /RegistryName (http://www.color.org)"
		if name == "" {
			name = c
		}
	}
	if name == "" {
		name = "Custom"
	}
	refs := ""
	for _, kind := range []string{"GTS_PDFX", "GTS_PDFA1"} {
		if kind == "GTS_PDFA1" && !archive {
			continue
		}
		refs += fmt.Sprintf(" %d 0 R", p.object(fmt.Sprintf("<< /Type /OutputIntent /S /%s %s /Info %s /DestOutputProfile %d 0 R >>", kind, condition, textString(name), profile)))
	}
	return " /OutputIntents [" + refs[1:] + "]"
}
