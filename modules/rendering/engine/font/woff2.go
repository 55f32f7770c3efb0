package font

import "errors"

func decodeWOFF2(b []byte) ([]byte, error) { return nil, errors.New("WOFF2 is not supported yet") }
