package toolclient

import (
	"context"

	toolsv1 "github.com/salaatflow/platform/proto/salaatflow/tools/v1"

	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/identity"
)

// Authorize returns the caller, completed by the profile, or why the caller may not call what has this auth. An RPC that
// does not say who may call it needs a user.
func Authorize(ctx context.Context, profiles Profiles, caller identity.Caller, auth toolsv1.Auth) (identity.Caller, *apperr.Error) {
	if caller.UserID == 0 {
		if auth == toolsv1.Auth_AUTH_NONE || auth == toolsv1.Auth_AUTH_OPTIONAL {
			return caller, nil
		}
		return identity.Caller{}, apperr.Unauthenticated("sign in first: this call needs a user")
	}
	return profiles.Complete(ctx, caller), nil
}
