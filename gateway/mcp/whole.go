package mcp

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strings"
)

// In a session the SDK answers every request with a stream of events, because a tool may say or ask something meanwhile. Where none
// does, the client gets the answer as JSON.

const contentTypeEvents = "text/event-stream"

// wholeWriter makes a response of events, each a message, one JSON document of the answers among them. Other responses stay as they
// are. finish ends it.
type wholeWriter struct {
	http.ResponseWriter
	batch   bool // the answers are an array
	answers []json.RawMessage
	begun   bool // the response is known to be another
}

// Unwrap lets http.ResponseController reach the connection.
func (w *wholeWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

func (w *wholeWriter) gathers() bool {
	return !w.begun && strings.HasPrefix(w.Header().Get(contentTypeHeader), contentTypeEvents)
}

// WriteHeader writes the status, which is always 200 for events.
func (w *wholeWriter) WriteHeader(status int) {
	if !w.gathers() {
		w.begun = true
		w.ResponseWriter.WriteHeader(status)
	}
}

// Write keeps answers among events, which come whole, and writes anything else.
func (w *wholeWriter) Write(text []byte) (int, error) {
	if w.gathers() {
		w.answers = append(w.answers, answersIn(text)...)
		return len(text), nil
	}
	w.begun = true
	return w.ResponseWriter.Write(text)
}

// FlushError sends what is no event.
func (w *wholeWriter) FlushError() error {
	if w.gathers() {
		return nil
	}
	return http.NewResponseController(w.ResponseWriter).Flush()
}

// Flush is FlushError; the next write tells of errors.
func (w *wholeWriter) Flush() { _ = w.FlushError() }

// finish writes the answers of the events.
func (w *wholeWriter) finish() {
	if !w.gathers() {
		return
	}
	w.Header()[contentTypeHeader] = contentTypeJSON
	w.Header().Del("Connection")
	switch {
	case w.batch:
		writeArray(w.ResponseWriter, w.answers)
	case len(w.answers) > 0:
		_, _ = w.ResponseWriter.Write(w.answers[0])
	}
}

// writeArray writes answers as an array, without a copy of them, since they may be long together. An error means that the client has
// gone.
func writeArray(to io.Writer, answers []json.RawMessage) {
	_, _ = io.WriteString(to, "[")
	for i, answer := range answers {
		if i > 0 {
			_, _ = io.WriteString(to, ",")
		}
		_, _ = to.Write(answer)
	}
	_, _ = io.WriteString(to, "]")
}

// answersIn returns the messages among events that answer a request.
func answersIn(events []byte) (answers []json.RawMessage) {
	for line := range bytes.Lines(events) {
		data, ok := bytes.CutPrefix(bytes.TrimRight(line, "\r\n"), []byte("data: "))
		if !ok {
			continue
		}
		var message struct {
			Method string `json:"method"`
		}
		if json.Unmarshal(data, &message) == nil && message.Method == "" {
			answers = append(answers, bytes.Clone(data))
		}
	}
	return answers
}
