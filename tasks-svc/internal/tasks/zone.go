package tasks

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"

	"github.com/salaatflow/platform/services/identity"
)

// ErrZoneUnknown means that a user's time zone cannot be looked up now.
var ErrZoneUnknown = errors.New("the time zone is unknown")

// Locate returns owner with the zone of the profile. If the profile cannot be read, the zone that the edge knew counts.
// If it knew none, whatever needs the zone is refused with ErrZoneUnknown: otherwise an acknowledged time would silently
// differ from what was meant.
func (s *Service) Locate(ctx context.Context, owner Owner) Owner {
	if s.Profiles == nil {
		return owner
	}
	name, err := s.Profiles.Timezone(ctx, owner.UserID)
	if err == nil && name != "" {
		zone, unknown := identity.LoadZone(name)
		if unknown == nil {
			owner.Zone = zone
		}
		err = unknown
	}
	switch {
	case err == nil:
	case owner.EdgeKnewZone:
		s.Log.InfoContext(ctx, "failed to look up the time zone; using the one that the edge knew",
			slog.Int("user_id", int(owner.UserID)), slog.Any("error", err))
	default:
		owner.unlocated = fmt.Errorf("%w: %w", ErrZoneUnknown, err)
	}
	return owner
}

// located returns why the zone is unknown, if it is needed and unknown.
func (o Owner) located(needed bool) error {
	if needed {
		return o.unlocated
	}
	return nil
}

// IsLocal reports whether text is a due time that needs its owner's zone.
func IsLocal(text string) bool {
	m := isoForm.FindStringSubmatch(strings.TrimSpace(text))
	return len(m) > offsetGroup && m[offsetGroup] == ""
}
