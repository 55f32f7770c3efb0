package s3

import (
	"encoding/xml"
	"fmt"
	"io"
	"net/http"
)

// maxFailure bounds the part of an error response that is read.
const maxFailure = 64 << 10

// failure returns the error of a response whose status is not one of success.
func failure(res *http.Response, method string) error {
	body, _ := io.ReadAll(io.LimitReader(res.Body, maxFailure)) // an incomplete one is described by the status
	var e struct {
		Code    string
		Message string
	}
	_ = xml.Unmarshal(body, &e) // not every store and proxy sends XML
	if res.StatusCode == http.StatusNotFound && (e.Code == "NoSuchKey" || e.Code == "" && method == http.MethodHead) {
		return ErrNotFound
	}
	if e.Code == "" {
		return fmt.Errorf("the object store responded to %s with %s", method, res.Status)
	}
	return fmt.Errorf("the object store responded to %s with %s: %s: %s", method, res.Status, e.Code, e.Message)
}
