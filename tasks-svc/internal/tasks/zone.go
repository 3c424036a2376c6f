package tasks

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/salaatflow/platform/services/identity"
)

// ErrZoneUnknown says that nobody can tell now in which time zone a user is.
var ErrZoneUnknown = errors.New("the time zone is not known now")

// Locate gives owner, whose zone the edge did not know, in the zone of the profile. Where that cannot be asked, what
// needs the zone is refused with ErrZoneUnknown: a time that was acknowledged would silently be another than was meant.
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
	if err != nil {
		owner.unlocated = fmt.Errorf("%w: %w", ErrZoneUnknown, err)
	}
	return owner
}

// located is why what needs the owner's zone cannot be done; nil when it can.
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
