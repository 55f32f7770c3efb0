package egress

import (
	"net/netip"
	"slices"
)

// Within returns a guard that also allows what the operator configured: addresses within the networks, over
// http too, under any name. It is for services of the installation itself, never for addresses supplied by users.
// Without networks it returns g.
func (g *Guard) Within(networks []netip.Prefix) *Guard {
	if len(networks) == 0 {
		return g
	}
	own := *g
	own.networks = slices.Clone(networks)
	own.connect = own.open
	return &own
}

// own reports whether an address is within the operator's networks.
func (g *Guard) own(a netip.Addr) bool {
	return a.Zone() == "" && slices.ContainsFunc(g.networks, func(p netip.Prefix) bool { return p.Contains(a.Unmap()) })
}
