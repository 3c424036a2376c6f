package api

import (
	"slices"
	"strconv"
	"strings"

	toolsv1 "github.com/salaatflow/platform/proto/salaatflow/tools/v1"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/toolspec"
	"github.com/salaatflow/platform/tasks-svc/internal/tasks"
)

// deletion is the name of the question whether to delete a task.
const deletion = "delete"

// confirmations ask whether to delete a task, by language.
var confirmations = map[string]string{
	"en":      "Delete task {id}: “{title}”? It can be restored within a day.",
	"ur-Latn": "Task {id} “{title}” mita dein? Ek din ke andar wapas laya ja sakta hai.",
	"ur":      "کیا کام {id} «{title}» مٹا دیں؟ ایک دن کے اندر واپس لایا جا سکتا ہے۔",
}

// canBeAsked reports whether a person answers at the caller's.
func canBeAsked(inputs *toolsv1.Inputs) bool {
	return slices.Contains(inputs.GetClientCapabilities(), toolspec.CapabilityElicitation)
}

// confirmDeletion returns the question whether to delete a task, unless it was answered. The error is of a person who wants to keep the
// task. Its title is the state, so that nothing else is deleted than what the person read.
func confirmDeletion(inputs *toolsv1.Inputs, task tasks.Task, language string) (*toolsv1.InputRequired, error) {
	answer := inputs.GetResponses()[deletion]
	if answer == nil || inputs.GetState() != task.Title {
		question, known := confirmations[language]
		if !known {
			question = confirmations["en"]
		}
		message := strings.NewReplacer("{id}", strconv.Itoa(int(task.ID)), "{title}", task.Title).Replace(question)
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
