package httpedge

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"google.golang.org/grpc"

	"github.com/salaatflow/platform/services/catalog"
	"github.com/salaatflow/platform/services/catalog/catalogtest"
	"github.com/salaatflow/platform/services/ownership"
	"github.com/salaatflow/platform/services/toolclient/routing"
	"github.com/salaatflow/platform/services/toolspec"
)

// tableOf returns the table of a service that offers tools of these names.
func tableOf(t *testing.T, names ...string) *routing.Table {
	t.Helper()
	files := catalogtest.Files(t, "many.v1", catalogtest.Tools(names...)...)
	d, err := catalogtest.NewDefinition("many-svc", "v1.0.0", []string{catalogtest.GRPCService("many.v1")}, files, toolspec.DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	instance := catalog.Instance{ID: "one", Service: d.Service, Address: "127.0.0.1:1", DefinitionHash: d.Hash}
	builder := routing.NewBuilder(nil, nil, ownership.Default(), func(string) grpc.ClientConnInterface { return nil })
	return builder.Build(&routing.Table{}, catalog.New(1, []*catalog.Definition{d}, []catalog.Instance{instance}))
}

// toolsOf reads a page of the list, and returns its names and the address of the next page.
func toolsOf(t *testing.T, url string) (names []string, next string) {
	t.Helper()
	response, text := get(t, url, http.Header{"Accept-Encoding": {""}})
	var page struct{ Tools []struct{ Name string } }
	if err := json.Unmarshal([]byte(text), &page); err != nil || response.StatusCode != http.StatusOK {
		t.Fatalf("%s: %s, %v", url, response.Status, err)
	}
	for _, tool := range page.Tools {
		names = append(names, tool.Name)
	}
	next, found := strings.CutPrefix(response.Header.Get("Link"), "<")
	if !found {
		return names, ""
	}
	return names, strings.TrimSuffix(next, `>; rel="next"`)
}

// Every tool is on one page, also where tools come and go between two pages.
func TestToolsAreListedByPages(t *testing.T) {
	var names []string
	for i := range 100 {
		names = append(names, fmt.Sprintf("tool_%03d", i))
	}
	var table atomic.Pointer[routing.Table]
	table.Store(tableOf(t, names...))
	server := edge(t, &table, nil, testTimeout)
	if all, next := toolsOf(t, server.URL+"/api/v1/tools"); !slices.Equal(all, names) || next != "" {
		t.Errorf("without a limit: %d tools, then %q", len(all), next)
	}
	var got []string
	for next := "/api/v1/tools?limit=7"; next != ""; {
		var page []string
		if page, next = toolsOf(t, server.URL+next); len(page) > 7 {
			t.Errorf("%d tools on a page of 7", len(page))
		}
		got = append(got, page...)
		if len(got) == 14 {
			table.Store(tableOf(t, names[2:]...)) // two of the first page are gone
		}
	}
	if !slices.Equal(got, names) {
		t.Errorf("got %v", got)
	}
	response, _ := get(t, server.URL+"/api/v1/tools?limit=1", http.Header{})
	if total := response.Header.Get("X-Total-Count"); total != "98" {
		t.Errorf("there are 98 tools, not %s", total)
	}
	if behind, next := toolsOf(t, server.URL+"/api/v1/tools?page_token=zzz"); len(behind) != 0 || next != "" {
		t.Errorf("behind the last: %v, %q", behind, next)
	}
	for _, limit := range []string{"0", "-1", "1001", "ten", "99999999999999999999"} {
		response, text := get(t, server.URL+"/api/v1/tools?limit="+limit, http.Header{})
		if response.StatusCode != http.StatusBadRequest || !strings.Contains(text, "from 1 to 1000") {
			t.Errorf("a limit of %s: %s %s", limit, response.Status, text)
		}
	}
	http.DefaultTransport.(*http.Transport).CloseIdleConnections()
}

// What is generated for a client stops when the client leaves, and the next one is answered.
func TestAnOpenAPIDocumentStopsWithItsClient(t *testing.T) {
	var table atomic.Pointer[routing.Table]
	table.Store(new(routing.Table))
	begun, ended := make(chan struct{}), make(chan struct{})
	var asked atomic.Int64
	server := edge(t, &table, func(ctx context.Context, _ *routing.Table, service string) ([]byte, error) {
		if asked.Add(1) == 1 {
			close(begun)
			<-ctx.Done()
			close(ended)
			return nil, context.Cause(ctx)
		}
		return []byte(strconv.Quote(service)), nil
	}, testTimeout)
	ctx, leave := context.WithCancel(t.Context())
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, server.URL+"/openapi.json?service=one-svc", nil)
	if err != nil {
		t.Fatal(err)
	}
	left := make(chan struct{})
	go func() {
		defer close(left)
		if response, err := http.DefaultTransport.RoundTrip(request); err == nil {
			response.Body.Close()
		}
	}()
	<-begun
	leave()
	<-ended
	<-left
	if _, text := get(t, server.URL+"/openapi.json?service=one-svc", http.Header{"Accept-Encoding": {""}}); text != `"one-svc"` {
		t.Errorf("the next client gets %s", text)
	}
	http.DefaultTransport.(*http.Transport).CloseIdleConnections()
}
