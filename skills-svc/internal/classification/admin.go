package classification

import (
	"context"
	"strings"

	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/backoff"
	"github.com/salaatflow/platform/services/toolspec"
	"github.com/salaatflow/platform/skills-svc/internal/skills"
)

// Ask has a tool classified again, for an administrator. It withdraws what an administrator set, and asks the model
// now, whatever the model said before. It waits for the answer. What the tool declares still takes precedence. Without
// a model, the map counts again. Ask returns skills.ErrUnknownTool if no registered tool has the name or alias. It
// returns an apperr.Error if no answer came; then nothing has changed.
func (c *Classifier) Ask(ctx context.Context, name string, by int32) (skills.Classification, error) {
	tool, ref, err := c.registered(name)
	if err != nil {
		return skills.Classification{}, err
	}
	if err := c.Store.Withdraw(ctx, ref); err != nil {
		return skills.Classification{}, err
	}
	came := c.renew(ctx, tool, ref)
	if came.err == nil {
		came = c.takeOver(ctx, ref, came)
	}
	if came.err == nil && c.Model.Enabled() {
		came = c.askAgain(ctx, tool, ref, by)
	}
	if came.err != nil {
		return skills.Classification{}, came.err
	}
	return c.now(ref)
}

// Set stores an administrator's classification of a tool. It counts until Ask, or until the tool's definition changes.
// Set returns skills.ErrUnknownTool if no registered tool has the name or alias. It returns skills.Invalid for an
// unknown category, and for a tool that declares its capabilities.
func (c *Classifier) Set(
	ctx context.Context, name string, categories []string, by int32,
) (skills.Classification, error) {
	tool, ref, err := c.registered(name)
	if err != nil {
		return skills.Classification{}, err
	}
	if len(tool.Capabilities) > 0 {
		return skills.Classification{}, skills.Invalid{Field: "capabilities", Message: "cannot be set: " + ref.Tool +
			" declares " + strings.Join(tool.Capabilities, ", ") + " itself; an override allows or denies it for a skill"}
	}
	for _, category := range categories {
		if !c.Known.Known(category) {
			return skills.Classification{}, skills.Invalid{Field: "capabilities", Message: "has no category " + category +
				": there are " + strings.Join(c.Known.Categories(), ", ")}
		}
	}
	said := Opinion{Ref: ref, Origin: skills.OriginAdmin, Categories: sorted(categories), At: c.Clock.Now(), By: by}
	if err := c.Store.Note(ctx, []Opinion{said}); err != nil {
		return skills.Classification{}, err
	}
	came := c.renew(ctx, tool, ref)
	if came.err == nil {
		came = c.takeOver(ctx, ref, came)
	}
	if came.err != nil {
		return skills.Classification{}, came.err
	}
	return c.now(ref)
}

func (c *Classifier) registered(name string) (*toolspec.Tool, Ref, error) {
	tool := c.Source.Current().Lookup(name)
	if tool == nil {
		return nil, Ref{}, skills.ErrUnknownTool
	}
	return tool.Tool, Ref{Tool: tool.Name, Hash: HashOf(tool.Tool)}, nil
}

// takeOver passes a result to the loop, and waits until it is published.
func (c *Classifier) takeOver(ctx context.Context, ref Ref, came turn) turn {
	err := c.send(ctx, func(ctx context.Context) {
		c.follow() // the tool may be new
		t := c.loop.tools[ref.Tool]
		if came.found == nil || t == nil || t.ref != ref || came.found.begun < t.begun {
			return
		}
		if unkept := c.take(t, *came.found, c.Clock.Now()); len(unkept) > 0 {
			c.keep(ctx, unkept)
		}
	})
	if err != nil {
		return turn{err: err}
	}
	return came
}

// askAgain asks the model in a worker, which goes on when ctx ends.
func (c *Classifier) askAgain(ctx context.Context, tool *toolspec.Tool, ref Ref, by int32) turn {
	done := make(chan turn, 1)
	err := c.send(ctx, func(running context.Context) {
		c.workers.Go(func() {
			came := c.takeTurn(running, tool, ref, by, true)
			for came.held && backoff.Wait(ctx, c.Clock, came.due.Sub(c.Clock.Now())) {
				came = c.takeTurn(running, tool, ref, by, true)
			}
			if came.found != nil {
				came = c.takeOver(running, ref, came)
			}
			done <- came
		})
	})
	if err != nil {
		return turn{err: err}
	}
	select {
	case came := <-done:
		return answerOf(ctx, came)
	case <-ctx.Done():
		return turn{err: ctx.Err()}
	case <-c.ended:
		return turn{err: errEnded}
	}
}

// answerOf converts a missing answer to an error for the administrator.
func answerOf(ctx context.Context, came turn) turn {
	switch {
	case ctx.Err() != nil:
		came.err = ctx.Err()
	case came.held:
		came.err = apperr.Unavailable("the language model is already being asked about this tool")
	case came.err != nil:
		came.err = apperr.Unavailable("the language model gave no answer; the previous classification still applies").
			WithCause(came.err)
	}
	return came
}

// now returns the classification of a definition, which was just published.
func (c *Classifier) now(ref Ref) (skills.Classification, error) {
	said, ok := c.Of(ref.Tool)
	if !ok {
		return skills.Classification{}, apperr.Unavailable("%s is not classified yet", ref.Tool)
	}
	return said, nil
}
