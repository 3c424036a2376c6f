package gateway_test

import (
	"strings"
	"testing"

	"github.com/salaatflow/platform/gateway"
	"github.com/salaatflow/platform/services/config"
)

// oidcAt has callers sign in at an address.
func oidcAt(address string, change func(*gateway.Config)) func(*gateway.Config) {
	return func(c *gateway.Config) {
		c.Auth, c.HTTP = "oidc", address
		c.SignIn.Issuer, c.SignIn.Audience = []string{"https://id.example.org"}, []string{"https://api.example.org"}
		if change != nil {
			change(c)
		}
	}
}

func TestWhatIsWrongWithAConfigurationIsNamed(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*gateway.Config)
		want   string // empty where nothing is wrong
	}{
		{"the default", func(*gateway.Config) {}, ""},
		{"development on loopback", func(c *gateway.Config) { c.Auth = "dev" }, ""},
		{"development on IPv6 loopback", func(c *gateway.Config) { c.Auth, c.HTTP = "dev", "[::1]:0" }, ""},
		{"development by name", func(c *gateway.Config) { c.Auth, c.HTTP = "dev", "localhost:8080" }, ""},
		{"development for all the world", func(c *gateway.Config) { c.Auth, c.HTTP = "dev", ":8080" }, "loopback"},
		{"development on a network", func(c *gateway.Config) { c.Auth, c.HTTP = "dev", "0.0.0.0:8080" }, "loopback"},
		{"nobody believed, for all the world", func(c *gateway.Config) { c.HTTP = "0.0.0.0:8080" }, ""},
		{"tokens in plain text", oidcAt("0.0.0.0:8080", nil), "--http-tls-cert"},
		{"tokens on loopback", oidcAt("127.0.0.1:8080", nil), ""},
		{"tokens over HTTPS", oidcAt(":8443", func(c *gateway.Config) { c.HTTPTLS.Cert, c.HTTPTLS.Key = "tls.crt", "tls.key" }), ""},
		{"half of HTTPS", func(c *gateway.Config) { c.HTTPTLS.Cert = "tls.crt" }, "http-tls-key"},
		{"tokens to a proxy", oidcAt(":8080", func(c *gateway.Config) { c.TrustedProxies = []string{"10.0.0.0/8"} }), ""},
		{"tokens to what ends TLS", oidcAt(":8080", func(c *gateway.Config) { c.PublicURL = "https://api.example.org" }), ""},
		{"tokens in plain text, as is wanted", oidcAt(":8080", func(c *gateway.Config) { c.Insecure = true }), ""},
		{"another way to prove it", func(c *gateway.Config) { c.Auth = "trust" }, "auth"},
		{"no time to start", func(c *gateway.Config) { c.StartupTimeout = 0 }, "startup-timeout"},
		{"no time for a call", func(c *gateway.Config) { c.CallTimeout = -1 }, "call-timeout"},
		{"no time to drain", func(c *gateway.Config) { c.DrainTimeout = 0 }, "drain-timeout"},
		{"a delay before now", func(c *gateway.Config) { c.DrainDelay = -1 }, "drain-delay"},
		{"no calls at all", func(c *gateway.Config) { c.MaxInFlight = 0 }, "max-in-flight"},
		{"a queue shorter than empty", func(c *gateway.Config) { c.MaxQueued = -1 }, "max-queued"},
		{"no queue", func(c *gateway.Config) { c.MaxQueued = 0 }, ""},
		{"no time to wait in a queue", func(c *gateway.Config) { c.MaxQueueWait = 0 }, "max-queue-wait"},
		{"no bodies at all", func(c *gateway.Config) { c.MaxBodyBytes = 0 }, "max-body-bytes"},
		{"an ops address nowhere", func(c *gateway.Config) { c.OpsAddress = "8081" }, "ops-address"},
		{"profiles nowhere", func(c *gateway.Config) { c.OpsAddress, c.Pprof = "", true }, "pprof"},
		{"no ops address", func(c *gateway.Config) { c.OpsAddress = "" }, ""},
		{"a registry nowhere", func(c *gateway.Config) { c.Registry = "registry" }, "registry"},
	} {
		t.Run(c.name, func(t *testing.T) {
			config := gateway.DefaultConfig()
			c.change(&config)
			err := config.Validate()
			if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
				t.Errorf("want %q, got %v", c.want, err)
			}
		})
	}
}

// A gateway that signs nobody in is not asked for a provider, by its command line either.
func TestAGatewayWithoutSignInNeedsNoProvider(t *testing.T) {
	for _, mode := range []string{"none", "dev"} {
		grammar := struct {
			Serve struct {
				gateway.Config `embed:""`
			} `cmd:""`
		}{}
		grammar.Serve.Config = gateway.DefaultConfig()
		if _, err := config.Parse(&grammar, []string{"serve", "--auth", mode}, config.Options{Name: "gateway"}); err != nil {
			t.Errorf("--auth %s: %v", mode, err)
		}
	}
}
