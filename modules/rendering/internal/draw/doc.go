// Package draw renders plans: it opens and lays out their documents, and draws and encodes their outputs with the native
// engine or a browser.
//
// Engines holds the renderers of a process. Documents holds the documents of one plan; Render draws all of its outputs.
// Nothing is stored, charged or recorded here.
package draw
