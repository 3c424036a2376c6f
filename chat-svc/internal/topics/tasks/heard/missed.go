package heard

import (
	"context"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/chat-svc/internal/messages"
	"github.com/salaatflow/platform/language/detect"
)

// toldMissed is the kind of a message that tells of a prayer or a fast that was missed. Its name is that of the reply, too.
const toldMissed = "talk_missed"

// hearMissed offers a task to make up the prayer or the fast that a message tells was missed: "I missed Fajr today", "meri Asr qaza ho
// gayi". It reports whether the message tells so.
func (t Talk) hearMissed(context.Context) bool {
	if t.Detected.Cues.Asked != toldMissed || t.Person.UserID == 0 {
		return false
	}
	title := t.Book.Say("missed_fast", nil)
	if prayer := t.Detector.Fragment(t.Input, detect.GetPrayerTimes).Slots.Prayer; prayer != nil {
		title = t.Book.Say("missed_prayer", messages.Args{"prayer": t.Book.Prayer(*prayer)})
	}
	category := "prayer"
	t.Answer.Intent = detect.Unknown
	t.ConfirmTask(conversation.Question{
		Asked: conversation.Asked{Intent: detect.CreateTask, Slots: detect.Slots{Title: &title, Category: &category}},
		Task:  conversation.Item{Name: title},
	})
	t.Answer.Message = dialogue.Joined(t.Book.Say(toldMissed, nil), t.Answer.Message)
	return true
}
