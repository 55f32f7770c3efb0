package blob

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"strconv"
	"strings"

	"github.com/minio/minio-go/v7/pkg/credentials"
	"github.com/minio/minio-go/v7/pkg/encrypt"
)

// s3Options are the parameters of a bucket's address and their defaults from the environment.
type s3Options struct {
	bucket, region, host         string
	secure, pathStyle, anonymous bool
	profile                      string
	encryptionType, key          string
}

// parseS3 reads an address such as s3://bucket?region=eu-central-1:
//
//	region            the bucket's region; otherwise AWS_REGION, AWS_DEFAULT_REGION or what the store reports
//	endpoint          the store's address; otherwise AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL or Amazon's
//	use_path_style    true: the bucket is the first part of the path, not of the host name (also s3ForcePathStyle)
//	disable_https     true: an endpoint without a scheme is http
//	anonymous         true: requests are not signed
//	profile           the profile of the shared credentials; otherwise AWS_PROFILE or default
//	ssetype, kmskeyid server-side encryption of what is written (AES256, aws:kms), and its key
func parseS3(u *url.URL) (s3Options, error) {
	o := s3Options{bucket: u.Host}
	if o.bucket == "" || strings.Trim(u.Path, "/") != "" {
		return o, errors.New("the address of a bucket is s3://bucket, without a path")
	}
	endpoint, insecure := "", false
	texts := map[string]*string{"region": &o.region, "endpoint": &endpoint, "profile": &o.profile, "ssetype": &o.encryptionType, "kmskeyid": &o.key}
	flags := map[string]*bool{"use_path_style": &o.pathStyle, "s3ForcePathStyle": &o.pathStyle, "anonymous": &o.anonymous, "disable_https": &insecure}
	for name, values := range u.Query() {
		switch {
		case texts[name] != nil:
			*texts[name] = values[0]
		case flags[name] != nil:
			on, err := strconv.ParseBool(values[0])
			if err != nil {
				return o, fmt.Errorf("the parameter %s of the object store's address is %q; it must be true or false", name, values[0])
			}
			*flags[name] = on
		default:
			return o, fmt.Errorf("the object store's address has an unknown parameter %q", name)
		}
	}
	o.region = first(o.region, os.Getenv("AWS_REGION"), os.Getenv("AWS_DEFAULT_REGION"))
	endpoint = first(endpoint, os.Getenv("AWS_ENDPOINT_URL_S3"), os.Getenv("AWS_ENDPOINT_URL"))
	return o, o.setEndpoint(endpoint, insecure)
}

// setEndpoint sets the host and scheme; "" is Amazon's.
func (o *s3Options) setEndpoint(endpoint string, insecure bool) error {
	switch {
	case endpoint == "" && strings.HasPrefix(o.region, "cn-"):
		endpoint = "https://s3." + o.region + ".amazonaws.com.cn"
	case endpoint == "":
		endpoint = "https://s3.amazonaws.com"
	case !strings.Contains(endpoint, "://") && insecure:
		endpoint = "http://" + endpoint
	case !strings.Contains(endpoint, "://"):
		endpoint = "https://" + endpoint
	}
	u, err := url.Parse(endpoint)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" || strings.Trim(u.Path, "/") != "" {
		return fmt.Errorf("the object store's endpoint %q is not an address such as https://store.example.com, without a path", endpoint)
	}
	o.host, o.secure = u.Host, u.Scheme == "https"
	return nil
}

// credentials returns the sources in the order in which Amazon's tools try them: the environment, the profile, and the role
// of the pod, container or machine. They are renewed before they expire.
func (o *s3Options) credentials() *credentials.Credentials {
	if o.anonymous {
		return credentials.NewStatic("", "", "", credentials.SignatureAnonymous)
	}
	return credentials.New(required{&credentials.Chain{Providers: []credentials.Provider{
		&credentials.EnvAWS{}, &credentials.FileAWSCredentials{Profile: o.profile}, &credentials.IAM{Region: o.region},
	}}})
}

// serverSide returns the encryption of what is written, nil for none.
func (o *s3Options) serverSide() (encrypt.ServerSide, error) {
	switch {
	case o.encryptionType == "" && o.key == "":
		return nil, nil //nolint:nilnil // no encryption
	case o.encryptionType == "AES256" && o.key == "":
		return encrypt.NewSSE(), nil
	case o.encryptionType == "aws:kms" || o.encryptionType == "":
		return encrypt.NewSSEKMS(o.key, nil)
	}
	return nil, fmt.Errorf("the parameter ssetype of the object store's address is %q; it must be AES256, or aws:kms with kmskeyid", o.encryptionType)
}

// first returns the first text that is not empty.
func first(texts ...string) string {
	for _, t := range texts {
		if t != "" {
			return t
		}
	}
	return ""
}
