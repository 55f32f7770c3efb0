package s3

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"strconv"
	"strings"
)

// options are the parameters of a bucket's address and their defaults from the environment.
type options struct {
	bucket, region, endpoint  string
	pathStyle, anonymous      bool
	profile                   string
	encryption, encryptionKey string
}

// errRegion reports that neither the address nor the environment names a region.
var errRegion = errors.New("the object store's region is missing: add ?region=… to its address or set AWS_REGION")

// parseOptions reads an address:
//
//	region            the bucket's region; otherwise AWS_REGION, AWS_DEFAULT_REGION or the profile's
//	endpoint          the store's address; otherwise AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL or Amazon's
//	use_path_style    true: the bucket is the first part of the path, not of the host name (also s3ForcePathStyle)
//	disable_https     true: an endpoint without a scheme is http
//	anonymous         true: requests are not signed
//	profile           the profile of the shared credentials; otherwise AWS_PROFILE or default
//	ssetype, kmskeyid server-side encryption of what is written, and its key
func parseOptions(u *url.URL) (options, error) {
	o := options{bucket: u.Host}
	if o.bucket == "" || strings.Trim(u.Path, "/") != "" {
		return o, errors.New("the address of a bucket is s3://bucket, without a path")
	}
	insecure := false
	texts := map[string]*string{"region": &o.region, "endpoint": &o.endpoint, "profile": &o.profile, "ssetype": &o.encryption, "kmskeyid": &o.encryptionKey}
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
	o.profile = first(o.profile, os.Getenv("AWS_PROFILE"), "default")
	o.region = first(o.region, os.Getenv("AWS_REGION"), os.Getenv("AWS_DEFAULT_REGION"), profileValue(o.profile, "region"))
	o.endpoint = first(o.endpoint, os.Getenv("AWS_ENDPOINT_URL_S3"), os.Getenv("AWS_ENDPOINT_URL"))
	if o.region == "" {
		return o, errRegion
	}
	if o.endpoint != "" && !strings.Contains(o.endpoint, "://") {
		scheme := "https://"
		if insecure {
			scheme = "http://"
		}
		o.endpoint = scheme + o.endpoint
	}
	return o, nil
}

// base returns the address of the bucket, with a trailing slash.
func (o *options) base() (string, error) {
	endpoint := o.endpoint
	if endpoint == "" {
		endpoint = "https://s3." + o.region + "." + domain(o.region)
	}
	u, err := url.Parse(endpoint)
	if err != nil || u.Host == "" {
		return "", fmt.Errorf("the object store's endpoint %q is not an address", endpoint)
	}
	prefix := strings.TrimSuffix(u.Path, "/") + "/"
	// The certificate of a bucket's host does not cover names with dots.
	if o.pathStyle || strings.Contains(o.bucket, ".") {
		return u.Scheme + "://" + u.Host + prefix + escape(o.bucket) + "/", nil
	}
	return u.Scheme + "://" + o.bucket + "." + u.Host + prefix, nil
}

// domain returns the domain of Amazon's services in a region.
func domain(region string) string {
	if strings.HasPrefix(region, "cn-") {
		return "amazonaws.com.cn"
	}
	return "amazonaws.com"
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
