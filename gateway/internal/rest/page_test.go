package rest

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"google.golang.org/protobuf/proto"

	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
	"github.com/salaatflow/platform/services/toolspec"
)

func TestAPageSaysHowManyThereAre(t *testing.T) {
	method := tasksv1.File_salaatflow_tasks_v1_tasks_proto.Services().ByName("TaskService").Methods().ByName("ListTasks")
	paths, err := toolspec.RESTPaths(method)
	if err != nil {
		t.Fatal(err)
	}
	x := &exchange{binding: &binding{path: paths[0]}, request: httptest.NewRequest(http.MethodGet, "/api/v1/tasks?status=all", nil)}
	for name, c := range map[string]struct {
		response             *tasksv1.ListTasksResponse
		count, capped, after string
	}{
		"all counted": {&tasksv1.ListTasksResponse{Count: 1000}, "1000", "", ""},
		"more": {
			&tasksv1.ListTasksResponse{Count: 1000, CountCapped: proto.Bool(true), NextPageToken: proto.String("x")},
			"1000", "1000+", `</api/v1/tasks?page_token=x&status=all>; rel="next"`,
		},
	} {
		header := http.Header{}
		writePageHeaders(header, x, c.response.ProtoReflect())
		if header.Get("X-Total-Count") != c.count || header.Get("X-Total-Count-Capped") != c.capped || header.Get("Link") != c.after {
			t.Errorf("%s: %v", name, header)
		}
	}
}
