package outbox

import (
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path/filepath"

	"google.golang.org/protobuf/proto"
)

// digests makes keyed digests of arguments, so that nobody without the key can try short values until one fits.
type digests struct{ key []byte }

// digestBytes is how much of a digest is kept.
const digestBytes = 16

// openDigests takes the key from the platform's credential, so that equal arguments have equal digests everywhere, or else
// from a file of the folder.
func (o *Outbox) openDigests() error {
	if o.options.Credential != nil {
		key, err := hkdf.Key(sha256.New, []byte(o.options.Credential.Presented()), nil, "salaatflow audit arguments 1", sha256.Size)
		o.digests.key = key
		return err
	}
	secret, err := kept(filepath.Join(o.options.Outbox, KeyFile), rand.Text)
	if err != nil {
		return err
	}
	if secret == "" {
		return fmt.Errorf("%s is empty: remove it", KeyFile)
	}
	o.digests.key = []byte(secret)
	return nil
}

func (d digests) of(request proto.Message) string {
	if !request.ProtoReflect().IsValid() {
		return ""
	}
	content, err := proto.MarshalOptions{Deterministic: true}.Marshal(request)
	if err != nil || len(content) == 0 {
		return ""
	}
	mac := hmac.New(sha256.New, d.key)
	mac.Write([]byte(request.ProtoReflect().Descriptor().FullName()))
	mac.Write([]byte{0})
	mac.Write(content)
	return hex.EncodeToString(mac.Sum(nil)[:digestBytes])
}
