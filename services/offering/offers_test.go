package offering

import (
	"errors"
	"testing"

	"github.com/salaatflow/platform/services/catalog"
	"github.com/salaatflow/platform/services/catalog/catalogtest"
	"github.com/salaatflow/platform/services/toolspec"
)

// offered is what a service registers with a prompt and a resource.
func offered(t *testing.T, service, pkg, prompt, uri string) *catalog.Definition {
	t.Helper()
	files := catalogtest.Compile(t, `edition = "2023"; package `+pkg+`;
import "salaatflow/tools/v1/content.proto"; import "salaatflow/tools/v1/prompt.proto"; import "salaatflow/tools/v1/resource.proto";
message Empty {}
message Said { repeated salaatflow.tools.v1.Turn turns = 1; }
service TestService {
  rpc Say(Empty) returns (Said) {
    option idempotency_level = NO_SIDE_EFFECTS;
    option (salaatflow.tools.v1.prompt) = {name: "`+prompt+`"};
    option (salaatflow.tools.v1.resource) = {name: "here" uri: "`+uri+`"};
    option (salaatflow.tools.v1.resource) = {name: "there" uri: "`+uri+`/there"};
  }
}`)
	definition, err := catalogtest.NewDefinition(service, "1", []string{pkg + ".TestService"}, files, toolspec.DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	return definition
}

// A prompt's name and a scheme are one service's, as a tool's name is; the names of resources are not compared.
func TestPromptsAndSchemesBelongToOneService(t *testing.T) {
	var index Index
	claims := func(definition *catalog.Definition) Claims {
		claims, err := ClaimsOf(definition)
		if err != nil {
			t.Fatal(err)
		}
		return claims
	}
	index.Add("a", claims(offered(t, "a-svc", "a.v1", "say", "a://x")))
	for want, other := range map[Kind]*catalog.Definition{
		KindPrompt: offered(t, "b-svc", "b.v1", "say", "b://x"),
		KindScheme: offered(t, "b-svc", "c.v1", "tell", "a://y"),
		"":         offered(t, "b-svc", "d.v1", "tell", "b://x"),
	} {
		var taken *NameTakenError
		err := index.Check(claims(other))
		if errors.As(err, &taken) != (want != "") || taken != nil && (taken.Claim != want || taken.Holder != "a-svc") {
			t.Errorf("%s: %v", want, err)
		}
	}
	if err := index.Check(claims(offered(t, "a-svc", "a.v1", "say", "a://z"))); err != nil {
		t.Errorf("another version: %v", err)
	}
}
