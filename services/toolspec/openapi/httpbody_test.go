package openapi_test

import (
	"encoding/json"
	"testing"

	"github.com/salaatflow/platform/proto/descriptors"
)

// What an RPC answers as google.api.HttpBody is a body of a media type that only the answer names.
func TestABodyAsItIsHasNoSchemaOfJSON(t *testing.T) {
	services, err := descriptors.Services("salaatflow.skills.v1.SkillService")
	if err != nil {
		t.Fatal(err)
	}
	var parsed struct {
		Paths map[string]map[string]json.RawMessage
	}
	if err := json.Unmarshal(document(t, nil, services), &parsed); err != nil {
		t.Fatal(err)
	}
	var operation struct {
		Responses map[string]struct{ Content map[string]json.RawMessage }
	}
	if err := json.Unmarshal(parsed.Paths["/api/v1/skills/{name}/skill-md"]["get"], &operation); err != nil {
		t.Fatal(err)
	}
	content := operation.Responses["200"].Content
	if len(content) != 1 || string(content["*/*"]) != `{"schema":true}` {
		t.Errorf("the content is %s", content)
	}
}
