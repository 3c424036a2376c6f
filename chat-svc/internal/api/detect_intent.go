package api

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	chatv1 "github.com/salaatflow/platform/proto/salaatflow/chat/v1"

	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/identity"
)

// DetectIntent returns what a sentence means.
func (s *Server) DetectIntent(_ context.Context, req *chatv1.DetectIntentRequest) (*chatv1.DetectIntentResponse, error) {
	input, violations := sentence(req, s.clock.Now())
	if len(violations) > 0 {
		return nil, apperr.Invalid(violations...)
	}
	found := s.chat.Detect(input)
	encoded, err := json.Marshal(found.Slots)
	if err != nil {
		return nil, fmt.Errorf("encode slots: %w", err)
	}
	slots, err := structOf(encoded)
	if err != nil {
		return nil, fmt.Errorf("convert slots: %w", err)
	}
	return &chatv1.DetectIntentResponse{
		Intent: string(found.Intent), Confidence: found.Confidence, Language: string(found.Language), Slots: slots,
	}, nil
}

// sentence returns the detector's input, or the violations in the request.
func sentence(req *chatv1.DetectIntentRequest, now time.Time) (detect.Input, []apperr.Violation) {
	var violations []apperr.Violation
	if req.Now != nil {
		given, err := time.Parse(time.RFC3339, req.GetNow())
		if err != nil {
			violations = append(violations, apperr.Violation{Field: "now", Message: "Expected a time such as 2026-03-02T10:00:00+05:00"})
		}
		now = given
	}
	zone, err := identity.LoadZone(req.GetTimezone())
	if err != nil {
		violations = append(violations, apperr.Violation{
			Field: "timezone", Message: "Expected an IANA time zone such as " + identity.DefaultTimezone,
		})
	}
	return detect.Input{Text: req.GetText(), Now: now, Zone: zone}, violations
}
