// Package ops serves health, metrics and profiles for operators, over HTTP at an address of its own.
package ops

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/pprof"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/salaatflow/platform/services/address"
	"github.com/salaatflow/platform/services/httphost"
	"github.com/salaatflow/platform/services/secureheaders"
)

// profileTime is the longest that a response may take, which is the longest profile that can be requested.
const profileTime = 2 * time.Minute

// Options configures a Server.
type Options struct {
	// Listener is where; the server closes it. It is required.
	Listener net.Listener
	// Ready answers /readyz. It is required.
	Ready http.Handler
	// Gatherer reads the metrics that are shown besides the process's own; nil shows those alone.
	Gatherer prometheus.Gatherer
	// Profiles serves /debug/pprof/.
	Profiles bool
	// Logger receives failures. It is required.
	Logger *slog.Logger
}

// Server serves until Stop. A nil *Server serves nothing, at no address.
type Server struct {
	listener net.Listener
	server   *http.Server
	done     chan struct{}
}

// Serve starts a server.
func Serve(options Options) *Server {
	s := &Server{listener: options.Listener, done: make(chan struct{})}
	s.server = &http.Server{
		Handler:           handler(options),
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       10 * time.Second,
		WriteTimeout:      profileTime,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    16 << 10,
		ErrorLog:          slog.NewLogLogger(options.Logger.Handler(), slog.LevelWarn),
	}
	go func() {
		defer close(s.done)
		if err := s.server.Serve(options.Listener); !errors.Is(err, http.ErrServerClosed) {
			options.Logger.Error("failed to serve the ops port", slog.Any("error", err))
		}
	}()
	return s
}

func handler(options Options) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintln(w, "ok") // alive, whatever else is: a restart would not mend a database
	})
	mux.Handle("GET /readyz", options.Ready)
	process := prometheus.NewRegistry()
	process.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	gatherers := prometheus.Gatherers{process}
	if options.Gatherer != nil {
		gatherers = append(gatherers, options.Gatherer)
	}
	mux.Handle("GET /metrics", promhttp.HandlerFor(gatherers, promhttp.HandlerOpts{
		ErrorLog: errorLog{options.Logger}, EnableOpenMetrics: true, // which has exemplars
	}))
	if options.Profiles {
		mux.HandleFunc("GET /debug/pprof/", pprof.Index)
		mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
		mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
		mux.HandleFunc("GET /debug/pprof/cmdline", pprof.Cmdline)
		mux.HandleFunc("GET /debug/pprof/symbol", pprof.Symbol)
		mux.HandleFunc("POST /debug/pprof/symbol", pprof.Symbol)
	}
	hosts := httphost.Rule{Loopback: address.IsLoopback(options.Listener.Addr().String())}
	return secureheaders.Handler(hosts.Check(mux, http.HandlerFunc(refuseHost)))
}

func refuseHost(w http.ResponseWriter, _ *http.Request) {
	http.Error(w, "the Host header names a host that is not this machine; use localhost or a loopback address", http.StatusForbidden)
}

// Address returns where it serves, host:port; empty when it does not.
func (s *Server) Address() string {
	if s == nil {
		return ""
	}
	return s.listener.Addr().String()
}

// Stop lets a scrape finish within a short time, and closes the listener.
func (s *Server) Stop(ctx context.Context) error {
	if s == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	err := s.server.Shutdown(ctx)
	if err != nil { // a scrape that hangs is cut off
		err = s.server.Close()
	}
	<-s.done
	if err != nil {
		return fmt.Errorf("stop the ops port: %w", err)
	}
	return nil
}

// errorLog lets the metrics handler log through slog.
type errorLog struct{ *slog.Logger }

func (l errorLog) Println(v ...any) { l.Error("metrics could not be gathered", slog.Any("error", v)) }
