package registrysvc

import (
	"errors"
	"fmt"
	"time"

	"github.com/salaatflow/platform/registry-svc/internal/addresses"
	"github.com/salaatflow/platform/registry-svc/internal/grants"
	"github.com/salaatflow/platform/registry-svc/internal/registrations"
	"github.com/salaatflow/platform/services/address"
	"github.com/salaatflow/platform/services/config"
	"github.com/salaatflow/platform/services/kit"
	"github.com/salaatflow/platform/services/ownership"
	"github.com/salaatflow/platform/services/toolspec"
)

// Config holds what an operator can set. Start from DefaultConfig.
type Config struct {
	kit.Config `embed:""`

	// DatabaseURL is the PostgreSQL database in which registrations are kept, so that several registries serve the same ones.
	// Empty keeps them in memory.
	DatabaseURL config.Secret `name:"database-url" placeholder:"URL" help:"Share registrations with other registries in postgres://USER:PASSWORD@HOST/DATABASE; empty keeps them in memory."`

	// PinDefinitions remembers the first definition of each version of a service, and publishes no other one before it is
	// accepted. Without a database it needs DefinitionsFile.
	PinDefinitions bool `negatable:"" help:"Remember the first definition of each version of a service, and publish a changed one only once an administrator has accepted it; without --database-url only if --definitions-file is set."`
	// DefinitionsFile is where a registry without a database remembers them. Empty remembers nothing.
	DefinitionsFile string `placeholder:"FILE" help:"Remember definitions in this file, if registrations are kept in memory; empty remembers none."`

	// PinReleasesOnly remembers no definitions of versions that are no releases. It is for a program that developers run, and
	// operators cannot set it.
	PinReleasesOnly bool `kong:"-"`

	// LeaseTTL is how long a registration lives unless it is renewed.
	LeaseTTL time.Duration `name:"lease-ttl" help:"Let a registration live this long unless it is renewed."`
	// SettlingTime is the time from the start until the catalogue is published; 0 means the lease TTL.
	SettlingTime time.Duration `help:"Publish the catalogue this long after the start; 0 means the lease TTL."`
	// RequiredTools end the settling time early once all of them are registered. If empty, only the time ends it.
	RequiredTools []string `placeholder:"NAME" help:"Publish the catalogue as soon as these tools are registered."`

	// HealthInterval is the time between two health checks of an instance, and HealthTimeout the time that one may take.
	HealthInterval time.Duration `help:"Check the health of each instance this often."`
	HealthTimeout  time.Duration `help:"Treat an instance that does not answer a health check within this time as unreachable."`

	// PlatformServices maps the platform's proto packages to the services that own them. If empty, the built-in owners
	// apply.
	PlatformServices []string `placeholder:"PACKAGE=SERVICE" help:"Let only this service offer this package of the platform and what is below it, such as salaatflow.tasks=tasks-svc; the built-in owners apply unless given."`

	// AllowAddresses are the networks whose addresses may be registered from another host.
	AllowAddresses []string `placeholder:"CIDR" help:"Let instances register addresses of this network even if they call from another address; may be given again."`

	// Grants is the file that says who may register what and who may watch.
	Grants string `placeholder:"FILE" type:"path" help:"Let only whom this file (YAML) names register services that are not the platform's, and see the catalogue; read again when it changes. It needs TLS or the credential."`

	// Limits bound what may be registered.
	Limits LimitsConfig `embed:"" prefix:"max-"`

	// XDS bounds what clients that speak xDS hold of the registry, in a program that serves them.
	XDS XDSConfig `embed:"" prefix:"max-xds-"`

	// AdmitStrangers lets programs that show nothing register services that are not the platform's, and see the catalogue, while
	// the platform's own show its credential. It is for a program that only this machine can reach, and operators cannot set it.
	AdmitStrangers bool `kong:"-"`

	// AllowLoopback lets programs of this machine register loopback addresses even if other machines can reach the
	// registry. It is for a program that runs services beside the registry, and operators cannot set it.
	AllowLoopback bool `kong:"-"`
}

