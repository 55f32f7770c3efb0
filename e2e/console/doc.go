// Package console uses the console in a real Chromium, as people do. Each test starts a service, brings about what a
// script finds there, and runs the script of its name (see lib.mjs). They skip where Chromium or the packages of
// e2e/package.json are not installed.
package console
