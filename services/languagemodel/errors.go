package languagemodel

import (
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"time"

	"github.com/sashabaranov/go-openai"

	"github.com/salaatflow/platform/services/backoff"
	"github.com/salaatflow/platform/services/clock"
)

// Reason is why no answer came.
type Reason string

// The reasons.
const (
	// Off: there is no model to ask.
	Off Reason = "off"
	// TimedOut: the answer did not come within the timeout or the caller's deadline.
	TimedOut Reason = "timeout"
	// Cancelled: the caller cancelled the request.
	Cancelled Reason = "cancelled"
	// Unreachable: there was no connection, or it broke before the answer was complete.
	Unreachable Reason = "unreachable"
	// Refused: the endpoint answered with an HTTP error.
	Refused Reason = "refused"
)

// NoAnswerError means that no answer came. A retry later may succeed.
type NoAnswerError struct {
	// Reason is why.
	Reason Reason
	// Status is the HTTP status of a refusal, else 0.
	Status int
	// RetryAfter is the endpoint's Retry-After; 0 when it sent none.
	RetryAfter time.Duration

	code  string
	cause error
}

// Error returns the reason, for the operator. It contains no credential.
func (e *NoAnswerError) Error() string {
	switch {
	case e.Reason == Off:
		return "there is no language model to ask: set --llm-url"
	case e.Reason == Refused && e.code != "":
		return fmt.Sprintf("the language model gave no answer: its endpoint says %d %s (%s)",
			e.Status, http.StatusText(e.Status), e.code)
	case e.Reason == Refused:
		return fmt.Sprintf("the language model gave no answer: its endpoint says %d %s", e.Status, http.StatusText(e.Status))
	default:
		return fmt.Sprintf("the language model gave no answer: %v", e.cause)
	}
}

// Unwrap returns the cause, such as context.DeadlineExceeded; nil when there is none.
func (e *NoAnswerError) Unwrap() error { return e.cause }

// BadAnswerError means that the model answered, but the answer cannot be used. A retry is unlikely to help.
type BadAnswerError struct {
	// Problem is what is wrong with the answer, without quoting it.
	Problem string
}

// Error returns the problem.
func (e *BadAnswerError) Error() string { return "the language model answered badly: " + e.Problem }

// Outcome returns how a request ended, for metrics: "answered", "bad_answer", or the Reason why no answer came. An error
// that is not of this package is "error".
func Outcome(err error) string {
	var none *NoAnswerError
	var bad *BadAnswerError
	switch {
	case err == nil:
		return "answered"
	case errors.As(err, &none):
		return string(none.Reason)
	case errors.As(err, &bad):
		return "bad_answer"
	default:
		return "error"
	}
}

// errorCode returns the part of an endpoint's error that may be shown. Its texts may repeat a key.
var errorCode = regexp.MustCompile(`^[a-z_]{1,64}$`)

func refused(response *http.Response, err error, clock clock.Clock) error {
	refusal := &NoAnswerError{
		Reason:     Refused,
		Status:     response.StatusCode,
		RetryAfter: backoff.RetryAfter(response.Header, clock),
	}
	var described *openai.APIError
	if errors.As(err, &described) {
		if code, text := described.Code.(string); text && errorCode.MatchString(code) {
			refusal.code = code
		}
	}
	return refusal
}