// LimitsConfig bounds what may be registered. Each limit is at least 1.
type LimitsConfig struct {
	Services    int `help:"Register at most this many services."`
	Instances   int `help:"Register at most this many instances."`
	Definitions int `help:"Register at most this many definitions: each version of a service has its own."`
	Tools       int `help:"Register at most this many tools, counted in each definition."`
	Bytes       int `help:"Register at most this many bytes of descriptors."`

	RememberedServices int `help:"Remember the definitions of at most this many services: the one seen first longest ago, of those that are not registered, makes room."`

	InstancesPerService int `help:"Register at most this many instances of one service."`
	VersionsPerService  int `help:"Register at most this many versions of one service side by side."`

	DefinitionBytes       int `help:"Accept at most this many bytes of descriptors from one service."`
	DefinitionFiles       int `help:"Accept at most this many proto files from one service."`
	DefinitionTools       int `help:"Accept at most this many tools from one service."`
	DefinitionSchemaBytes int `help:"Accept no service whose tools' JSON Schemas have more bytes than this."`

	ServicesPerHost    int `help:"Let one host register at most this many services that are not the platform's."`
	InstancesPerHost   int `help:"Let one host register at most this many instances of such services."`
	DefinitionsPerHost int `help:"Let one host register at most this many definitions of such services."`
	ToolsPerHost       int `help:"Let one host register at most this many tools of such services."`
	BytesPerHost       int `help:"Let one host register at most this many bytes of descriptors of such services."`
}

// XDSConfig bounds the streams by which xDS clients follow the catalogue. Each limit is at least 1.
type XDSConfig struct {
	Streams        int `help:"Let at most this many xDS clients follow the catalogue at once."`
	StreamsPerHost int `help:"Let at most this many xDS clients of one host follow the catalogue at once."`
}

// Address is the default address of the registry, for itself and for every other program.
const Address = "127.0.0.1:9000"

// Without returns the flags of a service that a registry lacks, because it registers nowhere.
func Without() []string { return []string{"registry", "registry-instance-id", "advertise-address"} }

// DefaultConfig returns the configuration of a registry at Address that requires no credential.
func DefaultConfig() Config {
	defaults := Config{
		Config:         kit.DefaultConfig(),
		PinDefinitions: true,
		LeaseTTL:       10 * time.Second,
		HealthInterval: 5 * time.Second,
		HealthTimeout:  2 * time.Second,
		Limits:         defaultLimits(),
		XDS:            XDSConfig{Streams: 1024, StreamsPerHost: 256}, // as many as there may be instances
	}
	defaults.ListenAddress = Address
	return defaults
}

func defaultLimits() LimitsConfig {
	limits := registrations.DefaultLimits()
	return LimitsConfig{
		Services:    limits.Services,
		Instances:   limits.Instances,
		Definitions: limits.Definitions,
		Tools:       limits.Tools,
		Bytes:       limits.Bytes,

		RememberedServices: registrations.DefaultRemembered,

		InstancesPerService: limits.InstancesOfService,
		VersionsPerService:  limits.VersionsOfService,

		DefinitionBytes:       limits.Definition.Bytes,
		DefinitionFiles:       limits.Definition.Files,
		DefinitionTools:       limits.Definition.Tools,
		DefinitionSchemaBytes: limits.Definition.SchemaBytes,

		ServicesPerHost:    limits.PerHost.Services,
		InstancesPerHost:   limits.PerHost.Instances,
		DefinitionsPerHost: limits.PerHost.Definitions,
		ToolsPerHost:       limits.PerHost.Tools,
		BytesPerHost:       limits.PerHost.Bytes,
	}
}

// Validate returns an error that names each flag with a wrong value.
func (c Config) Validate() error {
	return errors.Join(
		c.Config.Validate(),
		c.validateDefinitionsFile(),
		between("--lease-ttl", c.LeaseTTL, time.Second, time.Hour),
		between("--settling-time", c.SettlingTime, 0, time.Hour),
		between("--health-interval", c.HealthInterval, 100*time.Millisecond, time.Hour),
		between("--health-timeout", c.HealthTimeout, 10*time.Millisecond, time.Minute),
		c.validateRequiredTools(),
		c.validatePlatformServices(),
		c.validateAllowAddresses(),
		c.validateGrants(),
		c.Limits.validate(),
		positive("--max-xds-streams", c.XDS.Streams),
		positive("--max-xds-streams-per-host", c.XDS.StreamsPerHost),
	)
}

