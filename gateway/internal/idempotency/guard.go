package idempotency

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"log/slog"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"google.golang.org/grpc/codes"

	errorsv1 "github.com/salaatflow/platform/proto/salaatflow/errors/v1"

	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/audit"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/redislink"
)

// Options configure a Guard. Clock, Logger and Timeout are required.
type Options struct {
	// Link is the Redis that gateways share; nil keeps keys in the process.
	Link *redislink.Link
	// Timeout bounds a request, which runs to its end even if its client has gone.
	Timeout time.Duration
	// Audit records which requests were answered again, and which were refused; nil records nothing.
	Audit  *audit.Edge
	Clock  clock.Clock
	Logger *slog.Logger
	// Metrics receives the counts of keys; it may be nil.
	Metrics prometheus.Registerer
}

// Guard runs requests once. It is safe for concurrent use.
type Guard struct {
	store   store
	timeout time.Duration
	audit   *audit.Edge
	clock   clock.Clock
	logger  *slog.Logger
	keys    *prometheus.CounterVec
}

// New returns a guard.
func New(options Options) *Guard {
	g := &Guard{
		store: newMemory(options.Clock), timeout: options.Timeout,
		audit: options.Audit, clock: options.Clock, logger: options.Logger,
		keys: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "salaatflow_idempotency_keys_total",
			Help: "Requests with an idempotency key, by what became of them.",
		}, []string{"result"}),
	}
	if options.Link != nil {
		g.store = &redis{link: options.Link, maxKeys: maxKeys}
	}
	if options.Metrics != nil {
		options.Metrics.MustRegister(g.keys)
	}
	return g
}

// Request is a request with a key.
type Request struct {
	// Operation is what the audit calls it.
	Operation string
	Owner     Owner
	Key       string
	// Parts tell requests apart: what is called, and all that was sent for it.
	Parts [][]byte
	// Timeout bounds it; 0 is the guard's.
	Timeout time.Duration
}

// fingerprint returns a digest of the parts.
func (r Request) fingerprint() string {
	all := sha256.New()
	for _, part := range r.Parts {
		digest := sha256.Sum256(part) // of one length, so that no two lists of parts are the same text
		all.Write(digest[:])
	}
	return hex.EncodeToString(all.Sum(nil))
}

// Answer is what a request was answered.
type Answer struct {
	Status      int    `json:"status"`
	ContentType string `json:"type,omitempty"`
	Body        []byte `json:"body,omitempty"`
	// Withheld: the answer was too large to be kept, or has a secret in it. It can be given once.
	Withheld bool `json:"withheld,omitempty"`
}

// result returns the code of what went wrong, or audit.OK.
func (a Answer) result() string {
	if a.ContentType == failure {
		failed := &apperr.Error{}
		if json.Unmarshal(a.Body, failed) == nil {
			return failed.ToolCode()
		}
	}
	if a.Status < http.StatusBadRequest {
		return audit.OK
	}
	var problem struct {
		Error string `json:"error"`
	}
	_ = json.Unmarshal(a.Body, &problem) // then its status says it
	return cmp.Or(problem.Error, http.StatusText(a.Status))
}

// definite reports whether the same answer is right for the same request later. A refusal that may pass, and a failure whose
// effect is unknown, are not.
func (a Answer) definite() bool {
	switch a.Status {
	case http.StatusUnauthorized, http.StatusRequestTimeout, http.StatusConflict, http.StatusTooManyRequests, clientClosedRequest:
		return false
	}
	return a.Status >= http.StatusOK && a.Status < http.StatusInternalServerError
}

// clientClosedRequest is the usual, unregistered HTTP status for a caller that went away.
const clientClosedRequest = 499

// grace is how much longer than a request its lease is.
const grace = 5 * time.Second

// Do runs a request once, or returns the first answer, or why neither can be. run gets a context that its client cannot cancel,
// so that a client that went away finds the answer when it asks again.
func (g *Guard) Do(ctx context.Context, request Request, run func(context.Context) Answer) (Answer, bool, *apperr.Error) {
	began := g.clock.Now()
	answer, replayed, refused := g.do(ctx, request, run)
	switch took := g.clock.Since(began); {
	case refused != nil:
		g.audit.Refused(ctx, request.Operation, refused, took)
	case replayed:
		g.audit.Replayed(ctx, request.Operation, answer.result(), took)
	}
	return answer, replayed, refused
}

func (g *Guard) do(ctx context.Context, request Request, run func(context.Context) Answer) (Answer, bool, *apperr.Error) {
	r, token := newRecord(request.Owner, request.Key), rand.Text()
	timeout := cmp.Or(request.Timeout, g.timeout)
	known, kept, err := g.store.begin(ctx, r, request.fingerprint(), token, timeout+grace)
	if err != nil {
		g.count("unknown")
		return Answer{}, false, apperr.Unavailable(
			"whether this idempotency key was used cannot be told now; send the request again later, or without the key").WithCause(err)
	}
	if known != begun {
		answer, refused := g.known(known, kept)
		return answer, refused == nil, refused
	}
	g.count("run")
	return g.run(ctx, r, token, timeout, run), false, nil
}

// known returns the answer of a key that is not new.
func (g *Guard) known(known state, kept []byte) (Answer, *apperr.Error) {
	switch known {
	case running:
		g.count("running")
		return Answer{}, apperr.Conflict("a request with this idempotency key is still running; send it again in a second")
	case different:
		g.count("different")
		return Answer{}, apperr.New(codes.FailedPrecondition, errorsv1.Reason_REASON_HTTP_ERROR,
			"this idempotency key was used for another request; use a new key for each request")
	case tooMany:
		g.count("refused")
		return Answer{}, apperr.RateLimited("%d idempotency keys were used in a day; send requests without a key, or later", maxKeys)
	}
	var answer Answer
	if err := json.Unmarshal(kept, &answer); err != nil {
		return Answer{}, apperr.Internal(err)
	}
	g.count("replayed")
	if answer.Withheld {
		return Answer{}, apperr.AlreadyExists(
			"the request with this idempotency key was carried out; its answer was not kept, since it was large or has a secret in it")
	}
	return answer, nil
}

func (g *Guard) run(
	ctx context.Context, r record, token string, timeout time.Duration, run func(context.Context) Answer,
) Answer {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), timeout)
	defer cancel()
	finished := false
	settled := context.WithoutCancel(ctx)
	defer func() {
		if !finished { // it is not definite, or panicked
			g.settle(settled, "release", g.store.release(settled, r, token))
		}
	}()
	answer := run(ctx)
	if !answer.definite() {
		return answer
	}
	kept := answer
	if kept.Withheld || len(kept.Body) > maxAnswer {
		kept = Answer{Status: answer.Status, Withheld: true}
	}
	text, err := json.Marshal(kept)
	if err == nil {
		err = g.store.finish(settled, r, token, text)
	}
	finished = true // what happened may not happen again: if it was not kept, the lease holds for a while
	g.settle(settled, "keep", err)
	return answer
}

func (g *Guard) settle(ctx context.Context, what string, err error) {
	if err != nil {
		g.count("lost")
		g.logger.WarnContext(ctx, "failed to settle an idempotency key; a repeated request may run again after its lease",
			slog.String("step", what), slog.Any("error", err))
	}
}

func (g *Guard) count(result string) { g.keys.WithLabelValues(result).Inc() }
