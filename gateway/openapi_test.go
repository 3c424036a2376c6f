package gateway

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"google.golang.org/grpc"

	"github.com/salaatflow/platform/gateway/internal/openapi"
	"github.com/salaatflow/platform/proto/descriptors"
	usersv1 "github.com/salaatflow/platform/proto/salaatflow/users/v1"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/catalog"
	"github.com/salaatflow/platform/services/catalog/catalogtest"
	"github.com/salaatflow/platform/services/ownership"
	"github.com/salaatflow/platform/services/toolclient/routing"
	"github.com/salaatflow/platform/services/toolspec"
)

// offered returns users-svc and so many services of 250 tools, as a gateway describes them.
func offered(t *testing.T, strangers int) described {
	t.Helper()
	var definitions []*catalog.Definition
	var instances []catalog.Instance
	define := func(service, grpcService string, draft *catalog.Definition, err error) {
		if err != nil {
			t.Fatal(service, grpcService, err)
		}
		definitions = append(definitions, draft)
		instances = append(instances, catalog.Instance{ID: service, Service: service, Address: "127.0.0.1:1", DefinitionHash: draft.Hash})
	}
	users := usersv1.UserService_ServiceDesc.ServiceName
	files, err := descriptors.Set(users)
	if err != nil {
		t.Fatal(err)
	}
	own, err := catalogtest.NewDefinition("users-svc", "v1.0.0", []string{users}, files, toolspec.DefaultLimits())
	define("users-svc", users, own, err)
	for i := range strangers {
		var names []string
		for j := range 250 {
			names = append(names, fmt.Sprintf("s%02d_tool_%03d", i, j))
		}
		pkg := fmt.Sprintf("stranger%02d.v1", i)
		service := fmt.Sprintf("stranger-%02d", i)
		stranger, err := catalogtest.NewDefinition(service, "v1.0.0", []string{catalogtest.GRPCService(pkg)},
			catalogtest.Files(t, pkg, catalogtest.Tools(names...)...), toolspec.DefaultLimits())
		define(service, pkg, stranger, err)
	}
	linked, err := descriptors.Services(users)
	if err != nil {
		t.Fatal(err)
	}
	builder := routing.NewBuilder(nil, nil, ownership.Default(), func(string) grpc.ClientConnInterface { return nil })
	table := builder.Build(&routing.Table{}, catalog.New(1, definitions, instances))
	if len(table.Routes()) < strangers*250 {
		t.Fatalf("the table has %d tools", len(table.Routes()))
	}
	return described{own: linked, table: table}
}

// One document describes all services while it can. Then each has its own, and the document of all says where they are.
func TestServicesAreDescribedByThemselvesWhereThereAreMany(t *testing.T) {
	few, err := offered(t, 2).part("")
	if err != nil || len(few.Elsewhere) != 0 || len(few.Tools) < 500 {
		t.Errorf("few: %d tools, elsewhere %v, %v", len(few.Tools), few.Elsewhere, err)
	}
	many := offered(t, 9)
	whole, err := many.part("")
	if err != nil || len(whole.Elsewhere) != 9 || len(whole.Tools) == 0 || len(whole.Tools) > 100 || len(whole.Services) != 1 {
		t.Errorf("many: %d tools, elsewhere %v, %v", len(whole.Tools), whole.Elsewhere, err)
	}
	text, err := openapi.Document(t.Context(), whole)
	var told struct {
		Info     struct{ Description string }
		Services []struct{ Name, URL string } `json:"x-services"`
	}
	if err := errors.Join(err, json.Unmarshal(text, &told)); err != nil || len(told.Services) != 9 ||
		told.Services[3].URL != "/openapi.json?service=stranger-03" || !strings.Contains(told.Info.Description, "x-services") {
		t.Errorf("the document of all says %+v, %v", told, err)
	}
	one, err := many.part("stranger-03")
	if err != nil || len(one.Tools) != 250 || len(one.Services) != 0 || one.Tools[0].Name != "s03_tool_000" {
		t.Errorf("one: %d tools, %v", len(one.Tools), err)
	}
	var refused *apperr.Error
	if _, err := many.part("nobody-svc"); !errors.As(err, &refused) || !strings.Contains(refused.Message, "nobody-svc") {
		t.Errorf("an unknown service: %v", err)
	}
	left, leave := context.WithCancel(t.Context())
	leave()
	if _, err := openapi.Document(left, one); !errors.Is(err, context.Canceled) {
		t.Errorf("for a client that left: %v", err)
	}
}
