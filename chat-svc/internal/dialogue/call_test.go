package dialogue_test

import (
	"context"
	"testing"

	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/proto/toolnames"
	"github.com/salaatflow/platform/services/toolresult"
)

// counting answers every call, and counts them by tool.
type counting map[string]int

func (c counting) Call(_ context.Context, tool string, _ []byte) *toolresult.Result {
	c[tool]++
	return &toolresult.Result{Success: true, Data: []byte(`{"n":1}`)}
}

// What a message has looked up is not looked up again, until it has changed something: so the calls that a message may make are enough.
func TestWhatWasLookedUpIsKnownUntilSomethingChanges(t *testing.T) {
	calls := counting{}
	turn := &dialogue.Turn{Services: &dialogue.Services{Caller: calls}, Answer: &dialogue.Answer{}, Own: true}
	look := func(args dialogue.Arguments) {
		t.Helper()
		var found struct{ N int }
		if !turn.LookUp(t.Context(), toolnames.ListTasks, args, &found) || found.N != 1 {
			t.Fatalf("looking up fails: %+v", turn.Answer)
		}
	}
	for range 5 {
		look(dialogue.Arguments{"status": "all"})
	}
	if calls[toolnames.ListTasks] != 1 {
		t.Errorf("the same is looked up %d times", calls[toolnames.ListTasks])
	}
	if !turn.Run(t.Context(), toolnames.CompleteTask, dialogue.Arguments{"task_id": 1}, detect.Slots{}) {
		t.Fatalf("a tool cannot be called: %+v", turn.Answer)
	}
	look(dialogue.Arguments{"status": "all"})
	if calls[toolnames.ListTasks] != 2 {
		t.Errorf("after a change it is looked up %d times", calls[toolnames.ListTasks]-1)
	}
}
