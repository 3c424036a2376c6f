package skills

import (
	"context"
	"time"
)

// Action is what an override does.
type Action string

// The actions there are.
const (
	Allow Action = "allow"
	Deny  Action = "deny"
)

// Override is an administrator's word on a tool for a skill. It is kept for ever: revoking it is noted in it.
type Override struct {
	// ID is its number, from 1, in the order in which overrides were made.
	ID int32
	// Skill and Tool are canonical names. Neither need be there now.
	Skill, Tool string
	Action      Action
	// Reason is why, for those who review it later.
	Reason    string
	CreatedBy int32
	CreatedAt time.Time
	// RevokedBy is 0 and RevokedAt zero unless it is revoked; RevocationReason is empty where nothing was said.
	RevokedBy        int32
	RevokedAt        time.Time
	RevocationReason string
}

// Revoked tells whether it no longer counts because somebody revoked it.
func (o Override) Revoked() bool { return o.RevokedBy != 0 }

// OverrideState is how an override stands.
type OverrideState string

// The states there are.
const (
	// OverrideEffective: it decides.
	OverrideEffective OverrideState = "effective"
	// OverrideSuperseded: a later one of the same skill and tool decides. It decides again when that one is revoked.
	OverrideSuperseded OverrideState = "superseded"
	// OverrideRevoked: somebody revoked it.
	OverrideRevoked OverrideState = "revoked"
)

// Store keeps overrides. Implementations are safe for concurrent use, by several processes too.
type Store interface {
	// Create keeps an override under the next number, which it returns with it; o.ID is ignored.
	Create(ctx context.Context, o Override) (Override, error)
	// Revoke notes that a user revoked an override of the skill, and returns it as it is then. One that is revoked already
	// MUST stay as it is and be returned. It MUST return ErrNoOverride when the skill has none of that number.
	Revoke(ctx context.Context, skill string, id, by int32, at time.Time, reason string) (Override, error)
	// Overrides returns all that were ever made, by number.
	Overrides(ctx context.Context) ([]Override, error)
	// Revision grows with each override that is made or revoked.
	Revision(ctx context.Context) (int64, error)
}
