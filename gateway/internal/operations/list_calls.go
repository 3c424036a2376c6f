package operations

import (
	"context"
	"time"

	gatewayv1 "github.com/salaatflow/platform/proto/salaatflow/gateway/v1"

	"github.com/salaatflow/platform/gateway/internal/calls"
)

const defaultCalls = 50

// ListCalls returns the latest calls.
func (s *Server) ListCalls(_ context.Context, request *gatewayv1.ListCallsRequest) (*gatewayv1.ListCallsResponse, error) {
	most := int(request.GetLimit())
	if most == 0 {
		most = defaultCalls
	}
	answer := &gatewayv1.ListCallsResponse{}
	for _, call := range s.Calls.Latest(most) {
		answer.Calls = append(answer.Calls, message(call))
	}
	answer.Count = within(int64(len(answer.GetCalls())))
	return answer, nil
}

func message(call calls.Call) *gatewayv1.Call {
	return &gatewayv1.Call{
		Number: within(call.Number), Time: call.Time.UTC().Format(time.RFC3339Nano), Operation: call.Operation, Door: call.Door,
		Caller: orNone(call.UserID), Result: call.Result, LatencyUs: within(call.Took.Microseconds()),
	}
}
