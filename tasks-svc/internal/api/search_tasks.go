package api

import (
	"context"

	"google.golang.org/protobuf/proto"

	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
	"github.com/salaatflow/platform/tasks-svc/internal/tasks"
)

// SearchTasks returns a page of the tasks that have all the words.
func (s *Server) SearchTasks(ctx context.Context, req *tasksv1.SearchTasksRequest) (*tasksv1.SearchTasksResponse, error) {
	owner, err := s.owner(ctx, false)
	if err != nil {
		return nil, err
	}
	found, err := s.tasks.Search(ctx, owner, tasks.Wanted{
		Words:     req.GetQ(),
		Status:    req.GetStatus(),
		Limit:     int(req.GetLimit()),
		PageToken: req.GetPageToken(),
	})
	if err != nil {
		return nil, refusal(err)
	}
	answer := &tasksv1.SearchTasksResponse{Tasks: make([]*tasksv1.Task, len(found.Tasks))}
	for i, task := range found.Tasks {
		answer.Tasks[i] = message(task, owner.Zone)
	}
	if found.NextPageToken != "" {
		answer.NextPageToken = proto.String(found.NextPageToken)
	}
	return answer, nil
}
