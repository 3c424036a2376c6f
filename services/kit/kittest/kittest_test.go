package kittest_test

import (
	"testing"

	"go.uber.org/goleak"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"

	"github.com/salaatflow/platform/services/kit"
	"github.com/salaatflow/platform/services/kit/kittest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestAServiceIsThereForTheTestAndGoneAfterwards(t *testing.T) {
	config := kittest.Config(t)
	t.Run("there", func(t *testing.T) {
		conn := kittest.Start(t, config, kit.Service("empty-svc", config))
		answer, err := healthv1.NewHealthClient(conn).Check(t.Context(), &healthv1.HealthCheckRequest{})
		if err != nil || answer.GetStatus() != healthv1.HealthCheckResponse_SERVING {
			t.Errorf("got %v, %v", answer, err)
		}
	})
	if err := config.Healthcheck(t.Context()); err == nil {
		t.Error("it still serves")
	}
}
