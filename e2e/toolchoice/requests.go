// Package toolchoice says how well the platform's tools can be told apart by what they say of themselves. It holds what people ask of an
// agent, in three languages, with the call that is right.
package toolchoice

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"
)

// Request is what somebody says to an agent, and the call that is right then.
type Request struct {
	// Language is en, ur-Latn or ur.
	Language string `json:"language"`
	Text     string `json:"text"`
	// Context is what the conversation has told before; often nothing.
	Context string `json:"context"`
	// Tool is the right one; empty where none is.
	Tool string `json:"tool"`
	// Arguments are the right ones, without those that only repeat a default.
	Arguments map[string]any `json:"arguments"`
	// Or holds other values that are as right, such as a name in another script.
	Or map[string][]any `json:"or"`
}

// languages are those of the requests, in the order of the tables.
var languages = []string{"en", "ur-Latn", "ur"}

var languageNames = map[string]string{"en": "English", "ur-Latn": "Roman Urdu", "ur": "Urdu"}

//go:embed requests.jsonl
var requestLines string

// Requests returns what is asked, from requests.jsonl.
func Requests() ([]Request, error) {
	var all []Request
	for line := range strings.Lines(requestLines) {
		var one Request
		if err := strictly([]byte(line), &one); err != nil {
			return nil, fmt.Errorf("requests.jsonl:%d: %w", len(all)+1, err)
		}
		all = append(all, one)
	}
	return all, nil
}

// tolerance is what a call may differ in and still be right.
type tolerance struct {
	// Free are the parameters, by tool, that may have any value.
	Free map[string][]string `json:"free"`
	// Defaults are what a call means, by tool, where it leaves a parameter out, besides the defaults of the schema.
	Defaults map[string]map[string]any `json:"defaults"`
}

//go:embed tolerance.json
var toleranceText []byte

func readTolerance() (allowed tolerance, err error) {
	if err := strictly(toleranceText, &allowed); err != nil {
		return allowed, fmt.Errorf("tolerance.json: %w", err)
	}
	return allowed, nil
}

// strictly reads JSON without members that are not known.
func strictly(text []byte, into any) error {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	return decoder.Decode(into)
}
