// Package operations answers what administrators ask a gateway about itself: GatewayService, which the gateway serves by REST
// alone. It has one file for each RPC.
package operations

import (
	"math"
	"sync"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/reflect/protoreflect"

	gatewayv1 "github.com/salaatflow/platform/proto/salaatflow/gateway/v1"
	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"

	"github.com/salaatflow/platform/gateway/internal/bulkhead"
	"github.com/salaatflow/platform/gateway/internal/calls"
	"github.com/salaatflow/platform/gateway/internal/readiness"
	"github.com/salaatflow/platform/services/access"
	"github.com/salaatflow/platform/services/audit"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/grpcclient"
	"github.com/salaatflow/platform/services/ratelimit"
	"github.com/salaatflow/platform/services/toolclient/routing"
)

// Options are what a Server needs. Every field is required unless it says otherwise.
type Options struct {
	// Name is how this gateway names itself, and Version what it is.
	Name, Version string
	// Address returns where it serves.
	Address func() string
	Calls   *calls.Log
	// Table returns the tools, and Services are the platform's, of which a policy decides.
	Table    func() *routing.Table
	Services []protoreflect.ServiceDescriptor
	// Access decides who may call what; nil decides by the annotations alone.
	Access *access.Decider
	// Limits bound how often callers may call; nil bounds nobody.
	Limits *ratelimit.Limiter
	// Budgets bound how many calls run at once.
	Budgets *bulkhead.Limiter
	// State is whether this gateway is ready.
	State func() readiness.State
	// Recorder keeps audit records, which may wait there.
	Recorder audit.Recorder
	// Audit records what administrators see of others; nil records nothing.
	Audit *audit.Edge
	// Redis reports whether Redis answers; nil where there is none.
	Redis func() bool
	// Required returns the services of which there must be an instance.
	Required func() []string
	// Registry is asked which instances there are.
	Registry registryv1.RegistryServiceClient
	// RegistryConn reaches it too, and RegistryAddress says where it is.
	RegistryConn    grpc.ClientConnInterface
	RegistryAddress string
	// Dial configures the connections by which instances are asked how they are.
	Dial  grpcclient.Options
	Clock clock.Clock
}

// Server implements GatewayService.
type Server struct {
	gatewayv1.UnimplementedGatewayServiceServer
	Options

	mu   sync.Mutex // held during a look
	last *sight
}

// New returns a Server.
func New(options Options) *Server { return &Server{Options: options} }

// Conn returns a connection to the server, which is in this process.
func (s *Server) Conn() grpc.ClientConnInterface { return inProcess{s} }

// within returns a number as a 32-bit field has it.
func within(number int64) int32 { return int32(min(max(number, math.MinInt32), math.MaxInt32)) }

var _ gatewayv1.GatewayServiceServer = (*Server)(nil)

// orNil returns nil for an empty text, which is null in JSON.
func orNil(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// orNone returns nil for 0, which is null in JSON.
func orNone(number int32) *int32 {
	if number == 0 {
		return nil
	}
	return &number
}
