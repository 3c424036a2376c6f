package access_test

import (
	"fmt"
	"testing"

	"google.golang.org/protobuf/proto"

	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"

	"github.com/salaatflow/platform/services/identity"
)

// What is looked up at once has the answer that CEL gives to the same question. CEL is asked where the name has to be computed.
func TestWhatIsLookedUpAtOnceIsWhatCELSays(t *testing.T) {
	create := method(t, tasksv1.TaskService_CreateTask_FullMethodName)
	requests := []proto.Message{
		&tasksv1.CreateTaskRequest{}, &tasksv1.CreateTaskRequest{Title: proto.String("")},
		&tasksv1.CreateTaskRequest{Title: proto.String("نماز")},
		&tasksv1.CreateTaskRequest{Title: proto.String("prayer"), Priority: proto.String("high")},
	}
	questions := []string{`%[1]s in arguments.names`, `[1].all(i, %[1]s in arguments.names)`, `[1].exists(i, arguments.lengths[%[1]s] == 4)`}
	for _, comparison := range []string{"<", "<=", ">", ">=", "==", "!="} {
		for _, than := range []string{"0", "4", "5"} {
			questions = append(questions, `arguments.lengths[%[1]s] `+comparison+" "+than, than+" "+comparison+` arguments.lengths[%[1]s]`)
		}
	}
	answers := map[bool]int{}
	for _, question := range questions {
		for _, whole := range []string{`%[1]s`, `!(%[1]s)`, `%[1]s || true`, `%[1]s && false`, `!("title" in arguments.names) || %[1]s`} {
			for _, name := range []string{"title", "priority", "no such"} {
				asked := fmt.Sprintf(whole, fmt.Sprintf(question, `"`+name+`"`))
				computed := fmt.Sprintf(whole, fmt.Sprintf(question, `("`+name+`" + (caller.anonymous ? "x" : ""))`))
				atOnce, byCEL := decider(t, sunday, rule(asked)), decider(t, sunday, rule(computed))
				for _, request := range requests {
					got := atOnce.DecideArguments(t.Context(), identity.Caller{UserID: 1}, create, request)
					want := byCEL.DecideArguments(t.Context(), identity.Caller{UserID: 1}, create, request)
					if got.Allowed != want.Allowed {
						t.Fatalf("%s of %v is %t, and CEL says %t", asked, request, got.Allowed, want.Allowed)
					}
					answers[want.Allowed]++
				}
			}
		}
	}
	if answers[true] == 0 || answers[false] == 0 {
		t.Errorf("all answers are the same: %v", answers)
	}
}
