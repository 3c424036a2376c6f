package idempotency

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"net/netip"
	"strconv"
	"time"
)

// keep is how long an answer is given again.
const keep = 24 * time.Hour

// The bounds of what a caller can make gateways keep.
const (
	// maxAnswer is the largest answer that is kept. Of a larger one only that it was given.
	maxAnswer = 32 << 10
	// maxKeys is how many keys of one caller may begin in a day.
	maxKeys = 10_000
)

// Owner is whose keys they are: the user's, or those of an anonymous caller's network.
type Owner struct {
	UserID  int32
	Network netip.Prefix
}

// OwnerOf returns the owner of a caller's keys.
func OwnerOf(userID int32, network netip.Prefix) Owner {
	if userID != 0 {
		return Owner{UserID: userID}
	}
	return Owner{Network: network}
}

func (o Owner) String() string {
	if o.UserID != 0 {
		return "user=" + strconv.Itoa(int(o.UserID))
	}
	return "net=" + o.Network.String()
}

// record names a key of an owner.
type record struct {
	owner string
	key   string // its digest, in which nobody can read the key
}

func newRecord(owner Owner, key string) record {
	digest := sha256.Sum256([]byte(key))
	return record{owner.String(), hex.EncodeToString(digest[:])}
}

// state is what is known of a key.
type state int

const (
	begun     state = iota // now, and by this call: it runs until finish or release
	running                // another call with the key runs
	different              // the key was used for another request
	done                   // there is an answer
	tooMany                // the owner has begun too many
)

// store keeps keys and answers.
type store interface {
	// begin begins a request unless its key is known. fingerprint tells requests apart, and token names this attempt. Unless
	// it is finished or released within the lease, the key becomes unknown again.
	begin(ctx context.Context, r record, fingerprint, token string, lease time.Duration) (state, []byte, error)
	// finish keeps the answer of an attempt whose lease has not ended.
	finish(ctx context.Context, r record, token string, answer []byte) error
	// release forgets the key of an attempt.
	release(ctx context.Context, r record, token string) error
}
