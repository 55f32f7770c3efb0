package font

import "fmt"

// BundledFiles visits the bundled faces as plain TrueType or OpenType files, in
// the order of the catalogue, for programs beside the engine that draw text of
// their own. name is a file name without a folder. Faces whose outlines are not
// kept as a font table (the CJK ones) are left out. The data must not be changed;
// an error of visit ends the visit and is returned.
func BundledFiles(visit func(name string, data []byte) error) error {
	for i, b := range catalogueFaces {
		if b.glyphs != nil {
			continue
		}
		data, err := b.file()
		if err != nil {
			return fmt.Errorf("unpacking %s: %w", b.fullName(), err)
		}
		if err := visit(fmt.Sprintf("%03d.%s", i, extension(data)), data); err != nil {
			return err
		}
	}
	return nil
}

// extension is how the name of a font file ends.
func extension(data []byte) string {
	if len(data) > 4 && string(data[:4]) == "OTTO" {
		return "otf"
	}
	return "ttf"
}
