package main

import (
	"context"
	"errors"
	"net"
	"sync"
	"syscall"
	"time"
)

const (
	connectTimeout = 500 * time.Millisecond
	connectPause   = 20 * time.Millisecond
	avoided        = 10 * time.Second
)

// ingress connects to a program's pods, which its headless Service names, as an Ingress controller does: in turn, and for a
// while not to one that could not be connected to, or that broke a connection. A process that is killed on a busy machine takes
// a moment to go, in which connections to it are made and broken.
type ingress struct {
	mu     sync.Mutex
	next   int
	failed map[string]time.Time
}

func newIngress() *ingress { return &ingress{failed: map[string]time.Time{}} }

// connect is for http.Transport.
func (i *ingress) connect(ctx context.Context, network, address string) (net.Conn, error) {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	dialer := net.Dialer{Timeout: connectTimeout}
	for {
		var pod string
		pods, err := net.DefaultResolver.LookupHost(ctx, host)
		if err == nil {
			pod = i.choose(pods)
			var connection net.Conn
			connection, err = dialer.DialContext(ctx, network, net.JoinHostPort(pod, port))
			if err == nil {
				return &watched{connection, func() { i.avoid(pod) }}, nil
			}
			i.avoid(pod)
		}
		select {
		case <-time.After(connectPause):
		case <-ctx.Done():
			return nil, err
		}
	}
}

// choose returns the next pod that has not failed of late, or else the next one.
func (i *ingress) choose(pods []string) string {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.next++
	for turn := range pods {
		pod := pods[(i.next+turn)%len(pods)]
		if time.Since(i.failed[pod]) > avoided {
			return pod
		}
	}
	return pods[i.next%len(pods)]
}

func (i *ingress) avoid(pod string) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.failed[pod] = time.Now()
}

// watched is a connection whose breaking is noted.
type watched struct {
	net.Conn
	broke func()
}

// Read implements net.Conn.
func (w *watched) Read(p []byte) (int, error) {
	n, err := w.Conn.Read(p)
	if errors.Is(err, syscall.ECONNRESET) {
		w.broke()
	}
	return n, err
}
