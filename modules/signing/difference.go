package signing

import (
	"context"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/platenhq/platen/modules/platform/ident"
)

// candidate is a URL as it may have been signed, with the problem to report if its signature verifies.
type candidate struct {
	address address
	problem Problem
}

// maxParameters bounds the parameters that are left out one by one, maxVersions the versions of a template that are tried.
const (
	maxParameters = 100
	maxVersions   = 100
)

// findDifference looks for the part whose change explains a wrong signature: it verifies the URL with one part as it may
// have been when it was signed. An HMAC reveals nothing else about a difference.
func (m *Module) findDifference(ctx context.Context, e *Explanation, a *address, secret string) error {
	for _, c := range candidates(a) {
		if c.address.verify(secret) {
			e.Problems = append(e.Problems, c.problem)
			return nil
		}
	}
	other, err := m.otherSigner(ctx, a)
	if err != nil {
		return err
	}
	if other != "" {
		e.problem(PartKey, "The URL is signed with the secret of the key "+other+" and names the key "+a.kid+".", "Use the id and the secret of one key.")
		return nil
	}
	e.problem(PartSignature, "The signature is not that of the key "+a.kid+" for this URL: the path, a value or the secret differs from what it was made with.",
		"Sign exactly what follows the signature in the URL; the page signed-urls.md has the rule.")
	return nil
}

// candidates returns the most common changes of URLs: escaping by templates, parameters appended by tools, parts that
// signers omit.
func candidates(a *address) []candidate {
	var list []candidate
	add := func(c address, part Part, message, fix string) {
		list = append(list, candidate{c, Problem{part, message, fix}})
	}
	if a.expiry != "" {
		c := *a
		c.expiry = ""
		add(c, PartExpiry, "exp is in the URL and not in what was signed.", "Sign the Unix time as the last line, or leave exp out of the URL.")
	}
	if !a.simple() {
		return list
	}
	names := slices.Sorted(maps.Keys(a.query))
	for _, name := range names[:min(len(names), maxParameters)] {
		rest := maps.Clone(a.query)
		delete(rest, name)
		add(a.withQuery(rest), PartQuery, "The parameter "+strconv.Quote(name)+" is in the URL and not in what was signed.", "Remove "+strconv.Quote(name)+" from the URL: every parameter is signed.")
		trimmed := maps.Clone(a.query)
		trimmed[name] = []string{strings.TrimSpace(a.query.Get(name))}
		add(a.withQuery(trimmed), PartQuery, "The value of "+strconv.Quote(name)+" has spaces around it that were not signed.", "")
	}
	if tracked := withoutTracking(a.query); len(tracked) < len(a.query) {
		add(a.withQuery(tracked), PartQuery, "The URL has parameters of link tracking (utm_… and the like) that were not signed.", "Exclude image URLs from link tracking.")
	}
	add(a.withQuery(url.Values{}), PartQuery, "The URL was signed without its query.", "Sign the path with ? and the query, sorted by name.")
	if id, version, ok := a.template(); ok {
		for v := 1; v <= maxVersions; v++ {
			if v != version {
				c := *a
				c.rest = "t/" + id + "@" + strconv.Itoa(v) + ".png" + strings.TrimPrefix(a.rest, a.path())
				add(c, PartTemplate, "The URL was signed for version "+strconv.Itoa(v)+" of the template and names version "+strconv.Itoa(version)+".", "Sign the URL again for version "+strconv.Itoa(version)+".")
			}
		}
	}
	return list
}

// withoutTracking returns a query without the parameters that link trackers append.
func withoutTracking(query url.Values) url.Values {
	out := url.Values{}
	for name, values := range query {
		if !strings.HasPrefix(name, "utm_") && !slices.Contains([]string{"fbclid", "gclid", "mc_cid", "mc_eid", "ref", "source"}, name) {
			out[name] = values
		}
	}
	return out
}

// otherSigner returns the id of another key of the caller whose secret signed the URL, "" when none of the newest did.
func (m *Module) otherSigner(ctx context.Context, a *address) (kid string, err error) {
	most := int32(50)
	list, err := m.Keys(ctx, &most, nil)
	if err != nil {
		return "", err
	}
	for _, other := range list.Items {
		if other.KID == a.kid {
			continue
		}
		k, err := m.key(ctx, other.KID)
		if err != nil {
			return "", err
		}
		c := *a
		c.kid = other.KID // the signed kid may be that of the URL or of the other key
		if a.verify(k.secret) || c.verify(k.secret) {
			return other.KID, nil
		}
	}
	return "", nil
}

// path returns the part of a URL before its query.
func (a *address) path() string {
	path, _, _ := strings.Cut(a.rest, "?")
	return path
}

// withQuery returns the address with another query.
func (a *address) withQuery(query url.Values) address {
	c := *a
	c.query, c.rest = query, a.path()
	if len(query) > 0 {
		c.rest += "?" + sortedQuery(query)
	}
	return c
}

// tenantOf returns the caller's tenant, which signing keys belong to as a whole.
func tenantOf(ctx context.Context) (ident.Tenant, error) {
	t := ident.Must(ctx).Tenant()
	return t, t.CheckWhole()
}
