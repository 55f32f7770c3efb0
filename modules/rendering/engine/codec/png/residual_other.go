//go:build !amd64

package png

func residuals(a, b []byte) int { return plainResiduals(a, b) }
