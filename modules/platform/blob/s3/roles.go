package s3

import (
	"context"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"
)

// Addresses of the services that give temporary credentials to containers and machines.
const (
	containerService = "http://169.254.170.2"
	machineService   = "http://169.254.169.254"
	rolesPath        = "/latest/meta-data/iam/security-credentials/"
)

// machineTimeout bounds each request to the machine's service, which most machines do not have.
const machineTimeout = 2 * time.Second

// webIdentity exchanges the token of a Kubernetes service account for credentials.
func webIdentity(region string) source {
	return func(ctx context.Context, client *http.Client) (credentials, error) {
		file, role := os.Getenv("AWS_WEB_IDENTITY_TOKEN_FILE"), os.Getenv("AWS_ROLE_ARN")
		if file == "" || role == "" {
			return credentials{}, nil
		}
		token, err := os.ReadFile(file)
		if err != nil {
			return credentials{}, fmt.Errorf("reading the token of the web identity: %w", err)
		}
		form := url.Values{"Action": {"AssumeRoleWithWebIdentity"}, "Version": {"2011-06-15"}, "RoleArn": {role},
			"RoleSessionName": {first(os.Getenv("AWS_ROLE_SESSION_NAME"), "platen")}, "WebIdentityToken": {strings.TrimSpace(string(token))}}
		address := first(os.Getenv("AWS_ENDPOINT_URL_STS"), "https://sts."+region+"."+domain(region))
		body, err := fetch(ctx, client, http.MethodPost, strings.TrimSuffix(address, "/")+"/", http.Header{"Content-Type": {"application/x-www-form-urlencoded"}}, form.Encode())
		if err != nil {
			return credentials{}, fmt.Errorf("assuming the role of a web identity: %w", err)
		}
		var r struct {
			Result struct {
				Credentials struct {
					AccessKeyID     string `xml:"AccessKeyId"`
					SecretAccessKey string
					SessionToken    string
					Expiration      time.Time
				}
			} `xml:"AssumeRoleWithWebIdentityResult"`
		}
		if err := xml.Unmarshal(body, &r); err != nil {
			return credentials{}, fmt.Errorf("reading the credentials of a web identity: %w", err)
		}
		c := r.Result.Credentials
		return credentials{c.AccessKeyID, c.SecretAccessKey, c.SessionToken, c.Expiration}, nil
	}
}

// fromContainer returns the credentials of a container's task or pod.
func fromContainer(ctx context.Context, client *http.Client) (credentials, error) {
	address := os.Getenv("AWS_CONTAINER_CREDENTIALS_FULL_URI")
	if path := os.Getenv("AWS_CONTAINER_CREDENTIALS_RELATIVE_URI"); path != "" {
		address = containerService + path
	}
	if address == "" {
		return credentials{}, nil
	}
	token := os.Getenv("AWS_CONTAINER_AUTHORIZATION_TOKEN")
	if file := os.Getenv("AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE"); file != "" {
		content, err := os.ReadFile(file)
		if err != nil {
			return credentials{}, fmt.Errorf("reading the token of the container's role: %w", err)
		}
		token = strings.TrimSpace(string(content))
	}
	header := http.Header{}
	if token != "" {
		header.Set("Authorization", token)
	}
	body, err := fetch(ctx, client, http.MethodGet, address, header, "")
	if err != nil {
		return credentials{}, fmt.Errorf("reading the credentials of the container's role: %w", err)
	}
	return roleCredentials(body)
}

// fromMachine returns the credentials of a virtual machine's role, by version 2 of its metadata service. A machine without
// the service, or without a role, has none.
func fromMachine(ctx context.Context, client *http.Client) (credentials, error) {
	if strings.EqualFold(os.Getenv("AWS_EC2_METADATA_DISABLED"), "true") {
		return credentials{}, nil
	}
	ctx, stop := context.WithTimeout(ctx, machineTimeout)
	defer stop()
	address := strings.TrimSuffix(first(os.Getenv("AWS_EC2_METADATA_SERVICE_ENDPOINT"), machineService), "/")
	token, err := fetch(ctx, client, http.MethodPut, address+"/latest/api/token", http.Header{"X-Aws-Ec2-Metadata-Token-Ttl-Seconds": {"300"}}, "")
	if err != nil {
		return credentials{}, nil // there is no such service here
	}
	header := http.Header{"X-Aws-Ec2-Metadata-Token": {string(token)}}
	role, err := fetch(ctx, client, http.MethodGet, address+rolesPath, header, "")
	if err != nil || len(role) == 0 {
		return credentials{}, nil // the machine has no role
	}
	name, _, _ := strings.Cut(string(role), "\n")
	body, err := fetch(ctx, client, http.MethodGet, address+rolesPath+url.PathEscape(strings.TrimSpace(name)), header, "")
	if err != nil {
		return credentials{}, fmt.Errorf("reading the credentials of the machine's role: %w", err)
	}
	return roleCredentials(body)
}

// roleCredentials reads the credentials of a role as JSON.
func roleCredentials(body []byte) (credentials, error) {
	var r struct {
		AccessKeyID     string `json:"AccessKeyId"`
		SecretAccessKey string
		Token           string
		Expiration      time.Time
	}
	if err := json.Unmarshal(body, &r); err != nil {
		return credentials{}, fmt.Errorf("reading the credentials of a role: %w", err)
	}
	return credentials{r.AccessKeyID, r.SecretAccessKey, r.Token, r.Expiration}, nil
}

// fetch sends a request for credentials and returns the body of a successful response.
func fetch(ctx context.Context, client *http.Client, method, address string, header http.Header, body string) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, method, address, strings.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header = header
	res, err := client.Do(req)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	if res.StatusCode/100 != 2 {
		return nil, failure(res, method)
	}
	return io.ReadAll(io.LimitReader(res.Body, maxFailure))
}
