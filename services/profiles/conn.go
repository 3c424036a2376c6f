package profiles

import (
	"context"

	"google.golang.org/grpc"

	usersv1 "github.com/salaatflow/platform/proto/salaatflow/users/v1"

	"github.com/salaatflow/platform/services/identity"
)

// ForgetOnChange decorates a connection to the users service: when a user changes the profile, the directory forgets
// what it knew, so that the next call has the new time zone.
func (d *Directory) ForgetOnChange(conn grpc.ClientConnInterface) grpc.ClientConnInterface {
	return forgetting{ClientConnInterface: conn, directory: d}
}

type forgetting struct {
	grpc.ClientConnInterface
	directory *Directory
}

func (f forgetting) Invoke(ctx context.Context, method string, request, response any, options ...grpc.CallOption) error {
	if method == usersv1.UserService_UpdateUserInfo_FullMethodName {
		defer f.directory.Forget(identity.FromContext(ctx).UserID)
	}
	return f.ClientConnInterface.Invoke(ctx, method, request, response, options...)
}
