package corrected

import (
	"context"
	"slices"
	"strings"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/words"
	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/language/detect/text"
	"github.com/salaatflow/platform/proto/toolnames"
)

// correctName asks whether what a correction of a task just made names is to stand in its title instead of another word, which it does not
// say: "sorry, Sana" after "call Sara", "nahi Sana ko" after "Sara ko call karna". It reports whether it did.
func (t Talk) correctName(ctx context.Context, last *conversation.Undo) bool {
	cues := t.Detected.Cues
	corrects := last.Did == toolnames.CreateTask && t.Words.OwnsSlip() && !t.Words.Only() && !t.Words.SaysToo() && !t.Words.LeavesQuestion()
	if !corrects || t.Detected.Intent != detect.Unknown || cues.Act != detect.None && cues.Act != detect.No || cues.Negated || cues.HowTo {
		return false
	}
	meant := words.NameMeant(t.Input.Text)
	if meant == "" || t.Detector.Fragment(t.Input, detect.UpdateTask).Slots.ChangesTask() {
		return false
	}
	renamed := inPlace(last.Task.Name, meant, t.Answer.Language == detect.English)
	all, ok := t.AllTasks(ctx)
	if renamed == "" || !ok || namesAnother(meant, last.Task.ID, all) {
		return false
	}
	t.Answer.Intent = detect.UpdateTask
	t.ConfirmSteps(conversation.Question{
		Asked: conversation.Asked{Intent: detect.UpdateTask},
		Steps: []conversation.Step{{Intent: detect.UpdateTask, Task: last.Task, Slots: detect.Slots{Title: &renamed}}},
	})
	return true
}

// inPlace returns a title with other words in the place of the one that they are like: before the same marker, as in "Sana ko", or of two
// words the one that is no verb. It is empty where that is not certain.
func inPlace(title, meant string, verbFirst bool) string {
	tokens, said := text.Parse(title).Tokens, text.Parse(meant).Tokens
	if len(said) == 0 {
		return ""
	}
	if len(said) == 1 && slices.ContainsFunc(tokens, func(of text.Token) bool { return of.Norm == said[0].Norm }) {
		return "" // nahi wo nahi lena hai
	}
	last := said[len(said)-1]
	if len(tokens) == 2 && len(said) > 1 && (said[0].Norm == tokens[0].Norm || last.Norm == tokens[1].Norm) {
		return meant // it tells all of the title
	}
	at := slices.IndexFunc(tokens, func(of text.Token) bool { return of.Norm == last.Norm })
	switch {
	case at > 0 && len(said) > 1 && words.Marks(last.Norm):
		return strings.TrimSpace(title[:tokens[at-1].Start] + meant[:said[len(said)-2].End] + title[tokens[at-1].End:])
	case len(said) > 1 && verbFirst && namesAt(tokens, said[0].Norm) > 0: // with Sana
		return strings.TrimSpace(title[:tokens[namesAt(tokens, said[0].Norm)].Start] + meant)
	case len(tokens) != 2 || words.Marks(last.Norm):
		return ""
	case verbFirst:
		return title[:tokens[1].Start] + meant + title[tokens[1].End:]
	default:
		return meant + title[tokens[0].End:]
	}
}

// namesAt returns the place of the word in a title before its last one that is another, or -1: with, in "meeting with Sara".
func namesAt(title []text.Token, word string) int {
	if len(title) < 2 || title[len(title)-2].Norm != word {
		return -1
	}
	return len(title) - 2
}
