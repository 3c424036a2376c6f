package outbox

import (
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"path/filepath"
	"sync"

	"google.golang.org/protobuf/proto"

	"github.com/salaatflow/platform/services/transcode"
)

// digests makes keyed digests of arguments, so that nobody without the key can try short values until one fits.
type digests struct{ states sync.Pool }

// digesting is what one digest at a time is made with: to begin with the key anew takes longer than to go back to it.
type digesting struct {
	mac  hash.Hash
	text []byte
}

// with takes the key.
func (d *digests) with(key []byte) {
	d.states.New = func() any { return &digesting{mac: hmac.New(sha256.New, key)} }
}

// digestBytes is how much of a digest is kept.
const digestBytes = 16

// openDigests takes the key from the platform's credential, so that equal arguments have equal digests everywhere, or else
// from a file of the folder.
func (o *Outbox) openDigests() error {
	if o.options.Credential != nil {
		key, err := hkdf.Key(sha256.New, []byte(o.options.Credential.Presented()), nil, "salaatflow audit arguments 1", sha256.Size)
		o.digests.with(key)
		return err
	}
	secret, err := kept(filepath.Join(o.options.Outbox, KeyFile), rand.Text)
	if err != nil {
		return err
	}
	if secret == "" {
		return fmt.Errorf("%s is empty: remove it", KeyFile)
	}
	o.digests.with([]byte(secret))
	return nil
}

func (d *digests) of(request proto.Message) string {
	state := d.states.Get().(*digesting)
	defer d.states.Put(state)
	text := append(append(state.text[:0], transcode.NameOf(request)...), 0)
	name := len(text)
	text, err := transcode.AppendCanonical(text, request)
	if err != nil || len(text) == name {
		return ""
	}
	if cap(text) <= maxKept {
		state.text = text
	}
	state.mac.Reset()
	state.mac.Write(text)
	var sum [sha256.Size]byte
	var digits [2 * digestBytes]byte
	return string(hex.AppendEncode(digits[:0], state.mac.Sum(sum[:0])[:digestBytes]))
}

// maxKept is the largest buffer that is used again.
const maxKept = 16 << 10
