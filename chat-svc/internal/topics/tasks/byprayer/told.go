package byprayer

import (
	"time"

	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/chat-svc/internal/messages"
)

// Place says where a task lies to its prayer, "10 minutes before Maghrib", or by the key where it is at the prayer itself.
func Place(book *messages.Book, key string, of Task) string {
	prayer := book.Prayer(dialogue.TextOf(of.LinkedPrayer))
	if of.Offset == nil || *of.Offset == 0 {
		return book.Say(key, messages.Args{"prayer": prayer})
	}
	key, by := "after_prayer", time.Duration(*of.Offset)*time.Minute
	if by < 0 {
		key, by = "before_prayer", -by
	}
	return book.Say(key, messages.Args{"prayer": prayer, "duration": book.Duration(by)})
}

// Detail tells of a task by which prayer it is, or for which where it is due at an hour of its own.
func Detail(book *messages.Book, of Task) string {
	if of.Offset == nil && !of.isOnADay() {
		return Place(book, "detail_of_prayer", of)
	}
	return Place(book, "detail_prayer", of)
}

// TellRepeats adds whether a task that repeats and was told by a prayer moves with it.
func (t Talk) TellRepeats(is Task, told bool) {
	switch {
	case is.Recurrence == nil:
	case is.Offset != nil:
		t.Add("moves_with_prayer", messages.Args{"prayer": t.Book.Prayer(dialogue.TextOf(is.LinkedPrayer))})
	case told:
		t.Add("repeats_by_clock", nil)
	}
}

// Restoring returns the arguments that give a task its distance from its prayer again after a change, with which that goes that sets
// another, another prayer or a time.
func (k Task) Restoring(changed dialogue.Arguments) dialogue.Arguments {
	was := dialogue.Arguments{}
	switch {
	case k.Offset == nil && changed["prayer_offset_minutes"] != nil:
		was["prayer_offset_minutes"] = 0
	case k.Offset != nil && (changed["prayer_offset_minutes"] != nil || changed["linked_prayer"] != nil || changed["due_datetime"] != nil):
		was["prayer_offset_minutes"] = *k.Offset
	}
	return was
}
