package profiles

import (
	"context"

	"google.golang.org/grpc"

	chatv1 "github.com/salaatflow/platform/proto/salaatflow/chat/v1"
	usersv1 "github.com/salaatflow/platform/proto/salaatflow/users/v1"

	"github.com/salaatflow/platform/services/identity"
)

// ForgetOnChange wraps a connection to a service: the cache forgets a user who changes the profile over it, or may change it
// by a message to the chat, so that the next call has the new one.
func (c *Cache) ForgetOnChange(conn grpc.ClientConnInterface) grpc.ClientConnInterface {
	return forgetting{ClientConnInterface: conn, cache: c}
}

type forgetting struct {
	grpc.ClientConnInterface
	cache *Cache
}

func (f forgetting) Invoke(ctx context.Context, method string, request, response any, options ...grpc.CallOption) error {
	switch method {
	case usersv1.UserService_UpdateUserInfo_FullMethodName, chatv1.ChatService_Chat_FullMethodName:
		defer f.cache.Forget(identity.FromContext(ctx).UserID)
	}
	return f.ClientConnInterface.Invoke(ctx, method, request, response, options...)
}
