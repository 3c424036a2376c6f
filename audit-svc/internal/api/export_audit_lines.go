package api

import (
	"context"
	"strconv"

	auditv1 "github.com/salaatflow/platform/proto/salaatflow/audit/v1"

	"github.com/salaatflow/platform/services/apperr"
)

// ExportAuditLines returns lines of the chain in order.
func (s *Server) ExportAuditLines(
	ctx context.Context, req *auditv1.ExportAuditLinesRequest,
) (*auditv1.ExportAuditLinesResponse, error) {
	var after int64
	if req.GetAfter() != "" {
		number, err := strconv.ParseInt(req.GetAfter(), 10, 64)
		if err != nil { // impossible: the rules allow digits only
			return nil, apperr.Invalid(apperr.Violation{Field: "after", Message: "Must be the number of a line"})
		}
		after = number
	}
	lines, count, err := s.trail.Export(ctx, after, int(req.GetLimit()))
	if err != nil {
		return nil, err
	}
	answer := &auditv1.ExportAuditLinesResponse{Count: clamped(count), Lines: make([]*auditv1.AuditLine, len(lines))}
	for i, line := range lines {
		answer.Lines[i] = &auditv1.AuditLine{
			Seq: strconv.FormatInt(line.Seq, 10), Prev: line.Prev.String(), Hash: line.Hash.String(), Entry: string(line.Entry),
		}
	}
	return answer, nil
}
