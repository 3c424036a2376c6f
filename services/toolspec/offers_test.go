package toolspec_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"

	"github.com/salaatflow/platform/services/toolspec"
	"github.com/salaatflow/platform/services/toolspec/prototest"
)

// offering returns the text of a service with these RPCs, whose messages are there already.
func offering(rpcs string) string {
	return `edition = "2023"; package garden.v1;
import "salaatflow/tools/v1/tool.proto"; import "salaatflow/tools/v1/prompt.proto"; import "salaatflow/tools/v1/resource.proto";
import "salaatflow/tools/v1/completion.proto"; import "salaatflow/tools/v1/content.proto"; import "buf/validate/validate.proto";
import "salaatflow/tools/v1/round.proto"; import "google/api/httpbody.proto";
message BedRequest {
  // The number of the bed.
  int32 bed = 1 [(buf.validate.field).int32.gte = 1, features.field_presence = IMPLICIT];
  // How it is shown.
  Form form = 2;
  string season = 3 [(buf.validate.field).string = {in: ["spring", "autumn"]}];
  bool wet = 4;
}
enum Form { FORM_UNSPECIFIED = 0; FORM_LONG = 1; FORM_SHORT = 2; }
message Listed { repeated string names = 1; }
message Nested { BedRequest bed = 1; }
message Empty {}
message Said { repeated salaatflow.tools.v1.Turn turns = 1; }
message Plain { string text = 1; }
message Held { repeated salaatflow.tools.v1.Resource contents = 1; }
message Twice { salaatflow.tools.v1.Resource one = 1; salaatflow.tools.v1.Resource other = 2; }
message Answered { string bed = 1; salaatflow.tools.v1.Inputs answers = 2; }
message Asked { salaatflow.tools.v1.InputRequired asked = 1; repeated salaatflow.tools.v1.Turn turns = 2; }
message AskedOften { repeated salaatflow.tools.v1.InputRequired asked = 1; repeated salaatflow.tools.v1.Turn turns = 2; }
message Pair { string one = 1; string other = 2; }
service Garden {

` + rpcs + ` }`
}

// rpc returns an RPC with options, which changes nothing.
func rpc(name, request, response, options string) string {
	return fmt.Sprintf("rpc %s(%s) returns (%s) { option idempotency_level = NO_SIDE_EFFECTS; %s }\n", name, request, response, options)
}

func manifestOf(t testing.TB, rpcs string) (*toolspec.Manifest, error) {
	t.Helper()
	set := prototest.Set(t, map[string]string{"garden.proto": offering(rpcs)})
	var contents [][]byte
	for _, file := range set.GetFile() {
		content, err := proto.Marshal(file)
		if err != nil {
			t.Fatal(err)
		}
		contents = append(contents, content)
	}
	return toolspec.FromFiles(contents, []string{"garden.v1.Garden"}, toolspec.DefaultLimits())
}

const (
	complete = "salaatflow.tools.v1.CompleteRequest"
	answered = "salaatflow.tools.v1.CompleteResponse"
)

func TestAPromptMayAskItsCaller(t *testing.T) {
	const option = `option (salaatflow.tools.v1.prompt) = {name: "tend"};`
	manifest, err := manifestOf(t, rpc("Tend", "Answered", "Asked", option))
	if err != nil {
		t.Fatal(err)
	}
	tend := manifest.Prompts[0]
	if talk := tend.RPC.Talk; !talk.Asks() || talk.Inputs != 2 || talk.InputRequired != 1 || talk.Streams {
		t.Errorf("it asks %+v", talk)
	}
	if len(tend.Arguments) != 1 || tend.Arguments[0].Name != "bed" {
		t.Errorf("the arguments are %+v", tend.Arguments)
	}
	_, err = manifestOf(t, rpc("Tend", "Answered", "AskedOften", option))
	if err == nil || !strings.Contains(err.Error(), "InputRequired stands once") {
		t.Errorf("asked in a list: %v", err)
	}
}

