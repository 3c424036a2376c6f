// Package grants decides which program may register which service with the registry, and which may see its catalogue.
package grants

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"fmt"
	"log/slog"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/credential"
	"github.com/salaatflow/platform/services/mtls"
	"github.com/salaatflow/platform/services/ownership"
	"github.com/salaatflow/platform/services/peer"
	"github.com/salaatflow/platform/services/secretfile"
)

// checkInterval is the least time between two checks of the file.
const checkInterval = time.Second

// gateway is a program of the platform that registers nothing, and follows the catalogue.
const gateway = "gateway"

// Options are what Rules need.
type Options struct {
	// File holds the grants; empty is none.
	File string
	// TLS says who peers are, nil that they need not prove it. Credential is the platform's, nil that none is required.
	TLS        *mtls.Source
	Credential *credential.Credential
	// Strangers lets programs that prove nothing register services that are not the platform's, and watch. It needs Credential.
	Strangers bool
	// Owners are the platform's services, which need no grant for what is theirs.
	Owners ownership.Owners
	Clock  clock.Clock
	Logger *slog.Logger
	Meters metric.MeterProvider
}

/*
Rules decide. They are safe for concurrent use. A program of the platform may register its own service, and watch. It proves that it
is one by its certificate, or without TLS by the platform's credential. Whoever else there is needs a grant, if there is a file of
grants. If there is none, a certificate lets its program register the service that it names, and watch; and without TLS, whoever
has the platform's credential may do everything, and whoever shows nothing may do what Strangers says.
*/
type Rules struct {
	options Options
	refused metric.Int64Counter

	granted atomic.Pointer[[]Grant]
	checked atomic.Int64 // when the file was last checked, in nanoseconds
	mu      sync.Mutex   // held while reading again
	seen    secretfile.Stamp
}

// New returns rules. It fails, and says what is wrong, if the file cannot be read.
func New(options Options) (*Rules, error) {
	r := &Rules{options: options}
	var err error
	r.refused, err = options.Meters.Meter("github.com/salaatflow/platform/registry-svc").Int64Counter("salaatflow.registry.refused",
		metric.WithUnit("{call}"), metric.WithDescription("How many calls of the registry were refused because no grant allows them."))
	if err != nil {
		return nil, fmt.Errorf("grants: metrics: %w", err)
	}
	for _, what := range []string{register, watch} { // 0, so that the first one is an increase
		r.refused.Add(context.Background(), 0, by(what)) //nolint:forbidigo // it is no call's
	}
	r.granted.Store(&[]Grant{})
	if options.File == "" {
		return r, nil
	}
	if r.seen, err = secretfile.Stat(options.File); err == nil {
		err = r.read()
	}
	if err != nil {
		return nil, fmt.Errorf("--grants: %w", err)
	}
	r.checked.Store(options.Clock.Now().UnixNano())
	return r, nil
}

// What is refused, as the metric says it.
const (
	register = "register"
	watch    = "watch"
)

func by(what string) metric.MeasurementOption {
	return metric.WithAttributes(attribute.String("call", what))
}

// RefusedError says who may not do what.
type RefusedError struct{ Reason string }

func (e *RefusedError) Error() string { return e.Reason }

// Caller is who calls, as far as it has proven that.
type Caller struct {
	who    peer.Identity // zero without a certificate
	secret string        // "" if it has shown none
}

// CallerOf returns who makes a call that has shown a secret, or "".
func CallerOf(ctx context.Context, secret string) Caller {
	who, _ := peer.FromContext(ctx)
	return Caller{who: who, secret: secret}
}

// Knows reports whether the caller, who has not shown the platform's credential, may call all the same: a grant names it, or it shows
// nothing and strangers may.
func (r *Rules) Knows(ctx context.Context, secret string) bool {
	return r.options.Strangers && secret == "" || len(r.of(CallerOf(ctx, secret))) > 0
}

// Proven reports whether a caller who may call has proven who it is.
func (r *Rules) Proven(caller Caller) bool {
	if r.options.Strangers {
		return r.isPlatform(caller)
	}
	return r.options.TLS != nil || r.options.Credential != nil
}

// Watch returns a *RefusedError unless the caller may see the catalogue.
func (r *Rules) Watch(ctx context.Context, caller Caller) error {
	if !r.bound() || r.isPlatform(caller) || r.options.File == "" {
		return nil
	}
	for _, grant := range r.of(caller) {
		if grant.Watch {
			return nil
		}
	}
	return r.refuse(ctx, watch, caller, "may not see the catalogue: its grant needs `watch: true`")
}

