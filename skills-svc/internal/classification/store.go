package classification

import (
	"context"
	"time"
)

// Store keeps opinions and says whose turn it is to ask the model. It is shared by all instances of the service. Times
// are kept in milliseconds. Implementations MUST be safe for concurrent use, by other processes too.
type Store interface {
	// Records returns what is kept of definitions. One that nothing is kept of MUST be missing; the order is any.
	Records(ctx context.Context, refs []Ref) ([]Record, error)
	// Note keeps opinions, all or none, each in place of the one of its definition and origin. One of what a tool declares,
	// of the map or of nobody MUST also take the place of those of the tool's other definitions, which nobody needs.
	Note(ctx context.Context, opinions []Opinion) error
	// Withdraw MUST withdraw what an administrator said of the definition, if anything.
	Withdraw(ctx context.Context, ref Ref) error
	// Claim makes it holder's turn to ask the model about a definition, until now plus lease. It MUST be given to at most
	// one holder at a time, and only when nobody's turn lasts beyond now and the question may be asked; else the claim says
	// what is the case. Again asks though the model has answered, and though the question was to be put off.
	Claim(ctx context.Context, ref Ref, holder string, now time.Time, lease time.Duration, again bool) (Claim, error)
	// Settle ends holder's turn: the question has its outcome, and the opinions are kept as by Note. A bad answer MUST
	// remove what the model said before. It MUST change nothing and return false when it is no longer holder's turn.
	Settle(ctx context.Context, ref Ref, holder string, outcome Outcome, opinions []Opinion) (bool, error)
	// Release ends holder's turn, if it still is, without an outcome; nobody asks before notBefore.
	Release(ctx context.Context, ref Ref, holder string, notBefore time.Time) error
	// Revision grows with each opinion that is kept or withdrawn, and each question that is settled.
	Revision(ctx context.Context) (int64, error)
}

// Claim is what came of claiming a question.
type Claim struct {
	// Granted: it is the holder's turn.
	Granted bool
	// Outcome is how the question ended, when it was not granted because it has.
	Outcome Outcome
	// Until is when to claim again, when it was not granted and the question is open: when another's turn ends at the
	// latest, or when it may be asked again. Held says that it is another's turn.
	Until time.Time
	Held  bool
	// Attempts is how often a turn was given since the question was last settled, this one included.
	Attempts int
}
