package chat

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"time"
	"unicode/utf8"

	"google.golang.org/grpc/codes"

	errorsv1 "github.com/salaatflow/platform/proto/salaatflow/errors/v1"

	"github.com/salaatflow/platform/gateway/detect"
	"github.com/salaatflow/platform/gateway/internal/authn"
	"github.com/salaatflow/platform/gateway/internal/problem"
	"github.com/salaatflow/platform/gateway/internal/rest"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/identity"
)

// MaxMessage is the most characters of a message.
const MaxMessage = 2000

// ServeHTTP serves POST /api/v1/chat.
func (c *Chat) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var request struct {
		Message        *string `json:"message"`
		ConversationID *string `json:"conversation_id"`
	}
	body, refused := readBody(r)
	if refused != nil {
		problem.Write(w, refused)
		return
	}
	claim, body := authn.TakeArgument(authn.FromContext(r.Context()), body)
	ctx := authn.NewContext(r.Context(), claim)
	if refused := decodeBody(body, &request); refused != nil {
		problem.Write(w, refused)
		return
	}
	if violation := checkText("message", request.Message); violation != nil {
		problem.Write(w, apperr.Invalid(*violation))
		return
	}
	answer, refused := c.Turn(ctx, Request{Message: *request.Message, ConversationID: textOf(request.ConversationID)})
	if refused != nil {
		problem.Write(w, refused)
		return
	}
	writeJSON(w, answer.HTTPStatus(), answer)
}

// DetectIntent serves POST /api/v1/intents/detect: what a sentence means, read alone. Nothing is called.
func (c *Chat) DetectIntent(w http.ResponseWriter, r *http.Request) {
	var request struct {
		Text     *string `json:"text"`
		Now      *string `json:"now"`
		Timezone *string `json:"timezone"`
	}
	body, refused := readBody(r)
	if refused == nil {
		refused = decodeBody(body, &request)
	}
	if refused != nil {
		problem.Write(w, refused)
		return
	}
	var violations []apperr.Violation
	if violation := checkText("text", request.Text); violation != nil {
		violations = append(violations, *violation)
	}
	input := detect.Input{Text: textOf(request.Text), Now: c.Clock.Now()}
	if request.Now != nil {
		now, err := time.Parse(time.RFC3339, *request.Now)
		if err != nil {
			violations = append(violations, apperr.Violation{Field: "now", Message: "Expected a time such as 2026-03-02T10:00:00+05:00"})
		}
		input.Now = now
	}
	name := identity.DefaultTimezone
	if request.Timezone != nil {
		name = *request.Timezone
	}
	zone, err := identity.LoadZone(name)
	if err != nil {
		violations = append(violations, apperr.Violation{Field: "timezone", Message: "Expected an IANA time zone such as " + identity.DefaultTimezone})
	}
	if len(violations) > 0 {
		problem.Write(w, apperr.Invalid(violations...))
		return
	}
	input.Zone = zone
	writeJSON(w, http.StatusOK, c.detector.Load().Detect(input))
}

func readBody(r *http.Request) ([]byte, *apperr.Error) {
	body, err := io.ReadAll(r.Body)
	if tooLarge := (*http.MaxBytesError)(nil); errors.As(err, &tooLarge) {
		return nil, rest.TooLarge(tooLarge.Limit)
	}
	if err != nil {
		return nil, apperr.New(codes.Canceled, errorsv1.Reason_REASON_HTTP_ERROR, "the body did not arrive in full").WithCause(err)
	}
	return body, nil
}

// decodeBody reads a JSON object into a struct whose members are all there can be.
func decodeBody(body []byte, into any) *apperr.Error {
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.DisallowUnknownFields()
	err := decoder.Decode(into)
	if err == nil {
		if _, more := decoder.Token(); !errors.Is(more, io.EOF) {
			return apperr.Invalid(apperr.Violation{Message: "Expected one JSON object and nothing after it"})
		}
		return nil
	}
	if wrong := (*json.UnmarshalTypeError)(nil); errors.As(err, &wrong) && wrong.Field != "" {
		return apperr.Invalid(apperr.Violation{Field: wrong.Field, Message: "Expected string, received " + wrong.Value})
	}
	if name, unknown := strings.CutPrefix(err.Error(), "json: unknown field "); unknown {
		name = strings.Trim(name, `"`)
		return apperr.Invalid(apperr.Violation{Field: name, Message: "Unrecognized key(s) in object: '" + name + "'"})
	}
	return apperr.Invalid(apperr.Violation{Message: "Expected a JSON object"})
}

func checkText(field string, given *string) *apperr.Violation {
	switch {
	case given == nil:
		return &apperr.Violation{Field: field, Message: "Required"}
	case strings.TrimSpace(*given) == "":
		return &apperr.Violation{Field: field, Message: "It is empty: write something"}
	case utf8.RuneCountInString(*given) > MaxMessage:
		return &apperr.Violation{Field: field, Message: "It is too long: at most 2,000 characters"}
	default:
		return nil
	}
}

func writeJSON(w http.ResponseWriter, status int, value any) {
	var body bytes.Buffer
	encoder := json.NewEncoder(&body)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil { // what is encoded here always encodes
		panic(err)
	}
	header := w.Header()
	header.Set("Content-Type", "application/json")
	header.Set("Cache-Control", "no-store")
	if status == http.StatusTooManyRequests {
		header.Set("Retry-After", "1")
	}
	w.WriteHeader(status)
	_, _ = w.Write(body.Bytes()) // the client is gone; there is nobody left to tell
}
