package main

import (
	"context"
	"errors"
	"time"

	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/identity"

	"example.com/goals-go/memories"
	goalsv1 "example.com/goals-go/proto/goals/v1"
)

// goals answers the RPCs. When one runs, the kit's server has checked who is calling, and the rules on values.
type goals struct {
	goalsv1.UnimplementedGoalServiceServer
	store *memories.Store
}

func (g goals) AddMemory(ctx context.Context, request *goalsv1.AddMemoryRequest) (*goalsv1.AddMemoryResponse, error) {
	memory, err := g.store.Add(ctx, identity.FromContext(ctx).UserID, request.GetText(), time.Now())
	if err != nil {
		return nil, err
	}
	return &goalsv1.AddMemoryResponse{Memory: &goalsv1.Memory{Id: memory.ID, Text: memory.Text}}, nil
}

func (g goals) AddGoal(ctx context.Context, request *goalsv1.AddGoalRequest) (*goalsv1.AddGoalResponse, error) {
	goal, err := g.store.AddGoal(ctx, identity.FromContext(ctx).UserID, request.GetTitle())
	if err != nil {
		return nil, err
	}
	return &goalsv1.AddGoalResponse{Goal: toMessage(goal)}, nil
}

func toMessage(goal memories.Goal) *goalsv1.Goal {
	message := &goalsv1.Goal{Title: goal.Title, Confidence: goal.Confidence, Memories: int32(goal.Memories)}
	if goal.ID != "" {
		message.Id = &goal.ID
	}
	return message
}

func (g goals) DiscoverSubGoals(ctx context.Context, request *goalsv1.DiscoverSubGoalsRequest) (*goalsv1.DiscoverSubGoalsResponse, error) {
	found, looked, err := g.store.Discover(ctx, identity.FromContext(ctx).UserID, memories.Search{
		Algorithm: request.GetAlgorithm(), MinConfidence: request.GetMinConfidence(), MaxGoals: int(request.GetMaxGoals()),
		Below: request.GetParentGoalId(), Among: request.GetMemoryIds(),
	})
	if errors.Is(err, memories.ErrNoGoal) {
		return nil, apperr.NotFound("you have no goal %s", request.GetParentGoalId())
	}
	if err != nil {
		return nil, err
	}
	answer := &goalsv1.DiscoverSubGoalsResponse{
		Algorithm: request.GetAlgorithm(), MinConfidence: request.GetMinConfidence(), ParentGoalId: request.ParentGoalId,
		Memories: int32(looked),
	}
	for _, goal := range found {
		answer.Goals = append(answer.Goals, toMessage(goal))
	}
	return answer, nil
}

func (g goals) TriggerConsolidation(
	ctx context.Context, request *goalsv1.TriggerConsolidationRequest,
) (*goalsv1.TriggerConsolidationResponse, error) {
	looked, merged, err := g.store.Consolidate(
		ctx, identity.FromContext(ctx).UserID, request.GetStrategy(), request.GetMinSimilarity(), int(request.GetMaxMemories()))
	if err != nil {
		return nil, err
	}
	return &goalsv1.TriggerConsolidationResponse{
		Processed: int32(looked), Merged: int32(merged), Strategy: request.GetStrategy(),
	}, nil
}