func TestAnRPCIsAPromptAndAResource(t *testing.T) {
	manifest, err := manifestOf(t, "// Says how to tend a bed.\n"+
		rpc("Tend", "BedRequest", "Said", `option (salaatflow.tools.v1.prompt) = {name: "tend"};`)+
		rpc("Show", "BedRequest", "Plain", `
			option (salaatflow.tools.v1.resource) = {uri: "bed://{bed}/{form}" name: "bed_in_form"};
			option (salaatflow.tools.v1.resource) = {uri: "bed://{bed}/picture" name: "bed_picture" mime_type: "image/png" changes: true};`)+
		rpc("All", "Empty", "Held", `option (salaatflow.tools.v1.resource) = {uri: "bed://all" name: "beds"};`)+
		rpc("Paper", "Empty", "google.api.HttpBody", `option (salaatflow.tools.v1.resource) = {uri: "paper://all" name: "paper"};`)+
		rpc("Find", complete, answered, `option (salaatflow.tools.v1.completion) = {parameters: "bed"};`))
	if err != nil {
		t.Fatal(err)
	}
	if len(manifest.Tools) > 0 || len(manifest.Prompts) != 1 {
		t.Fatalf("%d tools, %d prompts", len(manifest.Tools), len(manifest.Prompts))
	}
	tend := manifest.Prompts[0]
	if tend.Name != "tend" || tend.Title != "Tend" || tend.Description != "Says how to tend a bed." || tend.Turns != "turns" ||
		tend.RPC.Name != "garden.v1.Garden/Tend" || !tend.RPC.ReadOnly || !slices.Equal(tend.RPC.Scopes, []string{"garden:read"}) {
		t.Errorf("the prompt is %+v of %+v", tend, tend.RPC)
	}
	var arguments []string
	for _, a := range tend.Arguments {
		arguments = append(arguments, fmt.Sprintf("%s required=%v %q completed=%v", a.Name, a.Required, a.Values, a.Completer != nil))
	}
	if want := []string{
		`bed required=true [] completed=true`, `form required=false ["FORM_LONG" "FORM_SHORT"] completed=false`,
		`season required=false ["spring" "autumn"] completed=false`, `wet required=false ["true" "false"] completed=false`,
	}; !slices.Equal(arguments, want) {
		t.Errorf("the arguments are %q", arguments)
	}
	var resources []string
	for _, r := range manifest.Resources {
		resources = append(resources, fmt.Sprintf("%s %s %s template=%v changes=%v file=%v held=%v",
			r.Name, r.URI.Text, r.MIMEType, r.IsTemplate(), r.Changes, r.IsFile, r.Contents != ""))
	}
	if want := []string{
		"beds bed://all application/json template=false changes=false file=false held=true",
		"bed_picture bed://{bed}/picture image/png template=true changes=true file=false held=false",
		"bed_in_form bed://{bed}/{form} application/json template=true changes=false file=false held=false",
		"paper paper://all application/json template=false changes=false file=true held=false",
	}; !slices.Equal(resources, want) {
		t.Errorf("the resources are\n%s", strings.Join(resources, "\n"))
	}
	given, err := toolspec.GivenArguments(tend.Arguments, map[string]string{"bed": "3", "form": "FORM_LONG", "wet": "true", "x": "1"})
	if err != nil || string(given) != `{"bed":3,"form":"FORM_LONG","wet":true,"x":"1"}` {
		t.Errorf("given %s, %v", given, err)
	}
	if violations := tend.RPC.CheckArguments(given); len(violations) != 1 || violations[0].Field != "x" {
		t.Errorf("the violations are %v", violations)
	}
}

func TestWhatCannotBeOfferedIsRefusedByName(t *testing.T) {
	const prompt, resource, completion = "salaatflow.tools.v1.prompt", "salaatflow.tools.v1.resource", "salaatflow.tools.v1.completion"
	of := func(option, value string) string { return "option (" + option + ") = {" + value + "};" }
	for want, rpcs := range map[string]string{
		"say idempotency_level = NO_SIDE_EFFECTS":        `rpc A(Empty) returns (Said) { ` + of(prompt, `name: "a"`) + ` }`,
		"prompt name \"A b\" does not match":             rpc("A", "Empty", "Said", of(prompt, `name: "A b"`)),
		"one repeated field of salaatflow.tools.v1.Turn": rpc("A", "Empty", "Plain", of(prompt, `name: "a"`)),
		"the field names is not a single value":          rpc("A", "Listed", "Said", of(prompt, `name: "a"`)),
		"the field bed is not a single value":            rpc("A", "Nested", "Said", of(prompt, `name: "a"`)),
		"prompt name \"a\" is already taken by garden.v1": rpc("A", "Empty", "Said", of(prompt, `name: "a"`)) +
			rpc("B", "Empty", "Said", of(prompt, `name: "a"`)),
		"title": rpc("A", "Empty", "Said",
			of(prompt, `name: "a" title: "`+strings.Repeat("x", 129)+`"`)),
		"is not of the form scheme":                      rpc("A", "Empty", "Plain", of(resource, `name: "a" uri: "a"`)),
		"clients open https by themselves":               rpc("A", "Empty", "Plain", of(resource, `name: "a" uri: "https://a"`)),
		"the request has no field \"bed\"":               rpc("A", "Empty", "Plain", of(resource, `name: "a" uri: "a://{bed}"`)),
		"requires the field bed, which does not stand":   rpc("A", "BedRequest", "Plain", of(resource, `name: "a" uri: "a://b"`)),
		"is no media type":                               rpc("A", "Empty", "Plain", of(resource, `name: "a" uri: "a://b" mime_type: "/"`)),
		"resource name \"\" does not match":              rpc("A", "Empty", "Plain", of(resource, `uri: "a://b"`)),
		"has two fields of salaatflow.tools.v1.Resource": rpc("A", "Empty", "Twice", of(resource, `name: "a" uri: "a://b"`)),
		"URI \"a://{other}\" is already taken by": rpc("A", "Pair", "Plain", of(resource, `name: "a" uri: "a://{one}"`)+
			of(resource, `name: "b" uri: "a://{other}"`)),
		"what completes takes salaatflow.tools.v1.Complete": rpc("A", "Empty", answered, of(completion, `parameters: "bed"`)),
		"it completes 0 parameters":                         rpc("A", complete, answered, of(completion, ``)),
		"has the parameter \"bed\"":                         rpc("A", complete, answered, of(completion, `parameters: "bed"`)),
		"a streaming RPC cannot be a prompt": "rpc A(Empty) returns (stream Said) { option idempotency_level = NO_SIDE_EFFECTS; " +
			of(prompt, `name: "a"`) + " }",
	} {
		if _, err := manifestOf(t, rpcs); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

func TestOffersAreBounded(t *testing.T) {
	var prompts, resources strings.Builder
	for i := range 300 {
		prompts.WriteString(rpc(fmt.Sprint("A", i), "Empty", "Said", fmt.Sprintf(`option (salaatflow.tools.v1.prompt) = {name: "a%d"};`, i)))
		resources.WriteString(rpc(fmt.Sprint("A", i), "Empty", "Plain",
			fmt.Sprintf(`option (salaatflow.tools.v1.resource) = {uri: "a://%d" name: "a%d"};`, i, i)))
	}
	for want, rpcs := range map[string]string{"more than 256 prompts": prompts.String(), "more than 256 resources": resources.String()} {
		if _, err := manifestOf(t, rpcs); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}
