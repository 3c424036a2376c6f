// Command load calls the platform all the time, as people, agents and services do, and tells over HTTP how the calls went:
// GET /next answers with the report of the interval since the last one, and begins another; GET /so-far?after=2s with what there is
// of it two seconds later. It runs as a pod in the cluster that is tested.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"net/http"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/salaatflow/platform/services/mtls"
	"github.com/salaatflow/platform/services/toolclient"
)

func main() {
	var (
		gateway  = flag.String("gateway", "", "the gateway's URL")
		registry = flag.String("registry", "", "the registry's address")
		secret   = flag.String("credential-file", "", "the platform's credential")
		listen   = flag.String("listen", ":8080", "answer here")
		every    = flag.Duration("every", 100*time.Millisecond, "the time between two calls of a kind")
		only     = flag.String("only", "", "make only the calls whose name begins so")
		timeout  = flag.Duration("timeout", 2*time.Second, "the most that a call may take")
	)
	var tls mtls.Config
	flag.StringVar(&tls.Cert, "tls-cert", "", "the program's certificate")
	flag.StringVar(&tls.Key, "tls-key", "", "its key")
	flag.StringVar(&tls.CA, "tls-ca", "", "the authority of all programs")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, os.Interrupt)
	defer stop()
	tools, err := newTools(ctx, *registry, *secret, tls)
	if err == nil {
		err = run(ctx, *gateway, tools, *listen, *only, *every, *timeout)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "load:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, gateway string, tools *toolclient.Client, listen, only string, every, timeout time.Duration) error {
	kinds := append(edgeKinds(gateway), toolKinds(tools)...)
	kinds = slices.DeleteFunc(kinds, func(k kind) bool { return !strings.HasPrefix(k.name, only) })
	l := newLoad(kinds, timeout)
	server := &http.Server{Addr: listen, ReadHeaderTimeout: time.Second, Handler: handler(l)}
	go func() {
		<-ctx.Done()
		_ = server.Close() // the program ends
	}()
	l.start(ctx, every)
	if err := server.ListenAndServe(); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

func handler(l *load) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(http.ResponseWriter, *http.Request) {})
	answer := func(w http.ResponseWriter, value any) {
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(value) // the client may have gone
	}
	// GET, since "kubectl get --raw" is how a test reaches a pod through any API server.
	mux.HandleFunc("GET /next", func(w http.ResponseWriter, _ *http.Request) { answer(w, l.next()) })
	mux.HandleFunc("GET /so-far", func(w http.ResponseWriter, r *http.Request) {
		if after, err := time.ParseDuration(r.FormValue("after")); err == nil {
			wait(r.Context(), after)
		}
		answer(w, l.soFar())
	})
	return mux
}

func wait(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done(): // who asked has gone
	}
}
