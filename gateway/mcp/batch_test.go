package mcp_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/salaatflow/platform/gateway/mcp"
	"github.com/salaatflow/platform/services/apperr"
)

// batchOf is a batch of n messages, numbered from 100.
func batchOf(n int, message string) string {
	messages := make([]string, n)
	for i := range messages {
		messages[i] = fmt.Sprintf(message, 100+i)
	}
	return "[" + strings.Join(messages, ",") + "]"
}

const (
	listTools = `{"jsonrpc":"2.0","id":%d,"method":"tools/list"}`
	pingAgain = `{"jsonrpc":"2.0","id":%d,"method":"ping"}`
)

// answered is a message of an answer.
type answered struct {
	ID     *int            `json:"id"`
	Result json.RawMessage `json:"result"`
	Error  *struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	} `json:"error"`
}

func answersTo(t *testing.T, body string) (answers []answered) {
	t.Helper()
	if err := json.Unmarshal([]byte(body), &answers); err != nil {
		t.Fatalf("%v: %.300s", err, body)
	}
	return answers
}

func TestABatchIsRefusedAsAWhole(t *testing.T) {
	s := serve(t, mcp.Options{Backend: newShelf()})
	batches := s.open(t, "2025-03-26", nil)
	newer := s.open(t, "2025-06-18", nil)
	unsaid := newer.Clone()
	unsaid.Del("Mcp-Protocol-Version")
	claiming := newer.Clone()
	claiming.Set("Mcp-Protocol-Version", "2025-03-26")
	for name, tc := range map[string]struct {
		body   string
		header http.Header
		want   string
	}{
		"too many":                        {batchOf(51, pingAgain), batches, "the batch has more than 50 messages"},
		"far too many":                    {batchOf(10_000, listTools), batches, "the batch has more than 50 messages"},
		"too many that are no messages":   {"[" + strings.Repeat("1,", 50) + "1]", batches, "the batch has more than 50 messages"},
		"none":                            {" [ ] ", batches, "the batch is empty"},
		"a version without":               {batchOf(2, pingAgain), newer, "protocol version 2025-06-18 has no batches"},
		"a version without, not named":    {batchOf(2, pingAgain), unsaid, "protocol version 2025-06-18 has no batches"},
		"a version without, named wrong":  {batchOf(2, pingAgain), claiming, "protocol version 2025-06-18 has no batches"},
		"the era without sessions":        {batchOf(2, pingAgain), modernHeaders(), "a batch needs a session"},
		"no session":                      {batchOf(2, pingAgain), nil, "a batch needs a session"},
		"no session, to open one":         {"[" + openSession + "]", nil, "a batch needs a session"},
		"too many, behind white space":    {"\r\n\t " + batchOf(51, pingAgain), batches, "the batch has more than 50 messages"},
		"too many, in the other versions": {batchOf(51, pingAgain), newer, "has no batches"},
	} {
		t.Run(name, func(t *testing.T) {
			response := s.request(t, http.MethodPost, tc.body, tc.header)
			body := read(t, response)
			if response.StatusCode != http.StatusBadRequest || !strings.HasPrefix(body, `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,`) ||
				!strings.Contains(body, tc.want) {
				t.Errorf("got %s %s", response.Status, body)
			}
		})
	}
}

func TestABatchIsAnswered(t *testing.T) {
	s := serve(t, mcp.Options{Backend: newShelf()})
	header := s.open(t, "2025-03-26", nil)
	response := s.request(t, http.MethodPost, batchOf(50, strings.Replace(find, `"id":7`, `"id":%d`, 1)), header)
	answers := answersTo(t, read(t, response))
	if len(answers) != 50 {
		t.Fatalf("%d answers", len(answers))
	}
	for _, answer := range answers {
		if answer.Error != nil || !strings.Contains(string(answer.Result), `"success":true`) {
			t.Errorf("answered %+v", answer)
		}
	}
	if answers := answersTo(t, read(t, s.request(t, http.MethodPost, batchOf(1, pingAgain), header))); len(answers) != 1 {
		t.Errorf("a batch of one has %d answers", len(answers))
	}
}

