package classification

import (
	"context"
	"time"
)

// Store stores opinions, and decides whose turn it is to ask the model. All instances of the service share it. Times
// have a precision of milliseconds. Implementations MUST be safe for concurrent use, by other processes too.
type Store interface {
	// Records returns what is stored about definitions, in any order. It MUST leave out definitions about which nothing
	// is stored.
	Records(ctx context.Context, refs []Ref) ([]Record, error)
	// Note stores opinions, all or none. Each replaces the one with the same definition and origin. An opinion that the
	// tool declares, or that comes from the map or from nobody, MUST also replace those of the tool's other definitions,
	// which nobody needs.
	Note(ctx context.Context, opinions []Opinion) error
	// Withdraw MUST withdraw the administrator's opinion of the definition, if there is one.
	Withdraw(ctx context.Context, ref Ref) error
	// Claim makes it holder's turn, until now plus lease, to ask the model about a definition. It MUST give the turn to
	// at most one holder at a time, and only if no turn lasts beyond now and the question may be asked. Otherwise, the
	// Claim says why not. again asks even if the model has answered, and even if the question was put off.
	Claim(ctx context.Context, ref Ref, holder string, now time.Time, lease time.Duration, again bool) (Claim, error)
	// Settle ends holder's turn with an outcome for the question, and stores the opinions as Note does. A bad answer
	// MUST remove what the model said before. Settle MUST change nothing and return false if it is no longer holder's
	// turn.
	Settle(ctx context.Context, ref Ref, holder string, outcome Outcome, opinions []Opinion) (bool, error)
	// Release ends holder's turn without an outcome, if it still lasts. Nobody asks before notBefore.
	Release(ctx context.Context, ref Ref, holder string, notBefore time.Time) error
	// Revision grows whenever an opinion is stored or withdrawn, or a question is settled.
	Revision(ctx context.Context) (int64, error)
}

// Claim is the result of claiming a question.
type Claim struct {
	// Granted reports whether it is the holder's turn.
	Granted bool
	// Outcome is how the question ended, if it was not granted for that reason.
	Outcome Outcome
	// Until is when to claim again, if the question is open and was not granted: when another's turn ends at the latest,
	// or when the question may be asked again. Held reports whether it is another's turn.
	Until time.Time
	Held  bool
	// Attempts is the number of turns since the question was last settled, including this one.
	Attempts int
}
