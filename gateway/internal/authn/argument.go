package authn

import (
	"bytes"
	"context"
	"encoding/json"

	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/identity"
)

// Identify returns the caller according to the claim in ctx and the argument user_id, and the arguments without it,
// or why the claim is refused.
func Identify(ctx context.Context, arguments []byte) (identity.Caller, []byte, *apperr.Error) {
	claim, arguments := TakeArgument(FromContext(ctx), arguments)
	caller, refused := claim.Caller()
	return caller, arguments, refused
}

var userIDKey = []byte(`"` + UserIDArgument + `"`)

// TakeArgument removes user_id from a JSON object of arguments and adds it to the claim; null counts as absent.
// Anything but a JSON object is returned unchanged, for the check of the arguments to reject.
func TakeArgument(claim Claim, arguments []byte) (Claim, []byte) {
	if !bytes.Contains(arguments, userIDKey) {
		return claim, arguments
	}
	members, ok := splitMembers(arguments)
	if !ok {
		return claim, arguments
	}
	rest := make([]byte, 0, len(arguments))
	rest = append(rest, '{')
	for _, member := range members {
		if member.name == UserIDArgument {
			claim = claim.withJSON(member.value)
			continue
		}
		if len(rest) > 1 {
			rest = append(rest, ',')
		}
		rest = append(rest, member.text...)
	}
	return claim, append(rest, '}')
}

// withJSON accepts a number, or a number in quotes. No schema contains user_id, so clients that rely on the schema,
// such as command lines, send it as text.
func (c Claim) withJSON(value []byte) Claim {
	if string(value) == "null" {
		return c
	}
	text := string(value)
	if len(value) > 0 && value[0] == '"' {
		if err := json.Unmarshal(value, &text); err != nil {
			text = ""
		}
	}
	id, ok := parseUserID(text)
	if !ok {
		if c.err == nil {
			c.err = apperr.Invalid(apperr.Violation{Field: UserIDArgument, Message: "Expected a positive whole number"})
		}
		return c
	}
	return c.WithArgument(id)
}

type member struct {
	name  string
	value []byte // only the value
	text  []byte // name, colon and value
}

// splitMembers splits a JSON object into its members, including duplicates. It returns false if object is not a
// complete JSON object.
func splitMembers(object []byte) ([]member, bool) {
	decoder := json.NewDecoder(bytes.NewReader(object))
	if token, err := decoder.Token(); err != nil || token != json.Delim('{') {
		return nil, false
	}
	var members []member
	for decoder.More() {
		start := decoder.InputOffset()
		token, err := decoder.Token()
		name, isString := token.(string)
		if err != nil || !isString {
			return nil, false
		}
		var value json.RawMessage
		if err := decoder.Decode(&value); err != nil {
			return nil, false
		}
		text := bytes.TrimLeft(object[start:decoder.InputOffset()], ", \t\r\n")
		members = append(members, member{name: name, value: value, text: text})
	}
	if _, err := decoder.Token(); err != nil {
		return nil, false
	}
	return members, len(bytes.TrimSpace(object[decoder.InputOffset():])) == 0
}
