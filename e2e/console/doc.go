// Package console tests the console in a real Chromium. Each test starts a service, sets up the data that a script
// expects, and runs the script of its name (see lib.mjs). They skip where Chromium or the packages of e2e/package.json
// are not installed.
package console
