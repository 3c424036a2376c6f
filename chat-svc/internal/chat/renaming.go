package chat

import (
	"regexp"
	"strings"

	"github.com/salaatflow/platform/language/detect"
)

// detectRename recognizes a new name for the current task.
func (t *turn) detectRename() {
	if t.state.Task.ID == 0 || t.state.About != detect.Tasks || t.words.mentionsTasks() {
		return
	}
	message := strings.TrimRight(strings.TrimSpace(t.input.Text), ".!۔")
	title := firstCapture(lists.rename, message)
	if title == "" {
		title = firstCapture(lists.change, message)
		if number, isNumber := t.detector.Number(title); isNumber {
			t.detected.Cues.Bare = number // a time, or another task: respond asks which
			return
		}
		if given := t.detector.Fragment(t.input, detect.UpdateTask).Slots; title == "" || changes(withoutTitle(given)) {
			return
		}
	}
	t.detected.Intent, t.detected.Confidence = detect.UpdateTask, renamed
	t.detected.Slots = detect.Slots{Title: &title}
	t.detected.Cues = detect.Cues{Pronoun: true}
}

// renamed is the confidence that a recognized rename is meant.
const renamed = 0.9

func firstCapture(patterns []*regexp.Regexp, message string) string {
	for _, pattern := range patterns {
		if found := pattern.FindStringSubmatch(message); found != nil {
			return strings.Trim(found[1], ` "'“”«»`)
		}
	}
	return ""
}

func withoutTitle(slots detect.Slots) detect.Slots {
	slots.Title = nil
	return slots
}
