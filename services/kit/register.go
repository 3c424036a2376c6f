package kit

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"net"
	"os"
	"strings"
	"time"

	"google.golang.org/grpc"

	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/registration"
	"github.com/salaatflow/platform/services/replicas"
)

// registrant keeps an instance registered. A nil *registrant registers nowhere.
type registrant struct {
	*registration.Registration
	conn     *grpc.ClientConn
	logger   *slog.Logger
	unfollow func() // ends followRegistration
}

const theRegistration = "the registration"

var errUnregistered = errors.New("registration has not begun yet")

// register starts to register the instance, which serves at bound. It does not wait for the registry.
func register(ctx context.Context, i *instance, bound net.Addr) (*registrant, error) {
	config := i.config.Registry
	if config.Address == "" {
		return nil, nil
	}
	address := i.config.AdvertiseAddress
	if address == "" {
		address = bound.String()
	}
	conn, err := replicas.Dial(config.Address, i.dial)
	if err != nil {
		return nil, err
	}
	r, err := registration.New(registration.Options{
		Registry:     conn,
		Service:      i.name,
		Version:      VersionOr(i.config.Version),
		InstanceID:   config.instanceID(i.name),
		Address:      address,
		GRPCServices: i.server.Services(),
		Descriptions: i.descriptions,
		Await:        i.peers.await,
		Clock:        clock.OrSystem(i.config.Clock),
		Logger:       i.telemetry.Logger,
	})
	if err == nil {
		err = r.Start(ctx)
	}
	if err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	return &registrant{Registration: r, conn: conn, logger: i.telemetry.Logger, unfollow: i.readiness.followRegistration(ctx, r)}, nil
}

// followRegistration makes the instance ready while gateways can know it, until the function that it returns is called.
func (r *Readiness) followRegistration(ctx context.Context, of *registration.Registration) (end func()) {
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	done := make(chan struct{})
	go func() {
		defer close(done)
		of.Watch(ctx, func(known error) { r.note(ctx, theRegistration, slog.LevelInfo, known) })
	}()
	return func() {
		cancel()
		<-done
	}
}

// deregisterTimeout bounds what the registry, which may be gone, can hold up a stop.
const deregisterTimeout = 3 * time.Second

// stop deregisters. It succeeds even if the registry does not answer, because the lease then runs out.
func (r *registrant) stop(ctx context.Context) error {
	if r == nil {
		return nil
	}
	r.unfollow()
	ctx, cancel := context.WithTimeout(ctx, deregisterTimeout)
	defer cancel()
	if err := r.Stop(ctx); err != nil {
		r.logger.WarnContext(ctx, "failed to deregister; the lease runs out by itself", slog.Any("error", err))
	}
	return r.conn.Close()
}

func (c RegistryConfig) instanceID(service string) string {
	if c.InstanceID != "" {
		return c.InstanceID
	}
	host, err := os.Hostname()
	if err != nil || host == "" || len(host) > 64 {
		host = service
	}
	return host + "-" + strings.ToLower(rand.Text()[:8])
}
