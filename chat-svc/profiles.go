package chatsvc

import (
	"context"
	"log/slog"
	"time"

	"google.golang.org/protobuf/reflect/protoreflect"

	usersv1 "github.com/salaatflow/platform/proto/salaatflow/users/v1"

	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/identity"
	"github.com/salaatflow/platform/services/toolclient"
)

type profiles struct {
	users  usersv1.UserServiceClient
	logger *slog.Logger
}

func newProfiles(tools *toolclient.Client, _ clock.Clock, logger *slog.Logger) profiles {
	conn := tools.Service(protoreflect.FullName(usersv1.UserService_ServiceDesc.ServiceName))
	return profiles{users: usersv1.NewUserServiceClient(conn), logger: logger}
}

// Complete implements toolclient.Profiles.
func (p profiles) Complete(ctx context.Context, caller identity.Caller) identity.Caller {
	ctx, cancel := context.WithTimeout(identity.NewContext(ctx, caller), 500*time.Millisecond)
	defer cancel()
	answer, err := p.users.GetUserInfo(ctx, &usersv1.GetUserInfoRequest{})
	if err != nil {
		p.logger.WarnContext(ctx, "failed to get a user's profile", "user", caller.UserID, "error", err)
		return caller
	}
	user := answer.GetUser()
	masjid := user.GetPreferredMasjidId()
	caller.Language, caller.PreferredMasjid = user.GetLanguage(), &masjid
	if zone, err := identity.LoadZone(user.GetTimezone()); err == nil {
		caller.Timezone = zone
	}
	return caller
}
