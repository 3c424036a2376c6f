package api

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"strings"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"

	errorsv1 "github.com/salaatflow/platform/proto/salaatflow/errors/v1"

	"github.com/salaatflow/platform/services/apperr"
)

// credential is the hash of what registrants must show; nil when they need to show nothing.
type credential []byte

func newCredential(secret string) credential {
	if secret == "" {
		return nil
	}
	sum := sha256.Sum256([]byte(secret))
	return sum[:]
}

// check compares hashes, in constant time, so that neither the length nor the content of the secret shows.
func (c credential) check(ctx context.Context) error {
	if c == nil {
		return nil
	}
	shown := metadata.ValueFromIncomingContext(ctx, "authorization")
	if len(shown) != 1 {
		return credentialInvalid("the registry requires a credential: send the metadata authorization: Bearer CREDENTIAL")
	}
	scheme, secret, _ := strings.Cut(shown[0], " ")
	sum := sha256.Sum256([]byte(secret))
	if !strings.EqualFold(scheme, "Bearer") || subtle.ConstantTimeCompare(sum[:], c) != 1 {
		return credentialInvalid("the registration credential is wrong")
	}
	return nil
}

func credentialInvalid(message string) error {
	return apperr.New(codes.Unauthenticated, errorsv1.Reason_REASON_CREDENTIAL_INVALID, "%s", message)
}
