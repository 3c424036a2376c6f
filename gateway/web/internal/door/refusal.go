package door

import (
	"encoding/json"
	"errors"
	"net/http"
)

// Refusal is why a call was refused.
type Refusal struct {
	Status     int
	Code       string
	Message    string
	Violations []Violation
}

// Violation is what is wrong with one field.
type Violation struct {
	Field   string `json:"field"`
	Message string `json:"message"`
}

// Error implements error.
func (r *Refusal) Error() string { return r.Code + ": " + r.Message }

// refusal reads a problem, or the result of a tool call that failed.
func (a *Answer) refusal() *Refusal {
	var said struct {
		Detail       string      `json:"detail"`
		Error        string      `json:"error"`
		ErrorMessage string      `json:"error_message"`
		Violations   []Violation `json:"violations"`
	}
	refusal := &Refusal{Status: a.Status}
	if json.Unmarshal(a.Body, &said) == nil {
		refusal.Code, refusal.Message, refusal.Violations = said.Error, said.Detail+said.ErrorMessage, said.Violations
	}
	if refusal.Message == "" {
		refusal.Message = http.StatusText(a.Status)
	}
	return refusal
}

// RefusalOf returns the refusal that err is, nil if it is none.
func RefusalOf(err error) *Refusal {
	var refusal *Refusal
	errors.As(err, &refusal)
	return refusal
}

// NeedsUser reports whether err says that the caller has to sign in first.
func NeedsUser(err error) bool {
	refusal := RefusalOf(err)
	return refusal != nil && refusal.Status == http.StatusUnauthorized
}
