// Package pdfedit merges, splits, rotates, stamps and encrypts PDF files that exist already, and reads what they are.
//
// The library pdfcpu reads and writes the files; no other package imports it (docs/decisions/0051). What is written depends on the input alone,
// but for encryption, whose keys and salts are random: the files are PDF 2.0, for which the library changes no dates,
// and the file identifier is the hash of the file. No file and no network is read, and whatever a hostile file does to
// the library becomes an error.
package pdfedit
