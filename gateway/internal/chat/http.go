package chat

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"time"
	"unicode/utf8"

	"google.golang.org/grpc/codes"

	errorsv1 "github.com/salaatflow/platform/proto/salaatflow/errors/v1"

	"github.com/salaatflow/platform/gateway/internal/authn"
	"github.com/salaatflow/platform/gateway/internal/problem"
	"github.com/salaatflow/platform/gateway/internal/rest"
	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/compactjson"
	"github.com/salaatflow/platform/services/identity"
	"github.com/salaatflow/platform/services/toolspec"
)

// MaxMessage is the most characters of a message.
const MaxMessage = 2000

var (
	chatBody   = toolspec.NewTextChecker([]string{"message"}, []string{"conversation_id"})
	detectBody = toolspec.NewTextChecker([]string{"text"}, []string{"now", "timezone"})
)

// ServeHTTP serves POST /api/v1/chat.
func (c *Chat) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var request struct {
		Message        string `json:"message"`
		ConversationID string `json:"conversation_id"`
	}
	body, refused := readBody(r)
	if refused != nil {
		problem.Write(w, refused)
		return
	}
	claim, body := authn.TakeArgument(authn.FromContext(r.Context()), body)
	ctx := authn.NewContext(r.Context(), claim)
	violations := decode(body, chatBody, &request)
	if len(violations) == 0 {
		violations = checkText("message", request.Message)
	}
	if len(violations) > 0 {
		problem.Write(w, apperr.Invalid(violations...))
		return
	}
	answer, refused := c.Turn(ctx, Request{Message: request.Message, ConversationID: request.ConversationID})
	if refused != nil {
		problem.Write(w, refused)
		return
	}
	writeJSON(w, answer.HTTPStatus(), answer)
}

// detectRequest is what the body of POST /api/v1/intents/detect says.
type detectRequest struct {
	Text     string  `json:"text"`
	Now      *string `json:"now"`
	Timezone *string `json:"timezone"`
}

// DetectIntent serves POST /api/v1/intents/detect: what a sentence means, read alone. Nothing is called.
func (c *Chat) DetectIntent(w http.ResponseWriter, r *http.Request) {
	body, refused := readBody(r)
	if refused != nil {
		problem.Write(w, refused)
		return
	}
	var (
		request detectRequest
		input   detect.Input
	)
	violations := decode(body, detectBody, &request)
	if len(violations) == 0 {
		input, violations = request.input(c.Clock.Now())
	}
	if len(violations) > 0 {
		problem.Write(w, apperr.Invalid(violations...))
		return
	}
	writeJSON(w, http.StatusOK, c.detector.Load().Detect(input))
}

// input is what is to be detected, or what is wrong with it.
func (r *detectRequest) input(now time.Time) (detect.Input, []apperr.Violation) {
	violations := checkText("text", r.Text)
	input := detect.Input{Text: r.Text, Now: now}
	if r.Now != nil {
		given, err := time.Parse(time.RFC3339, *r.Now)
		if err != nil {
			violations = append(violations, apperr.Violation{Field: "now", Message: "Expected a time such as 2026-03-02T10:00:00+05:00"})
		}
		input.Now = given
	}
	name := identity.DefaultTimezone
	if r.Timezone != nil {
		name = *r.Timezone
	}
	zone, err := identity.LoadZone(name)
	if err != nil {
		violations = append(violations, apperr.Violation{Field: "timezone", Message: "Expected an IANA time zone such as " + identity.DefaultTimezone})
	}
	input.Zone = zone
	return input, violations
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

// decode reads a body, or says what is wrong with it.
func decode(body []byte, checker *toolspec.Checker, into any) []apperr.Violation {
	if violations := checker.Check(body); len(violations) > 0 {
		return violations
	}
	if err := json.Unmarshal(body, into); err != nil { // the check is stricter
		panic(err)
	}
	return nil
}

func checkText(field, text string) []apperr.Violation {
	switch {
	case strings.TrimSpace(text) == "":
		return []apperr.Violation{{Field: field, Message: "It is empty: write something"}}
	case utf8.RuneCountInString(text) > MaxMessage:
		return []apperr.Violation{{Field: field, Message: "It is too long: at most 2,000 characters"}}
	default:
		return nil
	}
}

func writeJSON(w http.ResponseWriter, status int, value any) {
	body, err := compactjson.Marshal(value)
	if err != nil { // what is encoded here always encodes
		panic(err)
	}
	header := w.Header()
	header.Set("Content-Type", "application/json")
	header.Set("Cache-Control", "no-store")
	problem.SuggestRetry(header, status)
	w.WriteHeader(status)
	_, _ = w.Write(body) // the client is gone; there is nobody left to tell
}
