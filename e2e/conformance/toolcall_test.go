package main

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/salaatflow/platform/e2e/harness"
)

// roundType is the media type of a call with answers.
const roundType = "application/vnd.salaatflow.round+json"

// What a service of somebody else's says while it works, and asks, is the same by tool call as it is by MCP.
func TestAToolCallTellsAndAsks(t *testing.T) {
	platform := harness.Start(t, harness.Options{})
	service := harness.Run(t, harness.Build(t, ".", true), "-registry", platform.Registry().String())
	service.Line(t, "serving at")
	platform.Eventually(t, "the fixtures are listed", func() bool { return lists(t, platform.URL, "test_simple_text") })
	c := caller{platform.URL}

	t.Run("content", func(t *testing.T) {
		status, _, answer := c.call(t, "test_multiple_content_types", "", "application/json", `{}`)
		var result struct {
			Success bool
			Data    json.RawMessage
			Content []struct{ Type string }
		}
		if err := json.Unmarshal(answer, &result); err != nil || status != http.StatusOK || !result.Success ||
			string(result.Data) != `{}` || len(result.Content) != 3 || result.Content[1].Type != "image" {
			t.Errorf("%d, %v: %s", status, err, answer)
		}
	})
	t.Run("progress for who wants it", func(t *testing.T) {
		_, kind, answer := c.call(t, "test_tool_with_progress", "text/event-stream", "application/json", `{}`)
		if !strings.HasPrefix(kind, "text/event-stream") || strings.Count(string(answer), "event: progress\n") != 3 ||
			!strings.Contains(string(answer), `event: result
data: {"success":true,`) {
			t.Errorf("%s: %s", kind, answer)
		}
		_, kind, answer = c.call(t, "test_tool_with_progress", "", "application/json", `{}`)
		if kind != "application/json" || !json.Valid(answer) || strings.Contains(string(answer), `"progress":`) {
			t.Errorf("for who waits: %s: %s", kind, answer)
		}
	})
	t.Run("rounds", func(t *testing.T) { makesRounds(t, c) })
	t.Run("parameters that do not go together", func(t *testing.T) {
		for arguments, want := range map[string]string{
			`{"name":"Amina","email":"amina@example.org"}`:                          "Reached Amina",
			`{"name":"Amina","phone":"021"}`:                                        "and email where nothing is said",
			`{"name":"Amina","contact_method":"phone","email":"amina@example.org"}`: "give what contact_method names",
			`{"name":"Amina","contact_method":"phone","phone":"021","address":{}}`:  "Reached Amina",
			`{"name":"Amina"}`: "give phone or email",
		} {
			if _, _, answer := c.call(t, "json_schema_2020_12_tool", "", "application/json", arguments); !strings.Contains(string(answer), want) {
				t.Errorf("%s: %s, want %s", arguments, answer, want)
			}
		}
	})
	t.Run("who cannot be asked", func(t *testing.T) {
		status, _, answer := c.call(t, "test_missing_capability", "", "application/json", `{}`)
		if status != http.StatusBadRequest || !strings.Contains(string(answer), "it needs sampling") {
			t.Errorf("%d: %s", status, answer)
		}
	})
}

// makesRounds answers what a tool asks, and then answers it with states that are not for it.
func makesRounds(t *testing.T, c caller) {
	t.Helper()
	first := c.ask(t, "test_input_required_result_multi_round", `{"arguments":{}}`)
	second := c.ask(t, "test_input_required_result_multi_round",
		`{"arguments":{},"responses":{"step1":{"action":"accept","content":{"name":"Amina"}}},"state":"`+first+`"}`)
	last := `{"arguments":{},"responses":{"step2":{"action":"accept","content":{"color":"green"}}},"state":"` + second + `"}`
	status, _, answer := c.call(t, "test_input_required_result_multi_round", "", roundType, last)
	if status != http.StatusOK || !strings.Contains(string(answer), "Amina likes green") {
		t.Errorf("%d: %s", status, answer)
	}
	for name, tool := range map[string]string{
		"of another tool": "test_input_required_result_elicitation", "changed": "test_input_required_result_multi_round",
	} {
		state := second
		if name == "changed" {
			state += "A"
		}
		status, _, answer := c.call(t, tool, "", roundType, `{"state":"`+state+`"}`)
		if status != http.StatusBadRequest || !strings.Contains(string(answer), "the state was not given for this call") {
			t.Errorf("a state %s: %d: %s", name, status, answer)
		}
	}
}

// caller calls tools at a gateway.
type caller struct{ url string }

func (c caller) call(t *testing.T, tool, accept, kind, body string) (status int, answered string, answer []byte) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, c.url+"/api/v1/tools/"+tool, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", kind)
	if accept != "" {
		request.Header.Set("Accept", accept)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if answer, err = io.ReadAll(response.Body); err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, response.Header.Get("Content-Type"), answer
}

// ask makes a round that ends with a question, and returns the state that came with it.
func (c caller) ask(t *testing.T, tool, body string) (state string) {
	t.Helper()
	status, _, answer := c.call(t, tool, "", roundType, body)
	var result struct {
		Error         string
		InputRequired struct {
			Requests map[string]struct{ Method string }
			State    string
		} `json:"input_required"`
	}
	if err := json.Unmarshal(answer, &result); err != nil || status != http.StatusConflict || result.Error != "INPUT_REQUIRED" ||
		len(result.InputRequired.Requests) != 1 || result.InputRequired.State == "" {
		t.Fatalf("%d, %v: %s", status, err, answer)
	}
	return result.InputRequired.State
}
