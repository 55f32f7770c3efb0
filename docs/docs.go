// Package docs embeds the documentation, which the service serves at /docs.
package docs

import "embed"

// Files are the pages and the images in them, named as in this folder. The images of comparisons with Chromium, and those
// that no page shows, such as most contact sheets of pictures/ai, are left to the repository: they would be a fourteenth
// of the program.
//
//go:embed *.md llms.txt guides reference decisions examples
//go:embed pictures/brands pictures/console pictures/pages pictures/templates
//go:embed pictures/ai/figures-isometric.png pictures/ai/figures-kit.png pictures/ai/figures-paper.png pictures/ai/moods-1.png
//go:embed pictures/ai/scenes-halftone.png pictures/ai/scenes-line.png pictures/ai/scenes-paper.png pictures/ai/scenes-silhouette.png
//go:embed pictures/ai/vector-1.png
var Files embed.FS
