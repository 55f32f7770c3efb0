package ident

import (
	"slices"
	"strconv"
	"strings"

	"github.com/platenhq/platen/modules/platform/fault"
)

// ErrBrand is returned to a credential that is limited to brands for an object of another brand, or of none.
var ErrBrand = fault.New(fault.Forbidden, "This credential is limited to other brands.").With(
	fault.Detail{Path: "header:Authorization", Rule: "brand", Message: "The credential is limited to other brands; use one whose scopes include brand:<id> of this object's brand, or one without a brand limit."})

// Tenant is the part of a workspace that the queries of a caller may touch: the workspace, the mode and,
// when the credential is limited to brands, only what belongs to one of them. Every store method that
// queries rows for a client takes one, so that a query cannot lack the brand limit any more than it can lack
// the workspace. Principal.Tenant is its only source; the zero value matches no row. It is immutable and
// comparable.
type Tenant struct {
	workspace Workspace
	mode      Mode
	limited   bool
	brands    string // sorted ids, separated by commas
}

// Tenant returns what the principal's queries may touch.
func (p *Principal) Tenant() Tenant {
	brands := slices.Sorted(slices.Values(p.Scopes.Brands()))
	return Tenant{workspace: p.Workspace, mode: p.Mode, limited: len(brands) > 0, brands: strings.Join(brands, ",")}
}

// LimitedTo returns the set limited to the brands; without brands the set as it is.
func (s Scopes) LimitedTo(brands ...string) Scopes {
	if len(brands) > 0 {
		s.brands = slices.Clone(brands)
	}
	return s
}

// Workspace returns the workspace.
func (t Tenant) Workspace() Workspace { return t.workspace }

// Mode returns the mode.
func (t Tenant) Mode() Mode { return t.mode }

// Livemode reports whether the mode is Live.
func (t Tenant) Livemode() bool { return t.mode.Livemode() }

// Limited reports whether the tenant is limited to brands.
func (t Tenant) Limited() bool { return t.limited }

// Brands returns the brands that the tenant is limited to, sorted; nil when it is not. The caller owns it.
func (t Tenant) Brands() []string {
	if !t.limited {
		return nil
	}
	return strings.Split(t.brands, ",")
}

// String returns a text that differs when the tenants differ, for cursors and cache keys.
func (t Tenant) String() string { return string(t.workspace) + "|" + string(t.mode) + "|" + t.brands }

// Holds reports whether an object that belongs to the brands is within the tenant's limit: always without a
// limit; otherwise when it belongs to a brand and to no brand outside the limit.
func (t Tenant) Holds(brands ...string) bool {
	if !t.limited {
		return t.workspace != ""
	}
	some := false
	for _, b := range brands {
		if b == "" {
			continue
		}
		some = true
		if !slices.Contains(t.Brands(), b) {
			return false
		}
	}
	return some
}

// Check returns ErrBrand unless the tenant holds an object of the brands.
func (t Tenant) Check(brands ...string) error {
	if t.Holds(brands...) {
		return nil
	}
	return ErrBrand
}

// CheckShared is Check for what every brand of a workspace may use when it belongs to none.
func (t Tenant) CheckShared(brand string) error {
	if brand == "" && t.workspace != "" {
		return nil
	}
	return t.Check(brand)
}

// CheckWhole returns ErrBrand when the tenant is limited: the request concerns the whole workspace.
func (t Tenant) CheckWhole() error {
	if !t.limited {
		return nil
	}
	return fault.New(fault.Forbidden, "This concerns the whole workspace, and the credential is limited to brands.").With(
		fault.Detail{Path: "header:Authorization", Rule: "brand", Message: "The credential is limited to brands; use one without a brand limit."})
}

// Choose returns the brand of a new object, given the brand that the request names at path, "" for none. The
// objects of a tenant that is limited to one brand belong to it; one that is limited to several must name one.
func (t Tenant) Choose(path, named string) (string, error) {
	brands := t.Brands()
	switch {
	case !t.limited:
		return named, nil
	case named == "" && len(brands) == 1:
		return brands[0], nil
	case named == "":
		return "", fault.New(fault.Forbidden, "This credential is limited to several brands; the request must name one of them.").With(
			fault.Detail{Path: path, Rule: "brand", Expected: list(brands), Message: "The credential is limited to several brands; name one of them."})
	case !t.Holds(named):
		return "", fault.New(fault.Forbidden, "This credential is limited to other brands.").With(
			fault.Detail{Path: path, Rule: "brand", Expected: list(brands), Actual: named, Message: "The credential is limited to other brands; name one of them."})
	}
	return named, nil
}

func list(values []string) []any {
	out := make([]any, len(values))
	for i, v := range values {
		out[i] = v
	}
	return out
}

// Rows names the tenant columns of a table; an empty name means that it has no such column.
type Rows struct {
	// Workspace holds the workspace's id, Livemode whether the mode is live, Mode the mode's name.
	Workspace, Livemode, Mode string
	// Brand holds a brand's id or NULL; Brands an array of ids.
	Brand, Brands string
	// Shared is true if every brand of the workspace may use a row that belongs to none.
	Shared bool
}

// Where returns the condition, with ? placeholders and their arguments, that holds for the tenant's rows.
func (t Tenant) Where(r Rows) (cond string, args []any) {
	cond, args = t.Whole(r)
	if !t.limited {
		return cond, args
	}
	own := "FALSE"
	switch {
	case r.Brand != "":
		own = r.Brand + " = ANY (string_to_array(?, ','))"
	case r.Brands != "":
		own = r.Brands + " <@ string_to_array(?, ',') AND cardinality(" + r.Brands + ") > 0"
	}
	if own != "FALSE" {
		args = append(args, t.brands)
	}
	if r.Shared {
		switch {
		case r.Brand != "":
			own = "(" + r.Brand + " IS NULL OR " + own + ")"
		case r.Brands == "":
			own = "TRUE"
		}
	}
	return cond + " AND " + own, args
}

// Whole is Where without the brand limit, for reading a single row whose brand is checked with Check or
// CheckShared afterwards: so an object of another brand is distinguished from one that does not exist.
func (t Tenant) Whole(r Rows) (cond string, args []any) {
	if t.workspace == "" {
		return "FALSE", nil
	}
	cond, args = r.Workspace+" = ?", []any{string(t.workspace)}
	if r.Livemode != "" {
		cond, args = cond+" AND "+r.Livemode+" = ?", append(args, t.Livemode())
	}
	if r.Mode != "" {
		cond, args = cond+" AND "+r.Mode+" = ?", append(args, string(t.mode))
	}
	return cond, args
}

// WholeAt is Whole for statements with numbered arguments, of which the first is $n.
func (t Tenant) WholeAt(n int, r Rows) (cond string, args []any) {
	cond, args = t.Whole(r)
	for i := range args {
		cond = strings.Replace(cond, "?", "$"+strconv.Itoa(n+i), 1)
	}
	return cond, args
}
