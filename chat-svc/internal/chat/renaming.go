package chat

import (
	"regexp"
	"strings"

	"github.com/salaatflow/platform/language/detect"
)

// renamePatterns give the current task a new name. changePatterns may mean another change, such as "make it daily"; they
// count as renames only if they do not.
var (
	begins         = `(?i)^\s*(?:(?:no|nah|nahi|nahin|sorry|actually|ok|okay|acha|and|aur|please|plz|balke|نہیں|اچھا|اور|بلکہ)[\s,،]+)*`
	renamePatterns = []*regexp.Regexp{
		regexp.MustCompile(begins + `(?:rename|retitle)\s+(?:it|that|this)(?:\s+(?:to|as|into))?\s+(.+)$`),
		regexp.MustCompile(begins + `(?:call|name)\s+(?:it|that|this)\s+(.+?)(?:\s+instead)?$`),
		regexp.MustCompile(begins + `(?:change|set)\s+(?:its|the)\s+(?:name|title)\s+to\s+(.+?)(?:\s+instead)?$`),
		regexp.MustCompile(begins + `(?:(?:is|us)\s?ka\s+)?naa?m\s+(?:badal|change|tabdeel)(?:\s+(?:kar|kr|ke|k))*\s+(.+?)` +
			`\s+(?:kar|kr|rakh|karo|rakho)\s*(?:do|den|dein|dijiye)?$`),
		regexp.MustCompile(begins + `(?:is|us)\s?ka\s+naa?m\s+(.+?)\s+(?:kar|kr|rakh)\s*(?:do|den|dein|dijiye|lo)$`),
		regexp.MustCompile(begins + `(?:اس\s*کا\s+)?نام\s+(?:بدل|تبدیل)(?:\s+(?:کر|کے))*\s+(.+?)\s+(?:کر|رکھ)\s*(?:دو|دیں|دیجیے)$`),
		regexp.MustCompile(begins + `اس\s*کا\s+نام\s+(.+?)\s+(?:کر|رکھ)\s*(?:دو|دیں|دیجیے|لو)$`),
	}
	changePatterns = []*regexp.Regexp{
		regexp.MustCompile(begins + `(?:change|switch|turn)\s+(?:it|that|this)\s+(?:to|into)\s+(.+?)(?:\s+instead)?$`),
		regexp.MustCompile(begins + `make\s+(?:it|that)\s+(.+?)(?:\s+instead)?$`),
	}
)

// detectRename recognizes a new name for the current task.
func (t *turn) detectRename() {
	if t.state.Task.ID == 0 || t.state.About != detect.Tasks || t.words.mentionsTasks() {
		return
	}
	message := strings.TrimRight(strings.TrimSpace(t.input.Text), ".!۔")
	title := firstCapture(renamePatterns, message)
	if title == "" {
		title = firstCapture(changePatterns, message)
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
