package api

import (
	"context"
	"errors"
	"math"
	"time"

	"google.golang.org/protobuf/proto"

	auditv1 "github.com/salaatflow/platform/proto/salaatflow/audit/v1"

	"github.com/salaatflow/platform/audit-svc/internal/trail"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/audit"
	"github.com/salaatflow/platform/services/identity"
)

// ListAuditEntries returns a page of the caller's entries, or of anybody's for an administrator.
func (s *Server) ListAuditEntries(
	ctx context.Context, req *auditv1.ListAuditEntriesRequest,
) (*auditv1.ListAuditEntriesResponse, error) {
	caller, err := identity.RequireUser(ctx)
	if err != nil {
		return nil, err
	}
	selection, err := selected(caller, req)
	if err != nil {
		return nil, err
	}
	selection.Limit++ // one more says whether there is another page
	listed, count, err := s.trail.List(ctx, selection)
	if err != nil {
		return nil, err
	}
	answer := &auditv1.ListAuditEntriesResponse{Count: clamped(count)}
	if len(listed) == selection.Limit {
		listed = listed[:len(listed)-1]
		answer.NextPageToken = proto.String(selection.PageToken(listed[len(listed)-1].Seq))
	}
	for _, found := range listed {
		if selection.UserID != 0 && found.Entry.UserID != selection.UserID {
			s.logger.ErrorContext(ctx, "the user of an audit entry was changed beside the entry; leaving it out", "line", found.Seq)
			continue
		}
		answer.Entries = append(answer.Entries, message(found.Entry))
	}
	return answer, nil
}

// selected returns what the caller may list of what was asked for.
func selected(caller identity.Caller, req *auditv1.ListAuditEntriesRequest) (trail.Selection, error) {
	selection := trail.Selection{
		Tool: req.GetTool(), UserID: req.GetUserId(), Decision: req.GetDecision(), Limit: int(req.GetLimit()),
	}
	if !caller.IsAdmin() {
		if selection.UserID != 0 && selection.UserID != caller.UserID {
			return selection, apperr.Forbidden("only an administrator may list the audit entries of other users")
		}
		selection.UserID = caller.UserID
	}
	var violations []apperr.Violation
	for _, bound := range []struct {
		field, given string
		to           *time.Time
	}{{"since", req.GetSince(), &selection.Since}, {"until", req.GetUntil(), &selection.Until}} {
		if bound.given == "" {
			continue
		}
		at, err := time.Parse(time.RFC3339, bound.given)
		if err != nil {
			violations = append(violations, apperr.Violation{
				Field: bound.field, Message: "Must be a time with its offset, such as 2026-11-22T18:00:00Z",
			})
		}
		*bound.to = at
	}
	if len(violations) > 0 {
		return selection, apperr.Invalid(violations...)
	}
	selection, err := selection.WithPage(req.GetPageToken())
	if errors.Is(err, trail.ErrPageToken) {
		return selection, apperr.Invalid(apperr.Violation{
			Field: "page_token", Message: "Must be the next_page_token of a page with the same filters",
		})
	}
	return selection, err
}

// message converts an entry to its API message.
func message(e audit.Record) *auditv1.AuditEntry {
	m := &auditv1.AuditEntry{
		Id: e.ID, Time: e.Time.UTC().Format(time.RFC3339Nano), Program: e.Program, Door: string(e.Door),
		Tool: e.Tool, Decision: string(e.Decision), Result: e.Result, LatencyUs: clamped(int(e.LatencyMicros)),
		Role: unlessZero(string(e.Role)), Credential: unlessZero(e.Credential), TokenId: unlessZero(e.TokenID),
		Peer: unlessZero(e.Peer), Address: unlessZero(e.Address), Alias: unlessZero(e.Alias),
		Arguments: unlessZero(string(e.Arguments)), ArgumentsDigest: unlessZero(e.ArgumentsDigest),
		Rule: unlessZero(e.Rule), Detail: unlessZero(e.Detail), TraceId: unlessZero(e.TraceID), RequestId: unlessZero(e.RequestID),
		Replayed: e.Replayed,
	}
	if e.UserID != 0 {
		m.UserId = proto.Int32(e.UserID)
	}
	return m
}

// unlessZero returns nil, which is null in JSON, for an empty text.
func unlessZero(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

func clamped(n int) int32 { return int32(max(0, min(n, math.MaxInt32))) }
