// Package rendering owns render requests, jobs, stored images and PDFs, and
// receipts.
//
// Tables (schema rendering): job, image, result (the cache by request hash) and
// snapshot (pinned remote files). It tells of finished jobs through
// Needs.Announce. It asks for credit holds, decision records, stored files and
// remote files (Needs). Renders run on the native engine (package engine), or
// on a browser (package internal/chromium) where the request asks for it or the
// document needs it; a browser's results are pinned.
package rendering
