package telemetry

import (
	"fmt"
	"net/url"
)

// Config holds what an operator can set for telemetry.
type Config struct {
	// Log configures the log.
	Log LogConfig `embed:"" prefix:"log-"`
	// OTLPEndpoint is the URL of an OTLP collector that speaks gRPC; empty sends nothing.
	OTLPEndpoint string `name:"otlp-endpoint" placeholder:"URL" help:"Send traces and metrics to this OTLP collector, such as http://127.0.0.1:4317; empty sends nothing."`
}

// DefaultConfig is a text log at info, and no OTLP.
func DefaultConfig() Config { return Config{Log: DefaultLogConfig()} }

// Validate returns an error that names each flag with a wrong value.
func (c Config) Validate() error {
	if err := c.Log.Validate(); err != nil {
		return err
	}
	if c.OTLPEndpoint == "" {
		return nil
	}
	endpoint, err := url.Parse(c.OTLPEndpoint)
	if err != nil || endpoint.Host == "" || (endpoint.Scheme != "http" && endpoint.Scheme != "https") {
		return fmt.Errorf("--otlp-endpoint: %q is not a URL such as http://127.0.0.1:4317", c.OTLPEndpoint)
	}
	return nil
}
