package mcp_test

import (
	"context"
	"io"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/jonboulle/clockwork"

	"github.com/salaatflow/platform/gateway/mcp"
	toolsv1 "github.com/salaatflow/platform/proto/salaatflow/tools/v1"
	"github.com/salaatflow/platform/services/apperr"
)

// oracle says something when it is let, and knows when it was asked.
type oracle struct {
	*library
	asked chan struct{}
	says  chan string
}

func newOracle() *oracle { return &oracle{newLibrary(), make(chan struct{}, 10), make(chan string)} }

func (*oracle) Asks(mcp.Called) bool { return true }

func (o *oracle) Get(context.Context, string, map[string]string) ([]*toolsv1.Turn, string, *apperr.Error) {
	o.asked <- struct{}{}
	return []*toolsv1.Turn{{Content: &toolsv1.Content{Block: &toolsv1.Content_Text{Text: <-o.says}}}}, "Says.", nil
}

// ask asks the oracle with an id in a session, and returns the stream of the answer and the event with which it begins.
func (s *served) ask(t *testing.T, id string, header http.Header) (*http.Response, string) {
	t.Helper()
	stream := s.request(t, http.MethodPost, `{"jsonrpc":"2.0","id":`+id+`,"method":"prompts/get","params":{"name":"riddle"}}`, header)
	prime := event(t, stream.Body)
	name, after, _ := strings.Cut(strings.TrimPrefix(prime, "id: "), "\n")
	if !strings.HasPrefix(after, "retry: 1000\ndata:\n") {
		t.Fatalf("the stream begins with %q", prime)
	}
	return stream, name
}

func (s *served) after(t *testing.T, last string, header http.Header) *http.Response {
	t.Helper()
	header = header.Clone()
	header.Set("Last-Event-ID", last)
	return s.request(t, http.MethodGet, "", header)
}

// A client whose connection broke while it waited has its answer when it comes back, with the id that it gave.
func TestACallIsTakenUpWhereItWasLeft(t *testing.T) {
	oracle := newOracle()
	s := serve(t, mcp.Options{Backend: oracle.library, Offers: oracle})
	header := s.open(t, "2025-11-25", nil)
	for _, id := range []string{"7", "9007199254740993"} {
		stream, name := s.ask(t, id, header)
		<-oracle.asked
		_ = stream.Body.Close()
		oracle.says <- "forty-two"

		answer := read(t, s.after(t, name, header))
		if !strings.Contains(answer, `"forty-two"`) || !strings.Contains(answer, `"id":`+id+`,`) {
			t.Errorf("the answer is %q", answer)
		}
		if number := strings.TrimSuffix(name, "0") + "1"; !strings.HasPrefix(answer, ": again\n\nid: "+number+"\n") {
			t.Errorf("after %s comes %q", name, answer)
		}
	}
}

// A stream that its client opens anew ends the one that it has lost, which is known at the gateway long after.
func TestACallIsReadByWhoCameLast(t *testing.T) {
	oracle := newOracle()
	s := serve(t, mcp.Options{Backend: oracle.library, Offers: oracle})
	header := s.open(t, "2025-11-25", nil)
	first, name := s.ask(t, "1", header)
	second := s.after(t, name, header)
	if rest, err := io.ReadAll(first.Body); err != nil || len(rest) > 0 {
		t.Errorf("the first ends with %q: %v", rest, err)
	}
	oracle.says <- "nothing"
	if answer := read(t, second); !strings.Contains(answer, `"nothing"`) {
		t.Errorf("the second is told %q", answer)
	}
}

// Nobody else is told what a call says, and nobody after two minutes.
func TestWhatACallSaysIsKeptForItsSession(t *testing.T) {
	clock, oracle := clockwork.NewFakeClock(), newOracle()
	s := serve(t, mcp.Options{Backend: oracle.library, Offers: oracle, Clock: clock})
	header, other := s.open(t, "2025-11-25", nil), s.open(t, "2025-11-25", nil)
	stream, name := s.ask(t, "1", header)
	for _, of := range []struct {
		last   string
		header http.Header
	}{{name, other}, {name + "9", header}, {"nothing_0", header}} {
		if refused := s.after(t, of.last, of.header); refused.StatusCode != http.StatusBadRequest {
			t.Errorf("after %s: %s", of.last, refused.Status)
		}
	}
	<-oracle.asked
	_ = stream.Body.Close()
	oracle.says <- "late"
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		for calls, bytes := s.KeptCalls(); calls > 0 || bytes > 0; calls, bytes = s.KeptCalls() {
			runtime.Gosched()
		}
	}()
	until(t, gone, func() { clock.Advance(time.Minute) })
	if late := s.after(t, name, header); late.StatusCode != http.StatusBadRequest {
		t.Errorf("after two minutes: %s", late.Status)
	}
}
