package heard

import (
	"strings"

	"github.com/salaatflow/platform/chat-svc/internal/words"
	"github.com/salaatflow/platform/language/detect"
)

// DetectRename recognizes a new name for the current task.
func (t Talk) DetectRename() {
	if t.State.Task.ID == 0 || t.State.About != detect.Tasks || t.Words.MentionsTasks() {
		return
	}
	message := strings.TrimRight(strings.TrimSpace(t.Input.Text), ".!۔")
	title := words.NewName(message)
	if title == "" {
		title = words.NewValue(message)
		if number, isNumber := t.Detector.Number(title); isNumber {
			t.Detected.Cues.Bare = number // a time, or another task: respond asks which
			return
		}
		if _, isLength := t.Detector.Length(title); isLength {
			return // make it 40 minutes
		}
		given := t.Detector.Fragment(t.Input, detect.UpdateTask).Slots
		if title == "" || words.IsHalf(title) || withoutTitle(given).ChangesTask() {
			return
		}
	}
	t.Detected.Intent, t.Detected.Confidence = detect.UpdateTask, renamed
	t.Detected.Slots = detect.Slots{Title: &title}
	t.Detected.Cues = detect.Cues{Pronoun: true}
}

// renamed is the confidence that a recognized rename is meant.
const renamed = 0.9

func withoutTitle(slots detect.Slots) detect.Slots {
	slots.Title = nil
	return slots
}
