package kit

import (
	"context"
	"errors"
	"log/slog"

	"github.com/prometheus/client_golang/prometheus"
	"go.uber.org/fx"
	"google.golang.org/protobuf/reflect/protoreflect"

	auditv1 "github.com/salaatflow/platform/proto/salaatflow/audit/v1"

	"github.com/salaatflow/platform/services/audit"
	"github.com/salaatflow/platform/services/audit/outbox"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/discovery"
	"github.com/salaatflow/platform/services/grpcclient"
	"github.com/salaatflow/platform/services/ownership"
	"github.com/salaatflow/platform/services/setting"
	"github.com/salaatflow/platform/services/telemetry"
)

// auditPeer returns a connection to audit-svc, which is found through the registry unless its address is given.
func auditPeer(options discovery.PeerOptions) (*discovery.Peer, error) {
	options.Service, _ = ownership.Default().Of(protoreflect.FullName(auditv1.AuditService_ServiceDesc.ServiceName))
	peer, err := discovery.OpenPeer(options)
	if err == nil && peer == nil {
		err = setting.Wrong(errors.New("--audit-address: needed where there is no --registry"))
	}
	return peer, err
}

// Recording is how a program records for the audit.
type Recording struct {
	// Given is the Recorder of the program that this one is part of; nil is an outbox of its own.
	Given audit.Recorder
	// Config is that of the outbox.
	Config outbox.Config
	// Program is the name that records have.
	Program string
	// Registry is the registry's address, by which audit-svc is found.
	Registry string
	Dial     grpcclient.Options
	// Unkeyed keeps a key for the digests of arguments in the outbox, although there is a credential, which another folder will not have.
	Unkeyed bool
	Clock   clock.Clock
	Logger  *slog.Logger
	Metrics prometheus.Registerer
}

// Recorder returns what keeps a program's audit records, and sends them to audit-svc while the program runs.
func Recorder(lc fx.Lifecycle, r Recording) (audit.Recorder, error) {
	switch {
	case r.Given != nil:
		return audit.As(r.Given, r.Program), nil
	case r.Config.Outbox == "":
		return audit.Discard, nil
	}
	box, err := r.Open()
	if err != nil {
		return nil, err
	}
	if err := r.ship(lc, box); err != nil {
		return nil, errors.Join(err, box.Close())
	}
	return box, nil
}

// Open opens the outbox.
func (r Recording) Open() (*outbox.Outbox, error) {
	key := r.Dial.Credential
	if r.Unkeyed {
		key = nil
	}
	return outbox.Open(outbox.Options{
		Config: r.Config, Program: r.Program, Credential: key, Clock: r.Clock, Logger: r.Logger, Metrics: r.Metrics,
	})
}

// Shipping is a module that sends what is recorded to audit-svc, and closes the outbox in the end. It is for a program that
// gives its outbox to several services.
func (r Recording) Shipping(box *outbox.Outbox) Module {
	return inOrder("audit shipping", func(lc fx.Lifecycle) error { return r.ship(lc, box) })
}

func (r Recording) ship(lc fx.Lifecycle, box *outbox.Outbox) error {
	peer, err := auditPeer(discovery.PeerOptions{
		Address: r.Config.Address, Registry: r.Registry, Dial: r.Dial, Clock: r.Clock, Logger: r.Logger,
	})
	if err != nil {
		return err
	}
	shipping := outbox.NewShipping(box, peer)
	lc.Append(fx.StartStopHook(
		func(ctx context.Context) error { return errors.Join(peer.Start(ctx), shipping.Start(ctx)) },
		func(ctx context.Context) error { return errors.Join(shipping.Stop(ctx), peer.Stop(ctx)) },
	))
	return nil
}

func newRecorder(
	lc fx.Lifecycle, name string, config Config, t *telemetry.Telemetry, dial grpcclient.Options,
) (audit.Recorder, error) {
	return Recorder(lc, Recording{
		Given: config.Recorder, Config: config.Audit, Program: name, Registry: config.Registry.Address, Dial: dial,
		Clock: clock.OrSystem(config.Clock), Logger: t.Logger, Metrics: t.Registerer,
	})
}
