package mcp

import (
	"bytes"
	"context"
	"net/http"
	"strings"
)

// The protocol wants clients to accept JSON and streams of events alike. Proxies rewrite the header, and simple clients name one type, or
// none. Such a client is answered in the type that it takes: the SDK, which refuses it, is shown both.

// answerType is in which type a request may be answered.
type answerType int

const (
	inEither answerType = iota // JSON, or events where a tool has something to say meanwhile
	inJSON                     // the answer alone, and events only where nothing else can answer
	inEvents
	onlyJSON // never events
	inNone
)

const contentTypeText = "application/json"

// bothTypes is shown to the SDK. It is shared and must not be changed.
var bothTypes = []string{contentTypeText + ", " + contentTypeEvents}

// answerTypeOf returns in which type a client wants its answer.
func answerTypeOf(header http.Header) answerType {
	accept := header[acceptHeader]
	if len(accept) == 1 {
		switch accept[0] { // what almost all send
		case "application/json, text/event-stream", "text/event-stream, application/json",
			"application/json,text/event-stream", "text/event-stream,application/json":
			return inEither
		}
	}
	json, events, wildcard, named := false, false, false, false
	for _, value := range accept {
		for one := range strings.SplitSeq(value, ",") {
			media, refused := mediaRange(one)
			named = named || media != ""
			switch {
			case refused:
			case media == contentTypeText, media == "application/*":
				json = true
			case media == contentTypeEvents, media == "text/*":
				events = true
			case media == "*/*":
				wildcard = true
			}
		}
	}
	switch {
	case json && events:
		return inEither
	case wildcard || !named:
		return inJSON
	case json:
		return onlyJSON
	case events:
		return inEvents
	default:
		return inNone
	}
}

// mediaRange returns a range of media types in the form that Accept has, and whether it is refused there.
func mediaRange(text string) (media string, refused bool) {
	media, parameters, _ := strings.Cut(text, ";")
	for one := range strings.SplitSeq(parameters, ";") {
		name, value, _ := strings.Cut(one, "=")
		if strings.EqualFold(strings.TrimSpace(name), "q") {
			refused = strings.Trim(strings.TrimSpace(value), "0.") == "" // 0, 0.0, …
		}
	}
	return strings.ToLower(strings.TrimSpace(media)), refused
}

type answerTypeKey struct{}

// withAnswerType returns the request with the type of its answer in its context, as the SDK serves it, and a writer that answers so.
func withAnswerType(w http.ResponseWriter, r *http.Request, in answerType) (http.ResponseWriter, *http.Request) {
	if in == inEither {
		return w, r
	}
	r = r.WithContext(context.WithValue(r.Context(), answerTypeKey{}, in))
	r.Header[acceptHeader] = bothTypes
	return inType(w, in), r
}

// inType returns a writer that answers in a type.
func inType(w http.ResponseWriter, in answerType) http.ResponseWriter {
	if in == inEvents {
		return &asEvents{ResponseWriter: w}
	}
	return w
}

// answerTypeIn returns in which type the request of a context is answered.
func answerTypeIn(ctx context.Context) answerType {
	in, _ := ctx.Value(answerTypeKey{}).(answerType)
	return in
}

// wantsWhole reports whether the client of a request wants the answer alone, whatever is said meanwhile.
func wantsWhole(ctx context.Context) bool {
	in := answerTypeIn(ctx)
	return in == inJSON || in == onlyJSON
}

// refuseUnacceptable answers a request that accepts nothing in which it could be answered, and reports whether it did.
func refuseUnacceptable(w http.ResponseWriter, r *http.Request, body []byte, in answerType) bool {
	var wanted string
	switch {
	case r.Method == http.MethodPost && in == inNone:
		wanted = contentTypeText + ", or " + contentTypeEvents + ", or both"
	case (in == inNone || in == onlyJSON) && answersInEvents(r):
		wanted = contentTypeEvents
	default:
		return false
	}
	refuseMessage(w, http.StatusNotAcceptable, idIn(body), invalidRequest("this is answered in another type: Accept must name %s", wanted))
	return true
}

// answersInEvents reports whether a request is answered by a stream of events and by nothing else.
func answersInEvents(r *http.Request) bool {
	return r.Method == http.MethodGet || r.Method == http.MethodPost && r.Header.Get(methodHeader) == methodListen
}

// asEvents makes an event of an answer in JSON, for a client that takes nothing else. What is an event already stays so, and so does a
// refusal of the request, whose status says that there is no answer.
type asEvents struct {
	http.ResponseWriter
	begun, wraps bool
}

// Unwrap lets http.ResponseController reach the connection.
func (w *asEvents) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// WriteHeader writes the status.
func (w *asEvents) WriteHeader(status int) {
	w.begin(status)
	w.ResponseWriter.WriteHeader(status)
}

// Write writes events, or one whole answer.
func (w *asEvents) Write(text []byte) (int, error) {
	w.begin(http.StatusOK)
	if !w.wraps {
		return w.ResponseWriter.Write(text)
	}
	if _, err := w.ResponseWriter.Write(asEvent(text)); err != nil {
		return 0, err
	}
	return len(text), nil
}

func (w *asEvents) begin(status int) {
	if w.begun {
		return
	}
	w.begun = true
	header := w.Header()
	w.wraps = status == http.StatusOK && strings.HasPrefix(header.Get(contentTypeHeader), contentTypeText)
	if w.wraps {
		header.Set(contentTypeHeader, contentTypeEvents)
		header.Del("Content-Length")
	}
	if strings.HasPrefix(header.Get(contentTypeHeader), contentTypeEvents) {
		unbuffered(header)
	}
}

// asEvent returns a message as an event. A line break can only be between the parts of JSON.
func asEvent(message []byte) []byte {
	message = bytes.ReplaceAll(bytes.TrimSpace(message), []byte{'\n'}, []byte{' '})
	event := append(make([]byte, 0, len(message)+24), "event: message\ndata: "...)
	return append(append(event, message...), "\n\n"...)
}

// unbuffered has a reverse proxy send events on as they come.
func unbuffered(header http.Header) { header["X-Accel-Buffering"] = no }

var no = []string{"no"} // shared, must not be changed
