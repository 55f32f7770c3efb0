// Package tables holds the constants of the AV1 bitstream specification that an encoder or decoder of intra blocks needs, and those for
// blocks with one reference frame. It
// has no state: all variables are read-only by convention.
//
//	block.go        block sizes, partitions and what a partition makes of a block
//	transform.go    transform sizes, types and sets
//	scan.go         coefficient scans
//	context.go      contexts and neighbour offsets of coefficients
//	intra.go        intra modes, directions, smooth weights (intratables.go)
//	cdf.go          [CDFs], one frame's or tile's adaptive distributions
//	modecdf.go      the distributions of modes and their defaults
//	coefcdf.go      the distributions of coefficients, coefcdf0–3.go their defaults
//	quant.go        quantiser steps; quantmatrix.go the quantiser matrices
//	filter.go       restoration, constrained directional enhancement, super-resolution
//	gaussian.go     the noise of film grain
//
// # Distributions
//
// A distribution of N symbols has N+1 entries: entry i < N is 32768 times the probability of a symbol ≤ i, so entry N-1
// is 32768, and entry N counts the adaptations, starting at 0 (§8.2.6). Where the specification has several arrays that
// differ in their number of symbols, so does this package.
package tables
