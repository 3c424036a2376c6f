package kit

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/pprof"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/salaatflow/platform/services/telemetry"
)

// ops serves health, metrics and profiles over HTTP. A nil *ops serves none.
type ops struct {
	listener net.Listener
	server   *http.Server
	ready    atomic.Bool
	done     chan struct{}
}

func startOps(ctx context.Context, config Config, t *telemetry.Telemetry) (*ops, error) {
	if config.OpsAddress == "" {
		return nil, nil
	}
	var listen net.ListenConfig
	listener, err := listen.Listen(ctx, "tcp", config.OpsAddress)
	if err != nil {
		return nil, fmt.Errorf("--ops-address: %w", err)
	}
	o := &ops{listener: listener, done: make(chan struct{})}
	o.server = &http.Server{
		Handler:           o.handler(config.Pprof, t.Gatherer),
		ReadHeaderTimeout: 5 * time.Second,
		ErrorLog:          slog.NewLogLogger(t.Logger.Handler(), slog.LevelWarn),
	}
	go func() {
		defer close(o.done)
		if err := o.server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			t.Logger.ErrorContext(ctx, "the ops port failed", slog.Any("error", err))
		}
	}()
	return o, nil
}

func (o *ops) handler(profiles bool, metrics prometheus.Gatherer) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintln(w, "ok") // alive, whatever else is: a restart would not mend a database
	})
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, _ *http.Request) {
		if !o.ready.Load() {
			http.Error(w, "not serving", http.StatusServiceUnavailable)
			return
		}
		fmt.Fprintln(w, "ok")
	})
	process := prometheus.NewRegistry()
	process.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	gatherers := prometheus.Gatherers{process}
	if metrics != nil {
		gatherers = append(gatherers, metrics)
	}
	mux.Handle("GET /metrics", promhttp.HandlerFor(gatherers, promhttp.HandlerOpts{}))
	if profiles {
		mux.HandleFunc("GET /debug/pprof/", pprof.Index)
		mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
		mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
		mux.HandleFunc("GET /debug/pprof/cmdline", pprof.Cmdline)
		mux.HandleFunc("GET /debug/pprof/symbol", pprof.Symbol)
		mux.HandleFunc("POST /debug/pprof/symbol", pprof.Symbol)
	}
	return mux
}

func (o *ops) setReady(ready bool) {
	if o != nil {
		o.ready.Store(ready)
	}
}

// address is where it serves; empty when it does not.
func (o *ops) address() string {
	if o == nil {
		return ""
	}
	return o.listener.Addr().String()
}

func (o *ops) stop(ctx context.Context) error {
	if o == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	err := o.server.Shutdown(ctx)
	if err != nil { // a scrape that hangs is cut off
		err = o.server.Close()
	}
	<-o.done
	if err != nil {
		return fmt.Errorf("stop the ops port: %w", err)
	}
	return nil
}