func (c LimitsConfig) validate() error {
	return errors.Join(
		positive("--max-services", c.Services),
		positive("--max-instances", c.Instances),
		positive("--max-definitions", c.Definitions),
		positive("--max-tools", c.Tools),
		positive("--max-bytes", c.Bytes),
		positive("--max-remembered-services", c.RememberedServices),
		positive("--max-instances-per-service", c.InstancesPerService),
		positive("--max-versions-per-service", c.VersionsPerService),
		positive("--max-definition-bytes", c.DefinitionBytes),
		positive("--max-definition-files", c.DefinitionFiles),
		positive("--max-definition-tools", c.DefinitionTools),
		positive("--max-definition-schema-bytes", c.DefinitionSchemaBytes),
		positive("--max-services-per-host", c.ServicesPerHost),
		positive("--max-instances-per-host", c.InstancesPerHost),
		positive("--max-definitions-per-host", c.DefinitionsPerHost),
		positive("--max-tools-per-host", c.ToolsPerHost),
		positive("--max-bytes-per-host", c.BytesPerHost),
	)
}

func positive(flag string, n int) error {
	if n < 1 {
		return fmt.Errorf("%s: %d must be at least 1", flag, n)
	}
	return nil
}

func (c Config) validateRequiredTools() error {
	var errs []error
	for _, name := range c.RequiredTools {
		if !toolspec.ValidName(name) {
			errs = append(errs, fmt.Errorf("--required-tools: %q is not a tool name", name))
		}
	}
	return errors.Join(errs...)
}

func (c Config) validateDefinitionsFile() error {
	if c.DefinitionsFile != "" && c.DatabaseURL != "" {
		return errors.New("--definitions-file: a registry with --database-url remembers definitions there: leave one of the two out")
	}
	return nil
}

func (c Config) validatePlatformServices() error {
	if _, err := ownership.Parse(c.PlatformServices); err != nil {
		return fmt.Errorf("--platform-services: %w", err)
	}
	return nil
}

func (c Config) validateAllowAddresses() error {
	if _, err := addresses.Parse(c.AllowAddresses); err != nil {
		return fmt.Errorf("--allow-addresses: %w", err)
	}
	return nil
}

func (c Config) validateGrants() error {
	if c.Grants == "" {
		return nil
	}
	if !c.HasTLS() && !c.HasCredential() {
		return errors.New("--grants: nobody can be told apart: give --tls-cert, --tls-key and --tls-ca, or --credential-file")
	}
	if _, err := grants.Load(c.Grants); err != nil {
		return fmt.Errorf("--grants: %w", err)
	}
	return nil
}

// servesLoopback reports whether only this machine can reach the registry.
func (c Config) servesLoopback() bool {
	if c.Listener != nil {
		return address.IsLoopback(c.Listener.Addr().String())
	}
	return address.IsLoopback(c.ListenAddress)
}

func between(flag string, d, least, most time.Duration) error {
	if d < least || d > most {
		return fmt.Errorf("%s: %s must be from %s to %s", flag, d, least, most)
	}
	return nil
}

func (c LimitsConfig) limits() registrations.Limits {
	definition := toolspec.DefaultLimits()
	definition.Bytes, definition.Files = c.DefinitionBytes, c.DefinitionFiles
	definition.Tools, definition.SchemaBytes = c.DefinitionTools, c.DefinitionSchemaBytes
	return registrations.Limits{
		Definition:         definition,
		Services:           c.Services,
		Instances:          c.Instances,
		Definitions:        c.Definitions,
		Tools:              c.Tools,
		Bytes:              c.Bytes,
		InstancesOfService: c.InstancesPerService,
		VersionsOfService:  c.VersionsPerService,
		PerHost: registrations.HostLimits{
			Services: c.ServicesPerHost, Instances: c.InstancesPerHost, Definitions: c.DefinitionsPerHost,
			Tools: c.ToolsPerHost, Bytes: c.BytesPerHost,
		},
	}
}