// Each message counts as one call, and is refused by itself when there are too many.
func TestEachMessageOfABatchCountsAsACall(t *testing.T) {
	var admitted, inFlight atomic.Int64
	const most = 20
	s := serve(t, mcp.Options{Backend: newShelf(), Admit: func(context.Context) (func(), *apperr.Error) {
		if admitted.Add(1) > most+1 { // and one to open the session
			return nil, apperr.RateLimited("calls enough are in flight")
		}
		inFlight.Add(1)
		return func() { inFlight.Add(-1) }, nil
	}})
	header := s.open(t, "2025-03-26", nil)
	refused := 0
	for _, answer := range answersTo(t, read(t, s.request(t, http.MethodPost, batchOf(50, listTools), header))) {
		if answer.Error == nil {
			continue
		}
		if refused++; answer.Error.Code != -32000 || answer.Error.Message != "calls enough are in flight" {
			t.Errorf("refused with %+v", answer.Error)
		}
	}
	if refused != 50-most || admitted.Load() != 51 {
		t.Errorf("%d refused of 50, %d asked for", refused, admitted.Load()-1)
	}
	if left := inFlight.Load(); left != 0 {
		t.Errorf("%d are still in flight", left)
	}
}

// A page of tools, as large as a large catalogue's.
func largeShelf(bytes int) *shelf {
	shelf := newShelf()
	shelf.tools[0].Description = strings.Repeat("x", bytes)
	return shelf
}

func TestTheAnswersToABatchAreBounded(t *testing.T) {
	const tooLarge = "not carried out: the answers to this batch exceed 1048576 bytes"
	const page = 100 << 10
	s := serve(t, mcp.Options{Backend: largeShelf(page)})
	header := s.open(t, "2025-03-26", nil)
	body := read(t, s.request(t, http.MethodPost, batchOf(50, listTools), header))
	if most := mcp.MaxBatchBytes + 5*page; len(body) > most {
		t.Errorf("answered %d bytes, want at most %d", len(body), most)
	}
	whole, refused := 0, 0
	for _, answer := range answersTo(t, body) {
		switch {
		case answer.Error == nil:
			whole++
		case answer.Error.Code == -32000 && strings.HasPrefix(answer.Error.Message, tooLarge):
			refused++
		default:
			t.Errorf("answered %+v", answer.Error)
		}
	}
	if whole < mcp.MaxBatchBytes/page || whole+refused != 50 {
		t.Errorf("%d answered and %d refused", whole, refused)
	}
}

func TestWhatABatchRefusesIsNotCarriedOut(t *testing.T) {
	shelf := newShelf()
	var calls atomic.Int64
	shelf.called = func(context.Context, string, []byte) { calls.Add(1) }
	s := serve(t, mcp.Options{Backend: shelf})
	header := s.open(t, "2025-03-26", nil)
	large := strings.Replace(strings.Replace(find, `"id":7`, `"id":%d`, 1), "Emma", strings.Repeat("E", 20<<10), 1)
	carriedOut := 0
	for _, answer := range answersTo(t, read(t, s.request(t, http.MethodPost, batchOf(50, large), header))) {
		if answer.Error == nil {
			carriedOut++
		}
	}
	if int64(carriedOut) != calls.Load() || carriedOut == 50 {
		t.Errorf("%d calls, of which %d were answered", calls.Load(), carriedOut)
	}
}

// What one request makes the process allocate is bounded: a batch of 499 KB once took 3.2 GB.
func TestABatchAllocatesLittle(t *testing.T) {
	s := serve(t, mcp.Options{Backend: largeShelf(60 << 10), Logger: discarding()})
	header := s.open(t, "2025-03-26", nil)
	for name, tc := range map[string]struct {
		body string
		most uint64 // bytes
	}{
		"refused": {batchOf(10_000, listTools), 16 << 20},
		"served":  {batchOf(50, listTools), 32 << 20},
	} {
		t.Run(name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			read(t, s.request(t, http.MethodPost, tc.body, header))
			runtime.ReadMemStats(&after)
			if took := after.TotalAlloc - before.TotalAlloc; took > tc.most {
				t.Errorf("allocated %d bytes, want at most %d", took, tc.most)
			} else {
				t.Logf("allocated %d bytes", took)
			}
		})
	}
}