// Register returns a *RefusedError unless the caller may register a service that offers these gRPC services. Otherwise it
// returns the networks whose addresses the caller may register besides its own.
func (r *Rules) Register(ctx context.Context, caller Caller, service string, grpcServices []string) ([]netip.Prefix, error) {
	if r.isReserved(service) && !r.isPlatform(caller) {
		r.refused.Add(ctx, 1, by(register))
		return nil, &RefusedError{fmt.Sprintf("%s is the platform's name: whoever registers it shows the platform's credential; "+
			"choose another name for a service of your own", service)}
	}
	if !r.bound() || r.ownsName(caller, service) {
		return nil, nil
	}
	var services, packages []string
	for _, grant := range r.of(caller) {
		services = append(services, grant.Services...)
		if !slices.Contains(grant.Services, service) {
			continue
		}
		if !slices.ContainsFunc(grpcServices, func(each string) bool { return !grant.offers(each) }) {
			return grant.networks, nil
		}
		packages = append(packages, grant.Packages...)
	}
	switch {
	case packages != nil:
		return nil, r.refuse(ctx, register, caller, "may not register %s with %s: it is granted the packages %s", service,
			strings.Join(grpcServices, ", "), strings.Join(packages, ", "))
	case services != nil:
		return nil, r.refuse(ctx, register, caller, "may not register %s: it is granted %s", service, strings.Join(services, ", "))
	default:
		return nil, r.refuse(ctx, register, caller, "may not register %s: it is granted no service", service)
	}
}

// isReserved reports whether a name is refused to all but the platform, whatever they are granted.
func (r *Rules) isReserved(service string) bool {
	return ownership.IsProgram(service) || r.options.Strangers && r.options.Owners.Owns(service)
}

// bound reports whether programs are told apart at all.
func (r *Rules) bound() bool { return r.options.TLS != nil || r.options.File != "" }

// ownsName reports whether the caller needs no grant to register a service.
func (r *Rules) ownsName(caller Caller, service string) bool {
	platforms := r.options.Owners.Owns(service)
	if r.options.TLS != nil {
		return (platforms || r.options.File == "") && caller.who.Is(service, r.options.TLS.Identity())
	}
	return platforms && r.isPlatform(caller)
}

// isPlatform reports whether the caller has proven that it is a program of the platform.
func (r *Rules) isPlatform(caller Caller) bool {
	if r.options.TLS == nil {
		return r.options.Credential != nil && r.options.Credential.Accepts(caller.secret)
	}
	own := r.options.TLS.Identity()
	is := func(program string) bool { return caller.who.Is(program, own) }
	return is(gateway) || caller.who.Equal(own) || slices.ContainsFunc(r.options.Owners.Services(), is)
}

// of returns the grants of a caller.
func (r *Rules) of(caller Caller) []Grant {
	var mine []Grant
	digest := sha256.Sum256([]byte(caller.secret))
	for _, grant := range r.current() {
		switch {
		case grant.Peer != "":
			if r.options.TLS != nil && caller.who.Is(grant.Peer, r.options.TLS.Identity()) {
				mine = append(mine, grant)
			}
		case caller.secret != "" && subtle.ConstantTimeCompare(digest[:], grant.digest) == 1:
			mine = append(mine, grant)
		}
	}
	return mine
}

func (r *Rules) refuse(ctx context.Context, what string, caller Caller, format string, args ...any) error {
	r.refused.Add(ctx, 1, by(what))
	who := "whoever shows this credential"
	if !caller.who.IsZero() {
		who = caller.who.String()
	}
	return &RefusedError{who + " " + fmt.Sprintf(format, args...) + " (the registry's --grants)"}
}

// current returns the grants, whose file is checked at most once a second. One that cannot be used changes nothing.
func (r *Rules) current() []Grant {
	if r.options.File == "" {
		return nil
	}
	now, last := r.options.Clock.Now().UnixNano(), r.checked.Load()
	if now-last >= int64(checkInterval) && r.checked.CompareAndSwap(last, now) {
		r.refresh()
	}
	return *r.granted.Load()
}

func (r *Rules) refresh() {
	r.mu.Lock()
	defer r.mu.Unlock()
	seen, err := secretfile.Stat(r.options.File)
	if seen == r.seen {
		return
	}
	r.seen = seen
	if err == nil {
		err = r.read()
	}
	if err != nil {
		r.options.Logger.Error("failed to read the changed grants; keeping the previous ones", slog.Any("error", err))
		return
	}
	r.options.Logger.Info("reloaded the grants", slog.String("file", r.options.File), slog.Int("grants", len(*r.granted.Load())))
}

func (r *Rules) read() error {
	if err := r.seen.Check(r.options.File); err != nil {
		return err
	}
	grants, err := Load(r.options.File)
	if err != nil {
		return err
	}
	r.granted.Store(&grants)
	return nil
}
