package cli

import (
	"context"
	"fmt"
	"time"

	auditsvc "github.com/salaatflow/platform/audit-svc"
	chatsvc "github.com/salaatflow/platform/chat-svc"
	"github.com/salaatflow/platform/gateway"
	registrysvc "github.com/salaatflow/platform/registry-svc"
	"github.com/salaatflow/platform/salaatflow/platform"
	"github.com/salaatflow/platform/services/access"
	"github.com/salaatflow/platform/services/address"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/config"
	"github.com/salaatflow/platform/services/credential"
	"github.com/salaatflow/platform/services/languagemodel"
	"github.com/salaatflow/platform/services/mtls"
	"github.com/salaatflow/platform/services/telemetry"
	skillssvc "github.com/salaatflow/platform/skills-svc"
)

type upCommand struct {
	HTTP           string `help:"Serve the gateway here, host:port; port 0 picks one." placeholder:"ADDR"`
	Data           string `help:"Keep the SQLite files in this folder." placeholder:"DIR" type:"path"`
	Now            string `help:"Start the clock at this time (RFC 3339), for demonstrations and tests." placeholder:"TIME"`
	OpsAddress     string `help:"Serve /healthz, /readyz, /metrics and profiles here, host:port; a free port if another program has the default; empty serves none." placeholder:"ADDR"`
	RegistryListen string `help:"Serve the registry here, host:port, for services of other processes to join; a free port if another program has the default; port 0 picks one." placeholder:"ADDR"`
	Auth           string `help:"How callers authenticate: oidc by bearer tokens of OpenID providers and API tokens; dev trusts X-User-ID and user_id (loopback only); none accepts no credentials."`
	PublicURL      string `help:"The URL at which callers reach the gateway, as it names itself to those who must sign in; by default the host that they called, with https off loopback." placeholder:"URL"`

	SignIn  gateway.SignIn  `embed:"" prefix:"oidc-"`
	HTTPTLS gateway.HTTPTLS `embed:"" prefix:"http-tls-"`

	Limits         string   `help:"Rate limits: a YAML file, which is read again when it changes; default for the built-in ones; or off. Unless given, off on a loopback address and default elsewhere." placeholder:"FILE"`
	TrustedProxies []string `help:"Addresses or networks of reverse proxies whose X-Forwarded-For is believed, such as 10.0.0.0/8; none by default." placeholder:"CIDR"`

	Policy     access.Config     `embed:""`
	Credential credential.Config `embed:""`
	TLS        mtls.Config       `embed:""`
	Insecure   bool              `help:"Serve the registry to other machines, and callers who sign in, in plain text: whoever is on the network between can read and change everything, and learn the credential and callers' tokens."`

	AllowedOrigins []string `help:"Origins of other sites whose pages may call, such as https://app.example.org; none by default, and with --auth dev the pages of this machine at /mcp." placeholder:"ORIGIN"`

	StartupTimeout time.Duration    `help:"After this long, warn of required tools that are not registered yet."`
	Telemetry      telemetry.Config `embed:""`

	LLM    languagemodel.Config `embed:"" prefix:"llm-"`
	Skills skillssvc.Settings   `embed:"" prefix:"skills-"`
	Trail  auditsvc.Settings    `embed:"" prefix:"audit-"`
}

func defaultUp() upCommand {
	config := gateway.DefaultConfig()
	return upCommand{
		HTTP: config.HTTP, Data: "data", OpsAddress: config.OpsAddress, RegistryListen: registrysvc.Address, Auth: "dev",
		SignIn: config.SignIn, StartupTimeout: config.StartupTimeout,
		Telemetry: telemetry.DefaultConfig(), LLM: languagemodel.DefaultConfig(), Skills: skillssvc.DefaultSettings(),
		Trail: auditsvc.DefaultSettings(),
	}
}

// upEnv is what the environment variables of the command begin with.
const upEnv = "SALAATFLOW_UP"

// UpSettings returns the settings of the command up, in the order of its help.
func UpSettings() ([]config.Flag, error) {
	grammar := struct {
		Up upCommand `embed:""`
	}{defaultUp()}
	return config.Describe(&grammar, config.Options{Name: "salaatflow up", EnvPrefix: upEnv})
}

