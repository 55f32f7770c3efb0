package harness

import (
	"fmt"
	"math/rand/v2"
	"net"
	"sync"
	"testing"
)

// Ports that no outgoing connection uses: they are below the ephemeral ranges of
// Linux (32768) and the BSDs (49152).
const (
	firstPort = 20_000
	lastPort  = 32_000
)

var given struct {
	sync.Mutex
	ports map[int]bool
}

// FreePort returns a port of 127.0.0.1 that a program can be configured to
// listen on. Where the program can choose the port itself and report it, that is
// preferable: another process may take the port before the program does.
func FreePort(t testing.TB) int {
	t.Helper()
	given.Lock()
	defer given.Unlock()
	if given.ports == nil {
		given.ports = map[int]bool{}
	}
	for range 200 {
		port := firstPort + rand.IntN(lastPort-firstPort)
		if given.ports[port] {
			continue
		}
		l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
		if err != nil {
			continue
		}
		_ = l.Close()
		given.ports[port] = true
		return port
	}
	t.Fatal("no free port on 127.0.0.1")
	return 0
}
