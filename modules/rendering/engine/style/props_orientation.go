package style

import "strings"

// unturned precedes the address of an image that is drawn without its orientation.
const unturned = "unturned:"

// ImageAddress returns the address under which an element's image is loaded: image-orientation: none asks for the image
// without its orientation.
func (s *Computed) ImageAddress(url string) string {
	if s.Unturned && url != "" {
		return unturned + url
	}
	return url
}

// CutUnturned returns the URL of an address of ImageAddress, and whether the image is without its orientation.
func CutUnturned(address string) (url string, without bool) {
	return strings.CutPrefix(address, unturned)
}
