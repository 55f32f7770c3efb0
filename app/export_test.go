package app

import "context"

// SweepCredits voids the expired holds now.
func (a *App) SweepCredits(ctx context.Context) (int, error) { return a.modules.credits.Sweep(ctx) }
