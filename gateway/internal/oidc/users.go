package oidc

import (
	"context"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"

	usersv1 "github.com/salaatflow/platform/proto/salaatflow/users/v1"

	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/clock"
)

const (
	// maxRemembered bounds what is remembered of users, and of tokens, of which most take a kilobyte, and none more than four.
	maxRemembered = 10_000
	// userTTL is how long a user's number is used before users-svc is asked again.
	userTTL        = 5 * time.Minute
	resolveTimeout = 3 * time.Second
)

// account names somebody at a provider.
type account struct{ issuer, subject string }

type known struct {
	id      int32
	expires time.Time
}

// users knows which users of the platform accounts are. It is safe for concurrent use.
type users struct {
	service usersv1.UserServiceClient
	clock   clock.Clock
	ids     *lru.Cache[account, known]
}

func newUsers(conn grpc.ClientConnInterface, clk clock.Clock) *users {
	ids, err := lru.New[account, known](maxRemembered)
	if err != nil { // only a size below one is refused
		panic(err)
	}
	return &users{service: usersv1.NewUserServiceClient(conn), clock: clk, ids: ids}
}

// resolve returns the user that an account is. While users-svc is away, the last answer counts, though it has expired.
func (u *users) resolve(ctx context.Context, who account) (known, error) {
	last, ok := u.ids.Get(who)
	if ok && u.clock.Now().Before(last.expires) {
		return last, nil
	}
	ctx, cancel := context.WithTimeout(ctx, resolveTimeout)
	defer cancel()
	answer, err := u.service.ResolveIdentity(ctx, &usersv1.ResolveIdentityRequest{Issuer: who.issuer, Subject: who.subject})
	if err != nil {
		if ok && temporary(err) {
			return last, nil
		}
		return known{}, err
	}
	found := known{id: answer.GetUserId(), expires: u.clock.Now().Add(userTTL)}
	u.ids.Add(who, found)
	return found, nil
}

// temporary reports whether an error says nothing of the account.
func temporary(err error) bool {
	switch apperr.From(err).Code {
	case codes.Unavailable, codes.DeadlineExceeded, codes.Canceled, codes.ResourceExhausted, codes.Internal, codes.Unknown, codes.Aborted:
		return true
	default:
		return false
	}
}
