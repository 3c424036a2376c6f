package calendar

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"log/slog"
	"time"

	"github.com/salaatflow/platform/services/clock"
)

// MaxLinks is the largest number of private addresses of a user.
const MaxLinks = 5

// noteEvery is how exact it is known when a feed was last read: it is written no more often.
const noteEvery = 5 * time.Minute

var (
	// ErrTooManyLinks means that the user has MaxLinks private addresses already.
	ErrTooManyLinks = errors.New("too many private addresses")
	// ErrNoLink means that there is no such private address.
	ErrNoLink = errors.New("no such private address")
)

// Digest is what is stored of the secret of a private address, its SHA-256: who has it cannot read the feed. A secret has too many bits
// to be found by trying, so the digest needs no salt and no slow hash.
type Digest [sha256.Size]byte

// DigestOf returns the digest of a secret.
func DigestOf(secret string) Digest { return sha256.Sum256([]byte(secret)) }

// Link is a private address of a user's feed, for programs that cannot sign in. Times are in UTC and whole milliseconds.
type Link struct {
	// UserID is its user, and ID its number, from 1 for each user, which is never used again.
	UserID, ID int32
	// Name is what its user calls it, and may be empty.
	Name   string
	Digest Digest
	// CreatedAt is when it was made, and ReadAt when the feed was last read by it; zero if never.
	CreatedAt, ReadAt time.Time
}

// Store stores private addresses. Implementations MUST be safe for concurrent use by several processes. When a method returns no error,
// its effect MUST be durable; when it returns one, it MUST have changed nothing.
type Store interface {
	// CreateLink stores a link under the user's next number. It MUST return ErrTooManyLinks if the user would have more than MaxLinks.
	CreateLink(ctx context.Context, link Link) (Link, error)

	// Links returns the user's links, by number.
	Links(ctx context.Context, userID int32) ([]Link, error)

	// LinkOf returns the link whose secret has a digest, or ErrNoLink.
	LinkOf(ctx context.Context, digest Digest) (Link, error)

	// LinkRead notes that the feed was read by a link, and does nothing if there is none.
	LinkRead(ctx context.Context, link Link, at time.Time) error

	// DeleteLink deletes a link. It MUST return ErrNoLink if there is none.
	DeleteLink(ctx context.Context, userID, id int32) error
}

// Links are users' private addresses. It is safe for concurrent use. All fields are required.
type Links struct {
	Store Store
	Clock clock.Clock
	Log   *slog.Logger
}

// Create makes a private address of a user's feed, and returns its secret, which nothing does again. It returns ErrTooManyLinks if the
// user has MaxLinks.
func (l *Links) Create(ctx context.Context, userID int32, name string) (link Link, secret string, err error) {
	random := make([]byte, 32) //nolint:mnd // 256 bits
	_, _ = rand.Read(random)   // it never fails
	secret = base64.RawURLEncoding.EncodeToString(random)
	link, err = l.Store.CreateLink(ctx, Link{UserID: userID, Name: name, Digest: DigestOf(secret), CreatedAt: l.now()})
	return link, secret, err
}

// Of returns the private address that a secret is of, or ErrNoLink, and notes that it was read.
func (l *Links) Of(ctx context.Context, secret string) (Link, error) {
	link, err := l.Store.LinkOf(ctx, DigestOf(secret))
	if err != nil {
		return Link{}, err
	}
	if now := l.now(); now.Sub(link.ReadAt) >= noteEvery {
		if err := l.Store.LinkRead(ctx, link, now); err != nil {
			l.Log.WarnContext(ctx, "failed to note that a calendar feed was read", slog.Int("user_id", int(link.UserID)),
				slog.Int("calendar_id", int(link.ID)), slog.Any("error", err))
		}
	}
	return link, nil
}

func (l *Links) now() time.Time { return time.UnixMilli(l.Clock.Now().UnixMilli()).UTC() }
