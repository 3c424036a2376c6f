package operations

import (
	"context"
	"time"

	gatewayv1 "github.com/salaatflow/platform/proto/salaatflow/gateway/v1"
)

// ListFigures returns how often tools and RPCs are called by this gateway.
func (s *Server) ListFigures(context.Context, *gatewayv1.ListFiguresRequest) (*gatewayv1.ListFiguresResponse, error) {
	figures, window := s.Calls.Figures()
	answer := &gatewayv1.ListFiguresResponse{
		Gateway: s.Name, Since: stamp(s.Calls.Since()), WindowSeconds: within(int64(window / time.Second)),
	}
	for _, f := range figures {
		answer.Figures = append(answer.Figures, &gatewayv1.OperationFigures{
			Operation: f.Operation, Calls: within(f.Calls), Errors: within(f.Errors),
			CallsPerMinute: f.PerMinute, ErrorsPerMinute: f.ErrorsPerMinute,
			P50Us: orNone(within(f.P50.Microseconds())), P99Us: orNone(within(f.P99.Microseconds())),
		})
	}
	return answer, nil
}

// stamp returns a moment as answers have it.
func stamp(moment time.Time) string { return moment.UTC().Format(time.RFC3339) }
