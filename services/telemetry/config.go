package telemetry

import (
	"fmt"
	"net/url"
)

// Config is what an operator chooses of telemetry.
type Config struct {
	// Log says how the log is written.
	Log LogConfig `embed:"" prefix:"log-"`
	// OTLPEndpoint is the URL of an OTLP collector that speaks gRPC; empty sends nothing.
	OTLPEndpoint string `name:"otlp-endpoint" placeholder:"URL" help:"Send traces and metrics to this OTLP collector, such as http://127.0.0.1:4317; empty sends nothing."`
}

// DefaultConfig is a text log at info, and no OTLP.
func DefaultConfig() Config { return Config{Log: DefaultLogConfig()} }

// Validate says what is wrong, by flag.
func (c Config) Validate() error {
	if err := c.Log.Validate(); err != nil {
		return err
	}
	if c.OTLPEndpoint == "" {
		return nil
	}
	endpoint, err := url.Parse(c.OTLPEndpoint)
	if err != nil || endpoint.Host == "" || (endpoint.Scheme != "http" && endpoint.Scheme != "https") {
		return fmt.Errorf("--otlp-endpoint: %q is no URL such as http://127.0.0.1:4317", c.OTLPEndpoint)
	}
	return nil
}
