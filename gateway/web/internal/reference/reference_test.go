package reference_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/salaatflow/platform/gateway/web/internal/reference"
)

const document = `{
	"info": {"title": "The platform", "version": "1"},
	"tags": [{"name": "GardenService", "description": "Of others."}, {"name": "TaskService"}, {"name": "Empty"}],
	"paths": {
		"/api/v1/beds": {"get": {"operationId": "listBeds", "tags": ["GardenService"], "summary": "Lists beds."}},
		"/api/v1/tasks/{task_id}": {
			"parameters": [{"name": "task_id", "in": "path", "required": true, "schema": {"type": "integer", "minimum": 1}}],
			"patch": {
				"operationId": "updateTask", "tags": ["TaskService"], "summary": "Changes a task.", "x-tool": "change_task",
				"security": [{"bearer": ["tasks:write"]}],
				"requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Task"}}}},
				"responses": {
					"200": {"description": "The task.", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Task"}}}},
					"404": {"$ref": "#/components/responses/NotFound"}
				}
			}
		},
		"/api/v1/nobody": {"get": {"operationId": "untagged"}}
	},
	"components": {
		"schemas": {"Task": {"type": "object", "required": ["title"], "properties": {
			"title": {"type": "string", "maxLength": 200}, "due": {"anyOf": [{"type": "string", "format": "date"}, {"type": "null"}]}
		}}},
		"responses": {"NotFound": {"description": "There is none."}}
	}
}`

func readDocument(t *testing.T) *reference.Reference {
	t.Helper()
	read, err := reference.Read([]byte(document))
	if err != nil {
		t.Fatal(err)
	}
	return read
}

func TestTheGroupsAreInReadingOrder(t *testing.T) {
	read := readDocument(t)
	var names []string
	for _, group := range read.Groups {
		names = append(names, group.Name)
	}
	if got := strings.Join(names, " "); got != "TaskService GardenService" {
		t.Fatalf("the groups are %q: the platform's own come first, and one without operations is left out", got)
	}
	if user := read.Groups[1].Operations[0].Access.User; user != "no" {
		t.Errorf("a user is %s for what says nothing of security, want no", user)
	}
	if len(read.Shared) != 1 || read.Shared[0].Shared != "NotFound" {
		t.Errorf("the shared answers are %+v", read.Shared)
	}
}

func TestAnOperationIsReadForPeople(t *testing.T) {
	update := readDocument(t).Groups[0].Operations[0]
	if update.Access.User != "needed" || strings.Join(update.Access.Scopes, " ") != "tasks:write" {
		t.Errorf("who may call: %+v", update.Access)
	}
	if len(update.Parameters) != 1 || !update.Parameters[0].Required ||
		update.Parameters[0].Limits[0] != (reference.Limit{Kind: "value", Value: "≥ 1"}) {
		t.Errorf("the parameters of the path are %+v", update.Parameters)
	}
	if !update.HasBody || len(update.Body) != 2 || update.Body[0].Name != "title" || !update.Body[0].Required ||
		!update.Body[1].Type.Null {
		t.Errorf("the body is %+v", update.Body)
	}
	if len(update.Answers) != 2 || len(update.Answers[0].Rows) != 2 ||
		update.Answers[1].Shared != "NotFound" || update.Answers[1].About != "There is none." {
		t.Errorf("the answers are %+v", update.Answers)
	}
}

func TestAnOperationHasSamples(t *testing.T) {
	update := readDocument(t).Groups[0].Operations[0]
	var samples []string
	for _, sample := range update.Samples {
		samples = append(samples, sample.Name)
		if !strings.Contains(sample.Text, "title") {
			t.Errorf("the sample for %s has no body: %s", sample.Name, sample.Text)
		}
	}
	if got := strings.Join(samples, " "); got != "curl CLI Go JavaScript" {
		t.Errorf("the samples are for %s", got)
	}
}

// A page has room for so many operations, and tells how many there are besides.
func TestThePageIsBounded(t *testing.T) {
	var tags, paths []string
	for group := range 3 {
		tags = append(tags, fmt.Sprintf(`{"name": "G%dService"}`, group))
		for operation := range 250 {
			const path = `"/g%d/o%d": {"get": {"operationId": "o%d", "tags": ["G%dService"]}}`
			paths = append(paths, fmt.Sprintf(path, group, operation, operation, group))
		}
	}
	read, err := reference.Read(fmt.Appendf(nil, `{"tags": [%s], "paths": {%s}}`, strings.Join(tags, ","), strings.Join(paths, ",")))
	if err != nil {
		t.Fatal(err)
	}
	var shown, more []int
	for _, group := range read.Groups {
		shown, more = append(shown, len(group.Operations)), append(more, group.More)
	}
	if got := fmt.Sprint(shown, more); got != "[200 200 0] [50 50 250]" {
		t.Errorf("shown and left out: %s, want 200 of a group and 400 in all", got)
	}
}

func TestWhatIsNoDocumentIsToldOf(t *testing.T) {
	for _, text := range []string{
		"", "{", "[]", `{"paths": []}`, `{"paths": {"/a": 1}}`,
		`{"tags": [{"name": "a"}], "paths": {"/a": {"get": {"tags": ["a"], "responses": 1}}}}`,
	} {
		if _, err := reference.Read([]byte(text)); err == nil || !strings.HasPrefix(err.Error(), "read the OpenAPI document") {
			t.Errorf("%s: %v", text, err)
		}
	}
}
