package operations

import (
	"context"

	gatewayv1 "github.com/salaatflow/platform/proto/salaatflow/gateway/v1"

	"github.com/salaatflow/platform/services/audit"
)

// GetHealth tells how each program is.
func (s *Server) GetHealth(ctx context.Context, _ *gatewayv1.GetHealthRequest) (*gatewayv1.GetHealthResponse, error) {
	seen := s.look(ctx)
	answer := &gatewayv1.GetHealthResponse{Queues: s.queues(), Databases: seen.databases, Down: within(int64(len(seen.down())))}
	for _, found := range seen.programs {
		answer.Programs = append(answer.Programs, found.ProgramHealth)
	}
	return answer, nil
}

// queues are what waits at this gateway.
func (s *Server) queues() []*gatewayv1.QueueHealth {
	var queues []*gatewayv1.QueueHealth
	if queue, waits := audit.QueueOf(s.Recorder); waits {
		records, full := queue.Backlog()
		queues = append(queues, &gatewayv1.QueueHealth{Queue: "audit", Program: "gateway", Waiting: within(records), Full: full})
	}
	_, most := s.Budgets.Bounds()
	for _, budget := range s.Budgets.Budgets() {
		queues = append(queues, &gatewayv1.QueueHealth{
			Queue: "calls", Program: budget.Service, Waiting: within(int64(budget.Waiting)), Full: float64(budget.Waiting) / float64(max(most, 1)),
		})
	}
	return queues
}
