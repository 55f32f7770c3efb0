// Package pdfedit merges, splits, rotates, stamps and encrypts existing PDF files, and reads their properties.
//
// The library pdfcpu reads and writes the files; no other package imports it (docs/decisions/0051). The output depends on the input alone,
// except with encryption, whose keys and salts are random: the files are PDF 2.0, for which the library changes no dates,
// and the file identifier is the hash of the file. The package accesses no files and no network, and panics of
// the library on hostile files become errors.
package pdfedit
