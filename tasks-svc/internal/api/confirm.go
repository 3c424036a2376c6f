package api

import (
	"slices"

	toolsv1 "github.com/salaatflow/platform/proto/salaatflow/tools/v1"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/toolspec"
	"github.com/salaatflow/platform/tasks-svc/internal/tasks"
	"github.com/salaatflow/platform/tasks-svc/internal/words"
)

// deletion is the name of the question whether to delete a task.
const deletion = "delete"

// canBeAsked reports whether a person answers at the caller's.
func canBeAsked(inputs *toolsv1.Inputs) bool {
	return slices.Contains(inputs.GetClientCapabilities(), toolspec.CapabilityElicitation)
}

// confirmDeletion returns the question whether to delete a task, unless it was answered. The error is of a person who wants to keep the
// task. Its title is the state, so that nothing else is deleted than what the person read.
func confirmDeletion(inputs *toolsv1.Inputs, task tasks.Task, language string) (*toolsv1.InputRequired, error) {
	answer := inputs.GetResponses()[deletion]
	if answer == nil || inputs.GetState() != task.Title {
		message := words.ConfirmDeletion(language, task.ID, task.Title)
		return &toolsv1.InputRequired{State: task.Title, Requests: map[string]*toolsv1.InputRequest{
			deletion: {Ask: &toolsv1.InputRequest_Elicit{Elicit: &toolsv1.Elicit{Message: message}}},
		}}, nil
	}
	const accepted = "accept"
	if answer.GetFields()["action"].GetStringValue() != accepted {
		return nil, apperr.Refused("your task number %d was not deleted: whoever was asked wants to keep it", task.ID)
	}
	return nil, nil
}
