package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/salaatflow/platform/proto/toolnames"

	hadithsvc "github.com/salaatflow/platform/hadith-svc"
	masjidsvc "github.com/salaatflow/platform/masjid-svc"
	registrysvc "github.com/salaatflow/platform/registry-svc"
	userssvc "github.com/salaatflow/platform/users-svc"
)

const (
	// isolationCalls are made through each of the two gateways, so that two hundred of them are above the percentile.
	isolationCalls = 20_000
	// isolationInFlight is how many callers there are of what is well, and persistent of what is stopped.
	isolationInFlight, persistent = 8, 4
	// persistentEvery is how often each of these calls, at most.
	persistentEvery = 100 * time.Millisecond
	// mostSlower is how much longer calls of others may take at the 99th percentile.
	mostSlower = 1.2
	// held is how many calls the stopped service gets, half of what a gateway has room for; so many are sent, and a few more.
	held, sent = 512, 700
)

// measureIsolation compares calls of a service through two gateways. One of them has as many calls in flight to another
// service, whose process is stopped, as it allows, and callers who go on calling it. Both run at the same time, in pairs.
func measureIsolation(ctx context.Context, e effort) (figures []figure, err error) {
	programs, err := newProcesses()
	if err != nil {
		return nil, err
	}
	f := &fleet{processes: programs, client: newClient()}
	defer func() {
		f.client.CloseIdleConnections()
		err = errors.Join(err, f.stop())
	}()
	if err := f.start(ctx); err != nil {
		return nil, err
	}
	calls := isolationCalls
	if e.short {
		calls = 80
	}
	if _, err := f.compare(ctx, calls/4); err != nil { // warms up
		return nil, err
	}
	before, err := f.compare(ctx, calls)
	if err != nil {
		return nil, err
	}
	if err := f.stopped.Process.Signal(syscall.SIGSTOP); err != nil {
		return nil, err
	}
	hanging, err := f.hang(ctx)
	if err != nil {
		return nil, err
	}
	beside, err := f.compare(ctx, calls)
	hanging.end()
	if err != nil {
		return nil, err
	}
	return []figure{{
		what: "prayer times beside a service whose process is stopped, p99", target: fmt.Sprintf("≤ %.1f ×", mostSlower),
		measured: fmt.Sprintf("%.1f ms; p50 %.2f ms; of the stopped one's calls %d refused, %d failed",
			beside.p99[0], beside.p50[0], hanging.refused.Load(), hanging.ended.Load()),
		against: fmt.Sprintf("at the same time through a gateway that does not call it: %.1f ms; p50 %.2f ms; with neither stopped: %.2f",
			beside.p99[1], beside.p50[1], before.ratio()),
		ratio: fmt.Sprintf("%.2f", beside.ratio()), ok: beside.ratio() <= mostSlower,
	}}, nil
}

// fleet is a registry, three services and two gateways, each a process of its own.
type fleet struct {
	*processes
	client   *http.Client
	stopped  *child // the service that will be
	gateways [2]string
}

func (f *fleet) start(ctx context.Context) error {
	registry, err := freeAddress(ctx)
	if err != nil {
		return err
	}
	needed := strings.Join([]string{toolnames.GetPrayerTimes, toolnames.GetRandomHadith, toolnames.GetUserInfo}, ",")
	if _, err := f.add(ctx, registrysvc.Name, nil, "--ops-address", "", "--listen-address", registry, "--lease-ttl", "10m",
		"--required-tools", needed); err != nil {
		return err
	}
	for _, name := range []string{userssvc.Name, masjidsvc.Name, hadithsvc.Name} {
		if _, err := f.addService(ctx, name, registry); err != nil {
			return err
		}
	}
	f.stopped = f.running[len(f.running)-1] // the hadiths
	for i := range f.gateways {
		address, err := freeAddress(ctx)
		if err != nil {
			return err
		}
		f.gateways[i] = "http://" + address
		if _, err := f.add(ctx, asGateway, nil, "--ops-address", "", "--registry", registry, "--http", address, "--auth", "dev",
			"--call-timeout", "10m", "--required-tools", needed); err != nil {
			return err
		}
	}
	for _, url := range f.gateways {
		for _, request := range []exchange{f.prayerTimes(url), f.hadith(url, 1)} {
			if err := retried(ctx, func() error { _, err := f.status(ctx, request, http.StatusOK); return err }); err != nil {
				return fmt.Errorf("%w\n%s", err, f.logs())
			}
		}
	}
	return nil
}

