package main

import (
	"encoding/json"
	"testing"
)

func TestQuickRequestParserMatchesTheStandardLibrary(t *testing.T) {
	t.Parallel()
	for line, quick := range map[string]bool{
		`{"html":"a\u00e9\n\"\/\ud83d\ude80","css":"b{}","width":1200,"height":630,"scale":1.5,"format":"webp","quality":80,"lossless":true,"effort":"best"}`: true,
		` { "html" : "" , "width" : 0 } `: true,
		`{}`:                              true,
		`{"html":"a","html":"b"}`:         true,
		`{"html":null}`:                   false,
		`{"HTML":"a"}`:                    false,
		`{"html":"a","id":1}`:             false,
		`{"html":1}`:                      false,
		`{"width":1.5}`:                   false,
		`{"html":"a"} {}`:                 false,
		`{"html":"a"}x`:                   false,
		`{"html":"a"`:                     false,
		`[]`:                              false,
		``:                                false,
	} {
		got, ok := quickRequest([]byte(line))
		if ok != quick {
			t.Errorf("%s: taken %v, want %v", line, ok, quick)
		}
		var want pipeRequest
		if err := json.Unmarshal([]byte(line), &want); ok && (err != nil || got != want) {
			t.Errorf("%s: got %+v, want %+v (%v)", line, got, want, err)
		}
	}
}
