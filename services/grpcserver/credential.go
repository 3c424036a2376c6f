package grpcserver

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

// RequireBearer makes an Options.Authorize that lets the full methods named ("/package.Service/Method") be called only
// with the metadata `authorization: Bearer CREDENTIAL`, compared in constant time; otherwise UNAUTHENTICATED with the
// reason CREDENTIAL_INVALID. Other methods are let through. An empty credential requires nothing.
func RequireBearer(credential string, fullMethods ...string) func(context.Context, string) error {
	if credential == "" {
		return nil
	}
	want := sha256.Sum256([]byte(credential))
	guarded := make(map[string]bool, len(fullMethods))
	for _, method := range fullMethods {
		guarded[method] = true
	}
	return func(ctx context.Context, fullMethod string) error {
		if !guarded[fullMethod] {
			return nil
		}
		values := metadata.ValueFromIncomingContext(ctx, "authorization")
		if len(values) == 1 {
			scheme, given, _ := strings.Cut(values[0], " ")
			got := sha256.Sum256([]byte(given))
			if strings.EqualFold(scheme, "Bearer") && subtle.ConstantTimeCompare(got[:], want[:]) == 1 {
				return nil
			}
		}
		return apperr.New(codes.Unauthenticated, errorsv1.Reason_REASON_CREDENTIAL_INVALID,
			"the credential is missing or wrong: send it as the metadata authorization: Bearer CREDENTIAL")
	}
}
