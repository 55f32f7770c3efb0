// Package inputs reads the files that the documents of a request reference: uploaded assets and fonts, remote files,
// which are pinned to the content of the first read, and generated backgrounds.
//
// A Set caches the files of one request; the engines read from it and do not fetch anything themselves.
package inputs
