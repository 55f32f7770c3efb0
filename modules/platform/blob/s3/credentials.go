package s3

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"sync"
	"time"

	"github.com/platenhq/platen/modules/platform/clock"
)

// credentials sign requests until they expire; a zero expires is never.
type credentials struct {
	id, secret, token string
	expires           time.Time
}

// Temporary credentials are replaced renewBefore their end.
const renewBefore = 5 * time.Minute

// errNoCredentials reports that no source has credentials.
var errNoCredentials = errors.New("no credentials for the object store: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, a profile, or a role of the container or machine")

// provider finds credentials and caches them. It is safe for concurrent use.
type provider struct {
	sources []source

	mu     sync.Mutex
	cached credentials
}

// source returns credentials, or zero ones if it has none.
type source func(ctx context.Context, client *http.Client) (credentials, error)

// newProvider returns the sources in the order in which Amazon's tools try them.
func newProvider(o options) *provider {
	return &provider{sources: []source{fromEnvironment, webIdentity(o.region), fromProfile(o.profile), fromContainer, fromMachine}}
}

// get returns valid credentials.
func (p *provider) get(ctx context.Context, client *http.Client) (credentials, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := clock.Now()
	if p.cached.id != "" && (p.cached.expires.IsZero() || now.Before(p.cached.expires.Add(-renewBefore))) {
		return p.cached, nil
	}
	c, err := p.find(ctx, client)
	switch {
	case err == nil:
		p.cached = c
	case p.cached.id != "" && now.Before(p.cached.expires):
		return p.cached, nil // still valid
	}
	return c, err
}

func (p *provider) find(ctx context.Context, client *http.Client) (credentials, error) {
	for _, s := range p.sources {
		c, err := s(ctx, client)
		if err != nil || c.id != "" {
			return c, err
		}
	}
	return credentials{}, errNoCredentials
}

func fromEnvironment(context.Context, *http.Client) (credentials, error) {
	c := credentials{id: os.Getenv("AWS_ACCESS_KEY_ID"), secret: os.Getenv("AWS_SECRET_ACCESS_KEY"), token: os.Getenv("AWS_SESSION_TOKEN")}
	if (c.id == "") != (c.secret == "") {
		return credentials{}, errors.New("only one of AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY is set")
	}
	return c, nil
}

// fromProfile reads the keys of a profile in the shared files.
func fromProfile(profile string) source {
	return func(context.Context, *http.Client) (credentials, error) {
		c := credentials{id: profileValue(profile, "aws_access_key_id"), secret: profileValue(profile, "aws_secret_access_key"), token: profileValue(profile, "aws_session_token")}
		if c.id != "" && c.secret != "" {
			return c, nil
		}
		for _, name := range []string{"role_arn", "sso_session", "sso_start_url", "credential_process", "login_session"} {
			if profileValue(profile, name) != "" {
				return credentials{}, fmt.Errorf("the profile %q uses %s, which is not supported: it must contain access keys", profile, name)
			}
		}
		return credentials{}, nil
	}
}
