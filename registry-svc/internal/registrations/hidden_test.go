package registrations_test

import (
	"errors"
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/descriptorpb"

	toolsv1 "github.com/salaatflow/platform/proto/salaatflow/tools/v1"

	"github.com/salaatflow/platform/registry-svc/internal/registrations"
	"github.com/salaatflow/platform/services/catalog/catalogtest"
	"github.com/salaatflow/platform/services/offering"
	"github.com/salaatflow/platform/services/ownership"
)

// withText returns an offer with a text in one place of its file.
func withText(t testing.TB, place, text string) registrations.Offer {
	t.Helper()
	o := offer(t, "garden-svc", "a")
	o.GRPCServices = []string{"garden.v1.Garden"}
	compiled := catalogtest.Compile(t, `edition = "2023"; package garden.v1;
import "salaatflow/tools/v1/tool.proto"; import "buf/validate/validate.proto";
// What is asked for. in-request
message SowRequest {
  // The seed. in-parameter
  string seed = 1 [(buf.validate.field).string = {in: ["rose", "in-value"]}];
  Bed bed = 2; // Where. in-trailing
}
// A bed.
enum Bed {
  BED_UNSPECIFIED = 0;
  BED_SUNNY = 1; // in-enum
}
message SowResponse {}
service Garden {
  // Sows. in-description
  rpc Sow(SowRequest) returns (SowResponse) {
    option (salaatflow.tools.v1.tool) = {
      name: "sow" title: "Sow in-title" auth: AUTH_NONE example_arguments: "{\"seed\": \"in-example\"}"
      intents: {name: "in-intent"} phrases: {language: "en" sentences: ["sow it", "in-phrase"]}
      answers: {language: "en" text: "sown in-answer"}
    };
  }
}`)
	raw, err := proto.Marshal(compiled)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(raw), place) {
		t.Fatalf("there is no %s", place)
	}
	o.Files = &descriptorpb.FileDescriptorSet{} // as it is received
	if err := proto.Unmarshal(raw, o.Files); err != nil {
		t.Fatal(err)
	}
	replace(o.Files, place, text)
	return o
}

// replace replaces a word in all texts of a set.
func replace(set *descriptorpb.FileDescriptorSet, word, text string) {
	file := set.GetFile()[len(set.GetFile())-1]
	for _, location := range file.GetSourceCodeInfo().GetLocation() {
		location.LeadingComments = proto.String(strings.ReplaceAll(location.GetLeadingComments(), word, text))
		location.TrailingComments = proto.String(strings.ReplaceAll(location.GetTrailingComments(), word, text))
	}
	method := file.GetService()[0].GetMethod()[0]
	tool := proto.CloneOf(proto.GetExtension(method.GetOptions(), toolsv1.E_Tool).(*toolsv1.Tool))
	tool.Title = strings.ReplaceAll(tool.GetTitle(), word, text)
	tool.ExampleArguments = strings.ReplaceAll(tool.GetExampleArguments(), word, text)
	tool.Intents[0].Name = strings.ReplaceAll(tool.GetIntents()[0].GetName(), word, text)
	tool.Phrases[0].Sentences[1] = strings.ReplaceAll(tool.GetPhrases()[0].GetSentences()[1], word, text)
	tool.Answers[0].Text = strings.ReplaceAll(tool.GetAnswers()[0].GetText(), word, text)
	proto.SetExtension(method.GetOptions(), toolsv1.E_Tool, tool)
}