func (f *fleet) prayerTimes(url string) exchange {
	const path = "/api/v1/prayer-times?city=Karachi&date=2026-03-02"
	return exchange{client: f.client, method: http.MethodGet, url: url + path, header: asCaller()}
}

func (f *fleet) hadith(url string, user int) exchange {
	header := asCaller()
	header.Set("X-User-Id", strconv.Itoa(user))
	return exchange{
		client: f.client, method: http.MethodPost, url: url + "/api/v1/tools/" + toolnames.GetRandomHadith, header: header,
		body: func() []byte { return []byte("{}") },
	}
}

// status makes a request, and fails unless it is answered with one of these; NOT_FOUND is what a service without data says.
func (f *fleet) status(ctx context.Context, x exchange, wanted ...int) (int, error) {
	var body io.Reader
	if x.body != nil {
		body = strings.NewReader(string(x.body()))
	}
	request, err := http.NewRequestWithContext(ctx, x.method, x.url, body)
	if err != nil {
		return 0, err
	}
	request.Header = x.header
	response, err := x.client.Do(request)
	if err != nil {
		return 0, err
	}
	text, err := io.ReadAll(response.Body)
	err = errors.Join(err, response.Body.Close())
	if err == nil && !slices.Contains(append(wanted, http.StatusNotFound), response.StatusCode) {
		err = fmt.Errorf("%s %s answers %s: %s", x.method, x.url, response.Status, text)
	}
	return response.StatusCode, err
}

// compared are percentiles of calls through the two gateways, in ms.
type compared struct{ p50, p99 [2]float64 }

func (c compared) ratio() float64 { return c.p99[0] / c.p99[1] }

// compare makes calls through both gateways: each caller one after the other, and the first in turns.
func (f *fleet) compare(ctx context.Context, calls int) (found compared, err error) {
	var mu sync.Mutex
	var callers sync.WaitGroup
	var took [2][]float64
	var failed []error
	for range isolationInFlight {
		callers.Go(func() {
			for i := range calls / isolationInFlight {
				var pair [2]float64
				for turn := range pair {
					which := (i + turn) % len(pair)
					began := time.Now()
					_, err := f.status(ctx, f.prayerTimes(f.gateways[which]), http.StatusOK)
					pair[which] = float64(time.Since(began).Microseconds()) / 1000
					if err != nil {
						mu.Lock()
						failed = append(failed, err)
						mu.Unlock()
						return
					}
				}
				mu.Lock()
				took[0], took[1] = append(took[0], pair[0]), append(took[1], pair[1])
				mu.Unlock()
			}
		})
	}
	callers.Wait()
	if len(failed) > 0 {
		return found, failed[0]
	}
	for i, all := range took {
		slices.Sort(all)
		found.p50[i], found.p99[i] = all[(len(all)-1)*50/100], all[(len(all)-1)*99/100]
	}
	return found, nil
}

// hangs are calls of a stopped service, and callers who go on calling it.
type hangs struct {
	cancel context.CancelFunc
	calls  sync.WaitGroup
	// refused are those that there was no room for, and ended those of which the gateway noticed that nobody answers.
	refused, ended atomic.Int64
	// over gets a value when so many calls as there is no room for are over.
	over chan struct{}
}

// hang fills what the first gateway has room for, waits until the rest is refused, and goes on with a few callers.
func (f *fleet) hang(ctx context.Context) (*hangs, error) {
	ctx, cancel := context.WithCancel(ctx)
	h := &hangs{cancel: cancel, over: make(chan struct{}, 1)}
	call := func(user int) {
		switch status, _ := f.status(ctx, f.hadith(f.gateways[0], user)); { // how it fails is not what is measured
		case ctx.Err() != nil:
		case status == http.StatusTooManyRequests:
			h.refused.Add(1)
		default:
			h.ended.Add(1)
		}
		if h.refused.Load()+h.ended.Load() >= sent-held {
			select {
			case h.over <- struct{}{}:
			default:
			}
		}
	}
	for n := range sent {
		h.calls.Go(func() { call(1000 + n%100) })
	}
	select {
	case <-h.over:
	case <-time.After(setupTimeout):
		h.end()
		return nil, fmt.Errorf("of %d calls of the stopped service only %d are refused", sent, h.refused.Load())
	}
	for n := range persistent {
		h.calls.Go(func() {
			again := time.NewTicker(persistentEvery)
			defer again.Stop()
			for ctx.Err() == nil {
				call(2000 + n)
				select {
				case <-again.C:
				case <-ctx.Done():
				}
			}
		})
	}
	return h, nil
}

func (h *hangs) end() {
	h.cancel()
	h.calls.Wait()
}
