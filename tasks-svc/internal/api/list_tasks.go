package api

import (
	"context"

	"google.golang.org/protobuf/proto"

	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
	"github.com/salaatflow/platform/tasks-svc/internal/tasks"
)

// ListTasks returns a page of tasks.
func (s *Server) ListTasks(ctx context.Context, req *tasksv1.ListTasksRequest) (*tasksv1.ListTasksResponse, error) {
	owner, err := s.owner(ctx, req.DueFrom != nil || req.DueTo != nil)
	if err != nil {
		return nil, err
	}
	listing, err := s.tasks.List(ctx, owner, tasks.Selection{
		Status:       req.GetStatus(),
		Priority:     req.GetPriority(),
		LinkedPrayer: req.GetLinkedPrayer(),
		Category:     req.GetCategory(),
		Recurrence:   req.GetRecurrence(),
		DueFrom:      req.GetDueFrom(),
		DueTo:        req.GetDueTo(),
		Limit:        int(req.GetLimit()),
		PageToken:    req.GetPageToken(),
	})
	if err != nil {
		return nil, refusal(err)
	}
	answer := &tasksv1.ListTasksResponse{
		Tasks: make([]*tasksv1.Task, len(listing.Tasks)),
		Count: int32(listing.Count), // at most tasks.MaxCount
	}
	if listing.CountCapped {
		answer.CountCapped = proto.Bool(true)
	}
	for i, task := range listing.Tasks {
		answer.Tasks[i] = message(task, owner.Zone)
	}
	if listing.NextPageToken != "" {
		answer.NextPageToken = proto.String(listing.NextPageToken)
	}
	return answer, nil
}