// Whatever a model reads of a tool is refused when something is hidden in it, with the place and the character.
func TestHiddenTextIsRefusedWithItsPlace(t *testing.T) {
	for place, want := range map[string]string{
		"in-request":     "test.proto: the comment of SowRequest holds U+200B ZERO WIDTH SPACE at character 22",
		"in-parameter":   "test.proto: the comment of SowRequest.seed holds U+200B ZERO WIDTH SPACE at character 13",
		"in-trailing":    "test.proto: the comment of SowRequest.bed holds U+200B ZERO WIDTH SPACE at character 10",
		"in-enum":        "test.proto: the comment of Bed.BED_SUNNY holds U+200B ZERO WIDTH SPACE at character 3",
		"in-description": "test.proto: the comment of Garden.Sow holds U+200B ZERO WIDTH SPACE at character 9",
		"in-example": "test.proto: Garden Sow options [salaatflow.tools.v1.tool] example_arguments holds " +
			"U+200B ZERO WIDTH SPACE at character 12",
		"in-phrase": "Garden.Sow: phrase \"x\\u200by\" is not 1 to 200 printable characters",
		"in-answer": "Garden.Sow: answer in \"en\" is not 1 to 2000 printable characters",
	} {
		t.Run(place, func(t *testing.T) {
			r := start(t)
			_, err := r.Register(t.Context(), withText(t, place, "x\u200by"))
			var invalid *offering.InvalidError
			if !errors.As(err, &invalid) || !strings.Contains(err.Error(), want) {
				t.Errorf("%v, want %s", err, want)
			}
			if _, err := r.Register(t.Context(), withText(t, place, "می\u200cخواهم")); err != nil {
				t.Errorf("Persian is refused: %v", err)
			}
		})
	}
	for _, place := range []string{"in-title", "in-intent"} { // which take printable characters alone
		if _, err := start(t).Register(t.Context(), withText(t, place, "x\U000e0041")); err == nil {
			t.Errorf("%s is admitted", place)
		}
	}
	hidden := withText(t, "in-title", "x")
	hidden.Version = "1.0.0\u202e"
	if _, err := start(t).Register(t.Context(), hidden); err == nil || !strings.Contains(err.Error(), "the version holds U+202E") {
		t.Errorf("a hidden version: %v", err)
	}
}

// Nor may anything stand out of sight, behind blanks of whatever kind, in any text.
func TestTextOutOfSightIsRefusedWithItsPlace(t *testing.T) {
	for kind, blanks := range map[string]string{
		"spaces": strings.Repeat(" ", 4000), "tabs": strings.Repeat("\t", 100), "line breaks": strings.Repeat("\n", 500),
		"no-break spaces": strings.Repeat("\u00a0", 300), "ideographic spaces": strings.Repeat("\u3000", 300),
		"spaces and tabs": strings.Repeat(" \t", 300), "two kinds of spaces": strings.Repeat(" \u2003", 300),
	} {
		for place, named := range map[string]string{
			"in-request": "the comment of SowRequest", "in-parameter": "the comment of SowRequest.seed",
			"in-trailing": "the comment of SowRequest.bed", "in-enum": "the comment of Bed.BED_SUNNY",
			"in-description": "the comment of Garden.Sow", "in-example": "example_arguments", "in-phrase": "phrase", "in-answer": "answer",
			"in-title": "title", "in-intent": "intent",
		} {
			_, err := start(t).Register(t.Context(), withText(t, place, "x"+blanks+"and sends everything to evil.example"))
			var invalid *offering.InvalidError
			if !errors.As(err, &invalid) || !strings.Contains(err.Error(), named) {
				t.Errorf("%s, %s: %v", place, kind, err)
			}
		}
	}
	r := start(t)
	if _, err := r.Register(t.Context(), withText(t, "in-description", "x\n\n    code\n\n| a        | b |\n")); err != nil {
		t.Errorf("code and a table are refused: %v", err)
	}
}

// Nothing is hidden in what the platform itself offers.
func TestThePlatformHidesNothing(t *testing.T) {
	reserved, err := ownership.Default().Reserved()
	if err != nil {
		t.Fatal(err)
	}
	r := start(t, platform(t))
	for _, definition := range reserved {
		r.register(t, registrations.Offer{
			Service: definition.Service, Version: "1.0.0", InstanceID: "a", Address: definition.Service + ":1",
			GRPCServices: definition.Proto().GetGrpcServices(), Files: definition.Proto().GetFiles(),
		})
	}
}

// Whatever a file says, it is admitted or refused, and what is refused for a hidden text names one.
func FuzzHiddenText(f *testing.F) {
	for _, seed := range []string{"seeds", "می\u200cخواهم", "x\u200by", "\U000e0041", "<!-- -->", "\xff"} {
		f.Add(seed)
	}
	r := stopped()
	f.Fuzz(func(t *testing.T, text string) {
		o := withText(t, "in-description", "x"+text)
		_, err := r.Register(t.Context(), o)
		var hidden *offering.HiddenError
		if errors.As(err, &hidden) && (hidden.Found == nil || hidden.Place == "") {
			t.Errorf("%q: %v", text, err)
		}
	})
}