// skills returns the settings of skills. Unless they name an endpoint of their own, they use the one for everything.
func (c upCommand) skills() skillssvc.Settings {
	settings := c.Skills
	if settings.Model.Enabled() {
		return settings
	}
	settings.Model.URL, settings.Model.Key = c.LLM.URL, c.LLM.Key
	if settings.Model.Model == "" {
		settings.Model.Model = c.LLM.Model
	}
	return settings
}

// Run runs the platform until it is told to stop.
func (c upCommand) Run(ctx context.Context, streams Streams) error {
	config := platform.Config{Gateway: gateway.DefaultConfig(), Data: c.Data, Telemetry: c.Telemetry, LogOutput: streams.Err}
	config.Skills = c.skills()
	config.Chat = chatsvc.DefaultSettings()
	config.Chat.Model = c.LLM
	config.Audit = c.Trail
	config.Gateway.HTTP, config.Gateway.Auth, config.Gateway.StartupTimeout = c.HTTP, c.Auth, c.StartupTimeout
	config.Gateway.SignIn, config.Gateway.PublicURL = c.SignIn, c.PublicURL
	config.Gateway.OpsAddress, config.Gateway.Pprof = c.OpsAddress, address.IsLoopback(c.OpsAddress)
	config.Gateway.Limits, config.Gateway.TrustedProxies = c.Limits, c.TrustedProxies
	config.Gateway.AllowedOrigins = c.AllowedOrigins
	config.Gateway.Policy, config.Gateway.HTTPTLS, config.Gateway.Insecure = c.Policy, c.HTTPTLS, c.Insecure
	config.RegistryListen, config.Credential, config.TLS, config.Insecure = c.RegistryListen, c.Credential, c.TLS, c.Insecure
	if err := config.Validate(); err != nil {
		return usageError(err.Error())
	}
	if c.Now != "" {
		now, err := time.Parse(time.RFC3339, c.Now)
		if err != nil {
			return usageError(fmt.Sprintf("--now: %q is not a time such as 2026-03-02T10:00:00+05:00", c.Now))
		}
		config.Clock = clock.StartingAt(now)
	}
	started := time.Now() // real time, whatever --now says
	running, err := platform.New(ctx, config)
	if err != nil {
		return err
	}
	go func() {
		if running.Ready(ctx) == nil {
			welcome(streams, running, config.Gateway.Auth, time.Since(started))
		}
	}()
	return running.Run(ctx)
}

func welcome(streams Streams, running *platform.Platform, auth string, took time.Duration) {
	url, ops := running.Gateway().URL(), "off"
	if bound := running.Gateway().OpsAddress(); bound != "" {
		ops = fmt.Sprintf("http://%s/readyz, /healthz, /metrics", bound)
		if address.IsLoopback(bound) {
			ops += ", /debug/pprof/"
		}
	}
	fmt.Fprintf(streams.Out, `salaatflow is ready at %[1]s (%[2]d ms)

  people  %[1]s/, for operators %[1]s/console
  tools   curl %[1]s/api/v1/tools
%[5]s  MCP     %[1]s/mcp
%[6]s  docs    %[1]s/docs
  ops     %[4]s
  join    %[3]s is the registry, where services join and say where they are

Ctrl-C stops it.
`, url, took.Milliseconds(), running.Registry(), ops, firstCalls(auth, url), howToCall(running.CredentialFile()))
}

// howToCall returns how the platform's services are called over gRPC, with the secret in a file; "" where certificates do.
func howToCall(credential string) string {
	if credential == "" {
		return ""
	}
	return fmt.Sprintf("  gRPC    grpcurl -plaintext -H \"authorization: Bearer $(head -n 1 '%s')\" …\n", credential)
}

// firstCalls returns calls that somebody may try first, where callers authenticate in this way.
func firstCalls(auth, url string) string {
	switch auth {
	case "dev":
		return fmt.Sprintf(`  task    curl %[1]s/api/v1/tools/add_task -H 'X-User-ID: 1' -d '{"title": "Read Quran after Fajr"}'
  chat    curl %[1]s/api/v1/chat -d '{"message": "Fajr ka task bana do", "user_id": 1}'
`, url)
	case "oidc":
		return fmt.Sprintf(`  sign in salaatflow login --gateway %[1]s
  task    salaatflow call add_task title="Read Quran after Fajr" --gateway %[1]s
  chat    salaatflow chat --gateway %[1]s
`, url)
	default:
		return fmt.Sprintf("  chat    curl %s/api/v1/chat -d '{\"message\": \"Fajr kab hai?\"}'\n", url)
	}
}
