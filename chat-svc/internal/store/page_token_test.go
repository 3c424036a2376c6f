package store_test

import (
	"encoding/base64"
	"testing"

	"github.com/salaatflow/platform/chat-svc/internal/store"
)

// Any page token is either rejected, or the only encoding of its position.
func FuzzPageToken(f *testing.F) {
	const id = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	f.Add("x", int32(1))
	f.Add("AgECAwQFBgcICQoL", int32(0))
	f.Add(base64.RawURLEncoding.EncodeToString([]byte("\x01\x00"+id+"123456789")), int32(-1))
	f.Fuzz(func(t *testing.T, token string, owner int32) {
		if taken, same := store.Tokens(token, owner, id); taken && token != "" && !same {
			t.Errorf("user %d's token %q has another spelling", owner, token)
		}
	})
}
