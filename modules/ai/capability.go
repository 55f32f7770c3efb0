package ai

import (
	"context"
	"slices"

	"github.com/platenhq/platen/modules/ai/art"
	"github.com/platenhq/platen/modules/ai/internal/provider"
)

// The states of a provider.
const (
	Available     = "available"
	Degraded      = "degraded"       // configured, but currently failing
	NotConfigured = "not_configured" // not configured in this installation
)

// ProviderState is a provider with its status.
type ProviderState struct {
	Name, Model, Status string
	// Substyles are the substyles that the provider generates in this installation, under their API names.
	Substyles []string
	// Problem describes the provider's failure for operators, "" if there is none.
	Problem string
}

// substyles lists all substyles that requests can name, in the order of the documentation.
var substyles = []string{Realistic, string(art.Digital), string(art.Vector), string(art.Icon)}

// Providers returns the built-in generator and the external providers, of which at most one is configured. The
// status of that one is probed at most every 30 seconds.
func (m *Module) Providers(ctx context.Context) []ProviderState {
	own := ProviderState{Name: Builtin, Model: art.Version, Status: Available}
	for _, s := range substyles {
		if m.Maker(s) == Builtin {
			own.Substyles = append(own.Substyles, s)
		}
	}
	out := []ProviderState{own}
	for _, name := range provider.Names() {
		p := ProviderState{Name: name, Status: NotConfigured}
		if m.external != nil && m.external.Name() == name {
			p.Status, p.Model = Available, m.external.Model()
			if err := m.external.State(ctx); err != nil {
				p.Status, p.Problem = Degraded, err.Error()
			}
			for _, s := range substyles {
				if m.Maker(s) == name {
					p.Substyles = append(p.Substyles, s)
				}
			}
		}
		out = append(out, p)
	}
	return out
}

// External returns the state of the configured external provider; ok is false for none.
func (m *Module) External(ctx context.Context) (p ProviderState, ok bool) {
	for _, p := range m.Providers(ctx) {
		if p.Name != Builtin && p.Status != NotConfigured {
			return p, true
		}
	}
	return ProviderState{}, false
}

// Maker returns the provider that generates a substyle, "" if none does.
func (m *Module) Maker(substyle string) string {
	switch {
	case m.external != nil && slices.Contains(m.cfg.Substyles, substyle):
		return m.external.Name()
	case substyle != Realistic:
		return Builtin
	}
	return ""
}

// Substyles returns every substyle a request can name.
func Substyles() []string { return slices.Clone(substyles) }
