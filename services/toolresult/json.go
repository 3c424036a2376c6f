package toolresult

import (
	"bytes"
	"encoding/json"
	"slices"
	"unicode/utf8"

	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/compactjson"
)

// AppendJSON appends the result to dst as the contract has it: always success, data, error and error_message, with
// TOOL_NOT_FOUND also available_tools, with VALIDATION_ERROR also violations, with INPUT_REQUIRED also input_required, with blocks
// of content also content, and where something was ignored also warnings.
func (r *Result) AppendJSON(dst []byte) []byte {
	const envelope = 80 // bytes, for a success; an error is short as a whole
	dst = slices.Grow(dst, envelope+len(r.Data))
	if r.Success {
		dst = append(dst, `{"success":true,"data":`...)
	} else {
		dst = append(dst, `{"success":false,"data":`...)
	}
	if len(r.Data) == 0 {
		dst = append(dst, "null"...)
	} else {
		dst = append(dst, r.Data...)
	}
	dst = append(dst, `,"error":`...)
	dst = appendStringOrNull(dst, r.Error)
	dst = append(dst, `,"error_message":`...)
	dst = appendStringOrNull(dst, r.ErrorMessage)
	if r.Error == codeToolNotFound || len(r.AvailableTools) > 0 {
		dst = append(dst, `,"available_tools":`...)
		dst = appendArray(dst, r.AvailableTools, appendString)
	}
	if r.Error == codeValidationError || len(r.Violations) > 0 {
		dst = append(dst, `,"violations":`...)
		dst = appendArray(dst, r.Violations, appendViolation)
	}
	if len(r.Warnings) > 0 {
		dst = appendArray(append(dst, `,"warnings":`...), r.Warnings, appendString)
	}
	if len(r.Content) > 0 {
		dst = append(append(dst, `,"content":`...), r.Content...)
	}
	if r.Asked != nil {
		dst = append(append(dst, `,"input_required":{"requests":`...), r.Asked.Requests...)
		dst = append(appendString(append(dst, `,"state":`...), r.Asked.State), '}')
	}
	return append(dst, '}')
}

// MarshalJSON implements json.Marshaler.
func (r *Result) MarshalJSON() ([]byte, error) { return r.AppendJSON(nil), nil }

// UnmarshalJSON implements json.Unmarshaler, for clients. Unknown members are ignored.
func (r *Result) UnmarshalJSON(text []byte) error {
	var wire struct {
		Success        bool               `json:"success"`
		Data           json.RawMessage    `json:"data"`
		Error          string             `json:"error"`
		ErrorMessage   string             `json:"error_message"`
		AvailableTools []string           `json:"available_tools"`
		Violations     []apperr.Violation `json:"violations"`
		Warnings       []string           `json:"warnings"`
		Content        json.RawMessage    `json:"content"`
		Asked          *Asked             `json:"input_required"`
	}
	if err := json.Unmarshal(text, &wire); err != nil {
		return err
	}
	*r = Result{
		Success: wire.Success, Data: wire.Data, Error: wire.Error, ErrorMessage: wire.ErrorMessage,
		AvailableTools: wire.AvailableTools, Violations: wire.Violations, Warnings: wire.Warnings,
		Content: wire.Content, Asked: wire.Asked,
	}
	if bytes.Equal(r.Data, []byte("null")) {
		r.Data = nil
	}
	return nil
}

func appendArray[T any](dst []byte, elements []T, appendElement func([]byte, T) []byte) []byte {
	dst = append(dst, '[')
	for i, element := range elements {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendElement(dst, element)
	}
	return append(dst, ']')
}

func appendViolation(dst []byte, violation apperr.Violation) []byte {
	dst = append(dst, `{"field":`...)
	dst = appendString(dst, violation.Field)
	dst = append(dst, `,"message":`...)
	dst = appendString(dst, violation.Message)
	if violation.Hint != "" {
		dst = appendString(append(dst, `,"hint":`...), violation.Hint)
	}
	return append(dst, '}')
}

func appendStringOrNull(dst []byte, s string) []byte {
	if s == "" {
		return append(dst, "null"...)
	}
	return appendString(dst, s)
}

// appendString leaves strings that need escaping to encoding/json; most need none.
func appendString(dst []byte, s string) []byte {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c == '"' || c == '\\' || c >= utf8.RuneSelf {
			return appendEscaped(dst, s)
		}
	}
	dst = append(dst, '"')
	dst = append(dst, s...)
	return append(dst, '"')
}

func appendEscaped(dst []byte, s string) []byte {
	escaped, err := compactjson.Marshal(s)
	if err != nil { // a string always encodes
		panic(err)
	}
	return append(dst, escaped...)
}
