package clients_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/salaatflow/platform/e2e/bench/clients"
)

// said is what Serve answers.
type said struct {
	Result clients.Result
	Failed string
}

// talk gives orders to Serve and returns what it says, two answers for each order that it can begin.
func talk(t *testing.T, orders ...clients.Order) (all []said) {
	t.Helper()
	in, give := io.Pipe()
	take, out := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		err := clients.Serve(t.Context(), in, out)
		_ = out.Close()
		ended <- err
	}()
	write, read := json.NewEncoder(give), json.NewDecoder(take)
	exchange := func(what any) said {
		var s said
		if err := write.Encode(what); err != nil {
			t.Fatal(err)
		}
		if err := read.Decode(&s); err != nil {
			t.Fatal(err)
		}
		all = append(all, s)
		return s
	}
	for _, order := range orders {
		if exchange(order).Failed == "" {
			exchange(true)
		}
	}
	_ = give.Close()
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	return all
}

func TestEveryCallIsCountedAndHasANumberOfItsOwn(t *testing.T) {
	const inFlight = 4
	var mu sync.Mutex
	seen := map[string]int{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		mu.Lock()
		seen[string(body)]++
		mu.Unlock()
		if r.Header.Get("X-User-Id") != "7" || r.Method != http.MethodPost {
			w.WriteHeader(http.StatusForbidden)
		}
		fmt.Fprint(w, `{"ok":true}`)
	}))
	defer server.Close()
	answers := talk(t, clients.Order{
		InFlight: inFlight, For: 10 * time.Millisecond,
		Request: clients.Request{
			Address: strings.TrimPrefix(server.URL, "http://"), Method: http.MethodPost, Path: "/",
			Header: [][2]string{{"X-User-Id", "7"}}, Body: `{"id":` + clients.Number + `}`,
			Length: len(`{"ok":true}`), Holds: "true", Lacks: "false",
		},
	})
	last := answers[len(answers)-1]
	if last.Failed != "" || last.Result.Calls == 0 || last.Result.P99 < last.Result.P50 || last.Result.Took <= 0 {
		t.Fatalf("the clients say %+v", answers)
	}
	if got, want := int64(len(seen)), last.Result.Calls+inFlight; got != want { // each is answered once before they begin
		t.Errorf("%d different requests arrived, and %d were counted", got, want)
	}
	for body, times := range seen {
		if times != 1 || len(body) != len(`{"id":1000000000}`) {
			t.Errorf("%d times %s", times, body)
		}
	}
}

func TestAnAnswerThatIsNotExpectedEndsTheCalls(t *testing.T) {
	mux := http.NewServeMux()
	mux.HandleFunc("/well", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "well") })
	mux.HandleFunc("/failed", func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "well", http.StatusInternalServerError) })
	mux.HandleFunc("/chunked", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, "we")
		_ = http.NewResponseController(w).Flush()
		fmt.Fprint(w, "ll")
	})
	server := httptest.NewServer(mux)
	defer server.Close()
	for _, c := range []struct {
		name    string
		request clients.Request
		fails   string // empty if it does not
	}{
		{"as expected", clients.Request{Path: "/well", Length: 4, Holds: "ell", Lacks: "ill"}, ""},
		{"in chunks", clients.Request{Path: "/chunked", Length: 4, Holds: "ell"}, ""},
		{"any length", clients.Request{Path: "/well"}, ""},
		{"another length", clients.Request{Path: "/well", Length: 5}, "4 bytes, of 5 expected"},
		{"without what it must hold", clients.Request{Path: "/well", Holds: "good"}, "answers 200"},
		{"with what it must lack", clients.Request{Path: "/well", Lacks: "well"}, "answers 200"},
		{"a status of failure", clients.Request{Path: "/failed"}, "answers 500"},
	} {
		c.request.Address, c.request.Method = strings.TrimPrefix(server.URL, "http://"), http.MethodGet
		answers := talk(t, clients.Order{Request: c.request, InFlight: 2, For: time.Millisecond})
		last := answers[len(answers)-1]
		if (last.Failed == "") != (c.fails == "") || !strings.Contains(last.Failed, c.fails) {
			t.Errorf("%s: the clients say %+v", c.name, answers)
		}
	}
}

func TestClientsGoOnAfterAnOrderThatFailed(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	defer server.Close()
	good := clients.Order{InFlight: 1, For: time.Millisecond, Request: clients.Request{
		Address: strings.TrimPrefix(server.URL, "http://"), Method: http.MethodGet, Path: "/",
	}}
	bad := good
	bad.Request.Holds = "something"
	answers := talk(t, bad, good)
	if len(answers) != 3 || answers[0].Failed == "" || answers[2].Failed != "" || answers[2].Result.Calls == 0 {
		t.Errorf("the clients say %+v", answers)
	}
}
