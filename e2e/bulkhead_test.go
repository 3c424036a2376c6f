package e2e

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/salaatflow/platform/e2e/harness"
)

// While one service hangs and its callers keep coming, the others refuse nothing. The duration of their calls is
// measured without and with the hanging service, alternately in the same run.
func TestAServiceThatHangsDoesNotHurtTheOthers(t *testing.T) {
	const rounds, calls = 4, 400
	platform := harness.Start(t, harness.Options{})
	faulty := platform.StartFaulty(t)
	platform.Eventually(t, "the faulty tool is listed", func() bool { return listed(t, platform, harness.FaultyTool) })
	go func() { // hanging calls are left hanging, and not counted
		for ended := t.Context().Done(); ; {
			select {
			case <-faulty.Hanging:
			case <-ended:
				return
			}
		}
	}()
	var without, with []time.Duration
	timePrayerCalls(t, platform, calls) // warms up
	for range rounds {
		without = append(without, timePrayerCalls(t, platform, calls)...)
		hanging := hang(t, platform)
		with = append(with, timePrayerCalls(t, platform, calls)...)
		hanging.end()
	}
	alone, beside := percentile(without, 99), percentile(with, 99)
	t.Logf("p99 of %d calls of the others: %v alone, %v beside a service that hangs: %.2f times as long (p50: %v, %v)",
		len(with), alone, beside, float64(beside)/float64(alone), percentile(without, 50), percentile(with, 50))
}

func percentile(took []time.Duration, percent int) time.Duration {
	slices.Sort(took)
	return took[(len(took)-1)*percent/100]
}

// timePrayerCalls makes calls of a healthy service, some at once, and fails the test if one is refused.
func timePrayerCalls(t *testing.T, platform *harness.Platform, calls int) []time.Duration {
	t.Helper()
	const atOnce = 4
	took := make([]time.Duration, calls)
	var next atomic.Int64
	var done sync.WaitGroup
	for range atOnce {
		done.Go(func() {
			for i := int(next.Add(1)) - 1; i < calls; i = int(next.Add(1)) - 1 {
				began := time.Now()
				got := send(t, platform, "GET", "/api/v1/prayer-times?city=Karachi&date=2026-03-02", "")
				if took[i] = time.Since(began); got.status != http.StatusOK {
					t.Errorf("an unrelated call: %d %s", got.status, got.body)
					return
				}
			}
		})
	}
	done.Wait()
	return took
}

// hanging is a service that hangs, with callers who keep calling it.
type hanging struct {
	cancel context.CancelFunc
	done   sync.WaitGroup
}

// hang makes many users call a hanging service, more than the gateway has room for, and waits until all are refused
// that the service may not have.
func hang(t *testing.T, platform *harness.Platform) *hanging {
	t.Helper()
	const users, mayHold = 1200, 512
	ctx, cancel := context.WithCancel(t.Context())
	h := &hanging{cancel: cancel}
	refused := make(chan struct{}, users)
	for user := range users {
		h.done.Go(func() {
			switch status := callHanging(ctx, t, platform, user+1); {
			case status == http.StatusTooManyRequests || ctx.Err() != nil:
				refused <- struct{}{}
			case status != http.StatusGatewayTimeout: // on a slow machine, those that were admitted reach their deadline
				t.Errorf("a call of what hangs: %d", status)
			}
		})
	}
	for range users - mayHold {
		harness.WaitFor(t, "the others to be refused", refused)
	}
	return h
}

func (h *hanging) end() {
	h.cancel()
	h.done.Wait()
}

func callHanging(ctx context.Context, t *testing.T, platform *harness.Platform, user int) int {
	body := strings.NewReader(fmt.Sprintf(`{"code":%d}`, harness.Hang))
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, platform.URL+"/api/v1/tools/"+harness.FaultyTool, body)
	if err != nil {
		t.Error(err)
		return 0
	}
	request.Header.Set("X-User-ID", fmt.Sprint(user))
	response, err := platform.HTTP.Do(request)
	if err != nil {
		return 0
	}
	defer response.Body.Close()
	text, _ := io.ReadAll(response.Body)
	if response.StatusCode == http.StatusTooManyRequests &&
		(response.Header.Get("Retry-After") == "" || !strings.Contains(string(text), "faulty-svc is busy")) {
		t.Errorf("the refusal does not say what is busy: %s", text)
	}
	return response.StatusCode
}
