// Package docs embeds the documentation, which the service serves at /docs.
package docs

import "embed"

// Files are the pages and their images, named as in this folder.
//
//go:embed *.md llms.txt guides reference decisions pictures examples
var Files embed.FS
