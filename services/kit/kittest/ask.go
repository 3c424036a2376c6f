package kittest

import (
	"context"
	"io"
	"net/http"
	"runtime"
	"testing"
	"time"

	healthv1 "google.golang.org/grpc/health/grpc_health_v1"

	"github.com/salaatflow/platform/services/grpcclient"
)

// Get requests a URL, and returns the status and the body of the response.
func Get(t testing.TB, url string) (int, string) {
	t.Helper()
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}, Timeout: 5 * time.Second}
	answer, err := client.Get(url)
	if err != nil {
		t.Fatalf("kittest: %v", err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatalf("kittest: %v", err)
	}
	return answer.StatusCode, string(body)
}

// Health returns the health of the server at address under a name, such as SERVING, or why it does not answer.
func Health(ctx context.Context, address, name string) string {
	conn, err := grpcclient.Dial(address, grpcclient.Options{})
	if err != nil {
		return err.Error()
	}
	defer conn.Close()
	answer, err := healthv1.NewHealthClient(conn).Check(ctx, &healthv1.HealthCheckRequest{Service: name})
	if err != nil {
		return err.Error()
	}
	return answer.GetStatus().String()
}

// Within polls until the condition holds, and fails the test when that takes too long.
func Within(t testing.TB, most time.Duration, what string, yes func() bool) {
	t.Helper()
	began := time.Now()
	for !yes() {
		if time.Since(began) > most+20*time.Second {
			t.Fatalf("never: %s", what)
		}
		runtime.Gosched()
	}
	if took := time.Since(began); took > most {
		t.Errorf("it took %v until %s, and may take %v", took, what, most)
	}
}
