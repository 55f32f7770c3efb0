package font

import "fmt"

// BundledFiles visits the bundled faces as plain TrueType or OpenType files in the order of the catalogue, for other
// programs that draw text. name is a file name without a folder. Faces whose outlines are not stored as a font table
// (the CJK ones) are skipped. The data must not be modified; an error of visit stops the visit and is returned.
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

// extension returns the file name extension of a font file.
func extension(data []byte) string {
	if len(data) > 4 && string(data[:4]) == "OTTO" {
		return "otf"
	}
	return "ttf"
}
