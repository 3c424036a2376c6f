package mcp_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/salaatflow/platform/gateway/mcp"
)

const (
	isJSON   = "application/json"
	isEvents = "text/event-stream"
)

// accepts are headers that clients send, and in which type each has its answer; empty for none.
var accepts = map[string]string{
	"application/json, text/event-stream": isJSON, "application/json": isJSON, "*/*": isJSON, "application/*": isJSON, "none": isJSON,
	"application/json, text/plain, */*": isJSON, "APPLICATION/JSON; charset=utf-8": isJSON, "": isJSON,
	"text/event-stream": isEvents, "text/event-stream;q=0.9": isEvents, "application/json;q=0, text/event-stream": isEvents,
	"text/html": "", "text/html, image/*": "", "application/json;q=0": "",
}

func accepting(header http.Header, accept string) http.Header {
	header = header.Clone()
	if header == nil {
		header = http.Header{}
	}
	header["Accept"] = []string{accept}
	if accept == "none" {
		header["Accept"] = nil
	}
	return header
}

// A client, or the proxy before it, that accepts one type is answered in that type, in either era and from the first message on.
func TestAnAnswerComesInATypeThatItsClientAccepts(t *testing.T) {
	s := serve(t, mcp.Options{Backend: newShelf()})
	session := s.open(t, "2025-11-25", nil)
	for accept, want := range accepts {
		for name, c := range map[string]struct {
			header http.Header
			body   string
		}{
			"opens a session":            {nil, openSession},
			"calls in a session":         {session, find},
			"calls without one":          {modernHeaders(), (&counter{}).next(modernCall)},
			"asks what the SDK answers":  {session, `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":1}}`},
			"is refused a tool":          {session, strings.Replace(find, "find_book", "no_book", 1)},
			"asks for what is not there": {session, `{"jsonrpc":"2.0","id":1,"method":"no/method"}`},
			"asks for a long list":       {session, `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`},
		} {
			response := s.request(t, http.MethodPost, c.body, accepting(c.header, accept))
			body := read(t, response)
			if want == "" {
				if response.StatusCode != http.StatusNotAcceptable || !strings.Contains(body, `"error":`) || strings.Contains(body, `"id":null`) {
					t.Errorf("%s, accepting %q: %s %s", name, accept, response.Status, body)
				}
				continue
			}
			if got := response.Header.Get("Content-Type"); got != want || response.StatusCode != http.StatusOK {
				t.Errorf("%s, accepting %q: %s %s", name, accept, response.Status, got)
			}
			message := body
			if want == isEvents {
				message = messageOf(t, response, body)
			}
			if !strings.HasPrefix(message, `{"jsonrpc":"2.0"`) || !sameJSON(t, message, message) {
				t.Errorf("%s, accepting %q: %s", name, accept, body)
			}
		}
	}
}

// messageOf returns the message of an answer that is one event.
func messageOf(t *testing.T, response *http.Response, body string) string {
	t.Helper()
	message, begins := strings.CutPrefix(body, "event: message\ndata: ")
	message, ends := strings.CutSuffix(message, "\n\n")
	if !begins || !ends || strings.Contains(message, "\n") || response.Header.Get("X-Accel-Buffering") != "no" {
		t.Errorf("no event: %v %s", response.Header, body)
	}
	return message
}

// Whoever takes no events has the result of a tool that says how far it is, and is not asked what it could not hear.
func TestAResultAloneIsWhatAClientWithoutEventsGets(t *testing.T) {
	s := serve(t, mcp.Options{Backend: newPrinter()})
	const capable = `"capabilities":{"elicitation":{}}`
	for _, accept := range []string{"application/json", "*/*", "none"} {
		response := s.request(t, http.MethodPost, strings.Replace(openSession, `"capabilities":{}`, capable, 1), accepting(nil, accept))
		header := http.Header{"Mcp-Session-Id": {response.Header.Get("Mcp-Session-Id")}}
		const printed = `{"jsonrpc":"2.0","id":"p","method":"tools/call","params":{"name":"print_book","arguments":{},` +
			`"_meta":{"progressToken":1}}}`
		got := s.request(t, http.MethodPost, printed, accepting(header, accept))
		if body := read(t, got); got.Header.Get("Content-Type") != isJSON || !strings.Contains(body, "nobody can be asked") {
			t.Errorf("in a session, accepting %s: %v %s", accept, got.Header, body)
		}
		meta := `"_meta":{"progressToken":1,"io.modelcontextprotocol/protocolVersion":"2026-07-28",` +
			`"io.modelcontextprotocol/clientCapabilities":{"elicitation":{}}}`
		modern := strings.Replace(printed, `"_meta":{"progressToken":1}`, meta, 1)
		got = s.request(t, http.MethodPost, modern, accepting(sessionless("tools/call", "print_book"), accept))
		if body := read(t, got); got.Header.Get("Content-Type") != isJSON || !strings.HasPrefix(body, `{"jsonrpc"`) ||
			!strings.Contains(body, `"Go on?"`) || strings.Contains(body, "notifications/progress") {
			t.Errorf("without one, accepting %s: %v %s", accept, got.Header, body)
		}
	}
}

// A stream is for whoever may take events, and is not held up on its way.
func TestAStreamIsForWhoTakesEvents(t *testing.T) {
	s := serve(t, mcp.Options{Backend: newShelf()})
	session := s.open(t, "2025-11-25", nil)
	listen := strings.ReplaceAll(modernListen, "ID", "5")
	for accept, want := range accepts {
		status := http.StatusOK
		if want == "" || strings.HasPrefix(strings.ToLower(accept), "application/") && !strings.Contains(accept, "*/*") &&
			!strings.Contains(accept, isEvents) {
			status = http.StatusNotAcceptable
		}
		for name, response := range map[string]*http.Response{
			"of a session": s.request(t, http.MethodGet, "", accepting(session, accept)),
			"without one":  s.request(t, http.MethodPost, listen, accepting(sessionless("subscriptions/listen", ""), accept)),
		} {
			unbuffered := response.Header.Get("X-Accel-Buffering") == "no"
			if response.StatusCode != status || unbuffered != (status == http.StatusOK) {
				t.Errorf("%s, accepting %q: %s %v", name, accept, response.Status, response.Header)
			}
			response.Body.Close()
		}
	}
}
