package gateway

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"
)

const healthcheckTimeout = 3 * time.Second

// Healthcheck checks whether the gateway started with this configuration is ready.
func (c Config) Healthcheck(ctx context.Context) error {
	host, port, err := net.SplitHostPort(c.OpsAddress)
	if err != nil || port == "0" {
		return errors.New("--ops-address: a health check needs the one that the gateway was started with")
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "localhost"
	}
	ctx, cancel := context.WithTimeout(ctx, healthcheckTimeout)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+net.JoinHostPort(host, port)+"/readyz", nil)
	if err != nil {
		return err
	}
	response, err := (&http.Client{Timeout: healthcheckTimeout}).Do(request)
	if err != nil {
		return fmt.Errorf("the gateway does not answer: %w", err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("the gateway is not ready: %s", response.Status)
	}
	return nil
}
