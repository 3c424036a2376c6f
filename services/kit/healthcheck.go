package kit

import (
	"context"
	"errors"
	"fmt"
	"net"
	"time"

	"google.golang.org/grpc"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"

	"github.com/salaatflow/platform/services/address"
	"github.com/salaatflow/platform/services/grpcclient"
	"github.com/salaatflow/platform/services/mtls"
)

const healthcheckTimeout = 3 * time.Second

func healthcheck(ctx context.Context, listening string, tls *mtls.Source) error {
	host, port, err := net.SplitHostPort(listening)
	if err != nil || port == "0" {
		return errors.New("--listen-address: a health check needs the port that the service was started with")
	}
	if address.IsUnspecified(listening) {
		host = "localhost"
	}
	var options grpcclient.Options
	if tls != nil {
		options.DialOptions = []grpc.DialOption{grpc.WithTransportCredentials(tls.Self())}
	}
	conn, err := grpcclient.Dial(net.JoinHostPort(host, port), options)
	if err != nil {
		return err
	}
	defer conn.Close() //nolint:errcheck // the answer is there
	ctx, cancel := context.WithTimeout(ctx, healthcheckTimeout)
	defer cancel()
	answer, err := healthv1.NewHealthClient(conn).Check(ctx, &healthv1.HealthCheckRequest{})
	if err != nil {
		return fmt.Errorf("the service at %s does not answer: %w", listening, err)
	}
	if answer.GetStatus() != healthv1.HealthCheckResponse_SERVING {
		return fmt.Errorf("the service at %s is %s", listening, answer.GetStatus())
	}
	return nil
}
