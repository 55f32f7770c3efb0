// Package inputs reads the files that the documents of a request name: uploaded assets and fonts, files of remote
// addresses, which are pinned to the content that was read first, and generated backgrounds.
//
// A Set caches the files of one request; the engines read from it and fetch nothing by themselves.
package inputs
