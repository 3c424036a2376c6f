package discovery_test

import (
	"encoding/json"
	"slices"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	"github.com/salaatflow/platform/services/catalog"
	"github.com/salaatflow/platform/services/catalog/catalogtest"
	"github.com/salaatflow/platform/services/discovery"
	"github.com/salaatflow/platform/services/toolspec"
)

func TestTheServiceConfigIsOneThatGRPCTakes(t *testing.T) {
	for name, methods := range map[string][]string{
		"nothing is retried": nil,
		"two are":            {"/garden.v1.Garden/Look", "/garden.v1.Garden/Count"},
	} {
		t.Run(name, func(t *testing.T) {
			config := discovery.ServiceConfig(discovery.DefaultEjection(), methods)
			conn, err := grpc.NewClient("passthrough:///x",
				grpc.WithTransportCredentials(insecure.NewCredentials()), grpc.WithDefaultServiceConfig(config))
			if err != nil {
				t.Fatalf("%v: %s", err, config)
			}
			_ = conn.Close()
		})
	}
}

func TestOnlyTheMethodsNamedAreRetriedAndOnlyWhenUnavailable(t *testing.T) {
	var config struct {
		MethodConfig []struct {
			Name        []struct{ Service, Method string }
			RetryPolicy struct {
				MaxAttempts          int
				RetryableStatusCodes []string
			}
		}
	}
	text := discovery.ServiceConfig(discovery.DefaultEjection(), []string{"/garden.v1.Garden/Look"})
	if err := json.Unmarshal([]byte(text), &config); err != nil {
		t.Fatal(err)
	}
	if len(config.MethodConfig) != 1 || len(config.MethodConfig[0].Name) != 1 {
		t.Fatalf("got %s", text)
	}
	retried := config.MethodConfig[0]
	if retried.Name[0].Service != "garden.v1.Garden" || retried.Name[0].Method != "Look" ||
		retried.RetryPolicy.MaxAttempts != 3 || !slices.Equal(retried.RetryPolicy.RetryableStatusCodes, []string{"UNAVAILABLE"}) {
		t.Errorf("got %+v", retried)
	}
}

// mixed has tools and other RPCs of every kind.
const mixed = `
edition = "2023";
package garden.v1;
import "salaatflow/tools/v1/tool.proto";
// A garden.
service Garden {
  // Looks.
  rpc Look(Request) returns (Response) { option (salaatflow.tools.v1.tool) = {name: "look" read_only: true}; }
  // Waters.
  rpc Water(Request) returns (Response) { option (salaatflow.tools.v1.tool) = {name: "water" idempotent: true}; }
  // Sows.
  rpc Sow(Request) returns (Response) { option (salaatflow.tools.v1.tool) = {name: "sow"}; }
  // Digs: a tool's option counts, and not the level.
  rpc Dig(Request) returns (Response) {
    option idempotency_level = IDEMPOTENT;
    option (salaatflow.tools.v1.tool) = {name: "dig"};
  }
  // Counts.
  rpc Count(Request) returns (Response) { option idempotency_level = NO_SIDE_EFFECTS; }
  // Sets.
  rpc Set(Request) returns (Response) { option idempotency_level = IDEMPOTENT; }
  // Burns.
  rpc Burn(Request) returns (Response);
  // Listens.
  rpc Listen(Request) returns (stream Response) { option idempotency_level = NO_SIDE_EFFECTS; }
}
// A request.
message Request {}
// A response.
message Response {}
`

func TestRetryableIsWhatMayBeCalledTwice(t *testing.T) {
	garden, err := catalogtest.NewDefinition("garden-svc", "1", []string{"garden.v1.Garden"},
		catalogtest.Compile(t, mixed), toolspec.DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	c := catalog.New(1, []*catalog.Definition{garden}, []catalog.Instance{
		{ID: "a", Service: "garden-svc", DefinitionHash: garden.Hash},
	})
	want := []string{
		"/garden.v1.Garden/Count", "/garden.v1.Garden/Look", "/garden.v1.Garden/Set", "/garden.v1.Garden/Water",
	}
	if got := discovery.Retryable(c, "garden-svc"); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := discovery.Retryable(c, "kitchen-svc"); len(got) != 0 {
		t.Errorf("of another service, %v", got)
	}
}

func TestWhereVersionsDifferNothingIsRetried(t *testing.T) {
	version := func(v string, readOnly bool) *catalog.Definition {
		d, err := catalogtest.NewDefinition("garden-svc", v, []string{catalogtest.GRPCService(pkg)},
			catalogtest.Files(t, pkg, catalogtest.Tool{Name: "look", ReadOnly: readOnly}), toolspec.DefaultLimits())
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	for name, definitions := range map[string][]*catalog.Definition{
		"the newer may not": {version("1", true), version("2", false)},
		"the older may not": {version("1", false), version("2", true)},
	} {
		var instances []catalog.Instance
		for _, d := range definitions {
			instances = append(instances, catalog.Instance{ID: d.Version, Service: d.Service, DefinitionHash: d.Hash})
		}
		if got := discovery.Retryable(catalog.New(1, definitions, instances), "garden-svc"); len(got) != 0 {
			t.Errorf("%s: retried is %v", name, got)
		}
	}
}
