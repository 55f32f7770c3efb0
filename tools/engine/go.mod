module github.com/platenhq/platen/tools/engine

go 1.26.0

require (
	github.com/go-text/typesetting v0.3.5
	github.com/klauspost/compress v1.20.3
	github.com/platenhq/platen v0.0.0
)

require (
	github.com/andybalholm/brotli v1.2.8 // indirect
	golang.org/x/image v0.47.0 // indirect
	golang.org/x/net v0.62.0 // indirect
	golang.org/x/text v0.43.0 // indirect
)

replace github.com/platenhq/platen => ../..
