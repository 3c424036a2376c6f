package main

import (
	"fmt"

	"google.golang.org/protobuf/types/known/structpb"

	toolsv1 "github.com/salaatflow/platform/proto/salaatflow/tools/v1"
)

type (
	asks   = map[string]*toolsv1.InputRequest
	object = map[string]any
	list   = []any
)

func ask(state string, requests asks) *toolsv1.InputRequired {
	return &toolsv1.InputRequired{Requests: requests, State: state}
}

func texts(of string) []*toolsv1.Content { return []*toolsv1.Content{text(of)} }

// form asks a person with a form of these properties.
func form(message string, properties object, required ...string) *toolsv1.InputRequest {
	whole := object{"type": "object", "properties": properties}
	if len(required) > 0 {
		names := list{}
		for _, name := range required {
			names = append(names, name)
		}
		whole["required"] = names
	}
	schema, err := structpb.NewStruct(whole)
	if err != nil { // it stands in the source
		panic(err)
	}
	return &toolsv1.InputRequest{Ask: &toolsv1.InputRequest_Elicit{Elicit: &toolsv1.Elicit{Message: message, Schema: schema}}}
}

func askName(message string) *toolsv1.InputRequest {
	return form(message, object{"name": object{"type": "string"}}, "name")
}

func askConfirmation() *toolsv1.InputRequest {
	return form("Please confirm", object{"ok": object{"type": "boolean"}}, "ok")
}

// sample asks the client's model.
func sample(prompt string, tokens int32) *toolsv1.InputRequest {
	return &toolsv1.InputRequest{Ask: &toolsv1.InputRequest_Sample{Sample: &toolsv1.Sample{
		Messages: []*toolsv1.Turn{{Role: "user", Content: text(prompt)}}, MaxTokens: tokens,
	}}}
}

func roots() *toolsv1.InputRequest {
	return &toolsv1.InputRequest{Ask: &toolsv1.InputRequest_Roots{Roots: &toolsv1.Roots{}}}
}

// answer returns an answer; nil where there is none.
func answer(inputs *toolsv1.Inputs, name string) *structpb.Struct { return inputs.GetResponses()[name] }

// accepted returns what a person has filled in; nil for one who has not.
func accepted(inputs *toolsv1.Inputs, name string) *structpb.Struct {
	said := answer(inputs, name)
	if said.GetFields()["action"].GetStringValue() != "accept" {
		return nil
	}
	return said.GetFields()["content"].GetStructValue()
}

func filled(inputs *toolsv1.Inputs, name, field string) string {
	return accepted(inputs, name).GetFields()[field].GetStringValue()
}

// elicited says what a person answered.
func elicited(said *structpb.Struct) string {
	fields := said.GetFields()
	return fmt.Sprintf("Elicitation completed: action=%s, content=%v",
		fields["action"].GetStringValue(), fields["content"].GetStructValue().AsMap())
}

// sampled returns the text that a model answered.
func sampled(inputs *toolsv1.Inputs, name string) (string, bool) {
	said := answer(inputs, name)
	if said == nil {
		return "", false
	}
	content := said.GetFields()["content"]
	if several := content.GetListValue().GetValues(); len(several) > 0 {
		content = several[0]
	}
	return content.GetStructValue().GetFields()["text"].GetStringValue(), true
}
