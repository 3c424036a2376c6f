package skills

import (
	"context"
	"time"
)

// Action is what an override does.
type Action string

// The actions.
const (
	Allow Action = "allow"
	Deny  Action = "deny"
)

// Override is an administrator's decision on a tool for a skill. It is stored for ever, and revoking it is recorded in
// it.
type Override struct {
	// ID is the number of the override, from 1, in order of creation.
	ID int32
	// Skill and Tool are canonical names. Neither need exist now.
	Skill, Tool string
	Action      Action
	// Reason explains the override to later reviewers.
	Reason    string
	CreatedBy int32
	CreatedAt time.Time
	// RevokedBy is 0 and RevokedAt is zero unless the override is revoked. RevocationReason may be empty.
	RevokedBy        int32
	RevokedAt        time.Time
	RevocationReason string
}

// Revoked reports whether somebody has revoked the override.
func (o Override) Revoked() bool { return o.RevokedBy != 0 }

// OverrideState is the state of an override.
type OverrideState string

// The states.
const (
	// OverrideEffective: it decides.
	OverrideEffective OverrideState = "effective"
	// OverrideSuperseded: a later one for the same skill and tool decides. It decides again if that one is revoked.
	OverrideSuperseded OverrideState = "superseded"
	// OverrideRevoked: somebody revoked it.
	OverrideRevoked OverrideState = "revoked"
)

// Store stores overrides. Implementations are safe for concurrent use, by several processes too.
type Store interface {
	// Create stores an override under the next number, and returns it with that number. It ignores o.ID.
	Create(ctx context.Context, o Override) (Override, error)
	// Revoke records that a user revoked an override of the skill, and returns the override as it is then. If the
	// override is already revoked, Revoke MUST return it unchanged. It MUST return ErrNoOverride if the skill has none
	// with that number.
	Revoke(ctx context.Context, skill string, id, by int32, at time.Time, reason string) (Override, error)
	// Overrides returns every override ever created, ordered by number.
	Overrides(ctx context.Context) ([]Override, error)
	// Revision grows whenever an override is created or revoked.
	Revision(ctx context.Context) (int64, error)
}
