package authn_test

import (
	"encoding/json"
	"testing"

	"github.com/salaatflow/platform/gateway/internal/authn"
)

// FuzzTakeArgument: whatever is sent, taking user_id out leaves every other member of a valid object as it was, and a
// body that is not a valid object as a whole.
func FuzzTakeArgument(f *testing.F) {
	for _, seed := range []string{
		`{}`, `{"user_id":1}`, `{"user_id":null,"a":[1,{"user_id":2}]}`, `{"a":"\"user_id\"","user_id":3,"user_id":3}`,
		`{"user_id":1`, `[{"user_id":1}]`, "{\"user_id\":1,\"\xff\":2}", `{"user\u005fid":1}`, ` { "user_id" : 1 , "b" : 1e400 } `,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		_, rest := authn.TakeArgument(authn.Claim{}, body)
		var before, after map[string]json.RawMessage
		if json.Unmarshal(body, &before) != nil || before == nil {
			if string(rest) != string(body) {
				t.Fatalf("%q is no object, and became %q", body, rest)
			}
			return
		}
		if err := json.Unmarshal(rest, &after); err != nil {
			t.Fatalf("%q became %q: %v", body, rest, err)
		}
		for name, value := range before {
			if name != authn.UserIDArgument && string(after[name]) != string(value) {
				t.Fatalf("%q became %q: %s changed", body, rest, name)
			}
		}
	})
}
