package api

import (
	"context"
	"fmt"

	"google.golang.org/grpc/codes"

	auditv1 "github.com/salaatflow/platform/proto/salaatflow/audit/v1"
	errorsv1 "github.com/salaatflow/platform/proto/salaatflow/errors/v1"

	"github.com/salaatflow/platform/audit-svc/internal/trail"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/audit/chain"
	"github.com/salaatflow/platform/services/peer"
)

// AppendAuditLines adds the lines of an outbox that are not kept yet.
func (s *Server) AppendAuditLines(
	ctx context.Context, req *auditv1.AppendAuditLinesRequest,
) (*auditv1.AppendAuditLinesResponse, error) {
	lines := make([]trail.Recorded, 0, len(req.GetLines()))
	for i, text := range req.GetLines() {
		line, err := parse(text)
		if err == nil && i > 0 && line.Line.Seq <= lines[i-1].Line.Seq {
			err = fmt.Errorf("line %d is not after line %d", line.Line.Seq, lines[i-1].Line.Seq)
		}
		if err != nil {
			return nil, apperr.Invalid(apperr.Violation{Field: fmt.Sprintf("lines[%d]", i), Message: err.Error()})
		}
		if err := s.mayRecordAs(ctx, line.Head.Program); err != nil {
			return nil, err
		}
		lines = append(lines, line)
	}
	appended, err := s.trail.Append(ctx, req.GetSource(), lines)
	if err != nil {
		return nil, err
	}
	if appended.Broken {
		s.logger.ErrorContext(ctx, "audit lines of an outbox are missing or were changed; keeping what came",
			"source", req.GetSource(), "through", appended.Through)
	}
	return &auditv1.AppendAuditLinesResponse{Through: appended.Through}, nil
}

// mayRecordAs returns an error unless the caller is the program that an entry names, or has the certificate of the audit itself, as
// all parts of one process do.
func (s *Server) mayRecordAs(ctx context.Context, program string) error {
	if s.own == nil {
		return nil
	}
	who, _ := peer.FromContext(ctx)
	if own := s.own.Identity(); who.Is(program, own) || who.Equal(own) {
		return nil
	}
	return apperr.New(codes.PermissionDenied, errorsv1.Reason_REASON_IDENTITY_NOT_ALLOWED,
		"%s may not record for the audit what %s did: a program records in its own name", who, program)
}

func parse(text []byte) (trail.Recorded, error) {
	line, err := chain.Parse(text)
	if err == nil {
		err = line.Intact()
	}
	if err != nil {
		return trail.Recorded{}, err
	}
	head, err := trail.ParseHead(line.Entry)
	return trail.Recorded{Line: line, Head: head}, err
}
