package toolchoice

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/languagemodel"
)

// instructions are what the model is told before each request, with the time.
const instructions = `You are the assistant of a Muslim who is signed in and lives in Karachi. They write English, Roman Urdu or Urdu. ` +
	`If one of your tools does what they ask, call it once, with only the arguments that they or the conversation state. ` +
	`If none does, answer in one short sentence. It is now %s.`

// Examination is what a model did with the requests.
type Examination struct {
	Outcomes []Outcome
	// Took is how long all of it took.
	Took time.Duration
}

// Outcome is what a model did with one request.
type Outcome struct {
	Request Request
	// Called is the tool that the model called; empty when it called none.
	Called string
	// Differ is in what the arguments of the right tool are not the right ones.
	Differ string
	// Err is why the answer is none, or cannot be used.
	Err   error
	Usage languagemodel.Usage
	Took  time.Duration
}

// HasTool reports whether the right tool was called, or rightly none.
func (o Outcome) HasTool() bool { return o.Err == nil && o.Called == o.Request.Tool }

// IsRight reports whether the call was right, with its arguments.
func (o Outcome) IsRight() bool { return o.HasTool() && o.Differ == "" }

// Examine asks the model all requests, some at once. When the first gets no answer, that is the error; a later one is wrong then.
func Examine(
	ctx context.Context, model *languagemodel.Client, tools []languagemodel.Tool, requests []Request, atOnce int,
) (Examination, error) {
	examiner, err := newExaminer(model, tools)
	if err != nil || len(requests) == 0 {
		return Examination{}, err
	}
	began := examiner.clock.Now()
	outcomes := make([]Outcome, len(requests))
	outcomes[0] = examiner.ask(ctx, requests[0])
	if err := outcomes[0].Err; isNoAnswer(err) {
		return Examination{}, err
	}
	next := make(chan int)
	var asking sync.WaitGroup
	for range atOnce {
		asking.Go(func() {
			for i := range next {
				outcomes[i] = examiner.ask(ctx, requests[i])
			}
		})
	}
	for i := 1; i < len(requests); i++ {
		next <- i
	}
	close(next)
	asking.Wait()
	return Examination{Outcomes: outcomes, Took: examiner.clock.Since(began)}, ctx.Err()
}

type examiner struct {
	model       *languagemodel.Client
	tools       []languagemodel.Tool
	comparisons map[string]comparison
	clock       clock.Clock
}

func newExaminer(model *languagemodel.Client, tools []languagemodel.Tool) (*examiner, error) {
	allowed, err := readTolerance()
	if err != nil {
		return nil, err
	}
	e := &examiner{model: model, tools: tools, comparisons: map[string]comparison{}, clock: clock.System()}
	for _, tool := range tools {
		if e.comparisons[tool.Name], err = newComparison(tool, allowed); err != nil {
			return nil, err
		}
	}
	return e, nil
}

func (e *examiner) ask(ctx context.Context, request Request) Outcome {
	told := fmt.Sprintf(instructions, now.Format("Monday, 2006-01-02 15:04")+" in "+zone.String())
	if request.Context != "" {
		told += " What was said before: " + request.Context
	}
	began := e.clock.Now()
	reply, err := e.model.Converse(ctx, languagemodel.Conversation{
		Messages: []languagemodel.Message{
			{Role: languagemodel.System, Text: told},
			{Role: languagemodel.User, Text: request.Text},
		},
		Tools: e.tools,
	})
	outcome := Outcome{Request: request, Err: err, Usage: reply.Usage, Took: e.clock.Since(began)}
	if err != nil || reply.Call == nil {
		return outcome
	}
	outcome.Called = reply.Call.Tool
	if outcome.HasTool() {
		outcome.Differ = e.comparisons[outcome.Called].differ(request, reply.Call.Arguments)
	}
	return outcome
}
