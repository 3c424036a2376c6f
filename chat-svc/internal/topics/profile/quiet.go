package profile

import (
	"cmp"
	"context"
	"time"

	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/chat-svc/internal/messages"
	"github.com/salaatflow/platform/chat-svc/internal/words"
	"github.com/salaatflow/platform/language/detect"
	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/identity"
	"github.com/salaatflow/platform/services/toolresult"
)

// quiet handles what is said about the hours in which nothing reminds: "don't remind me between 11 pm and 6 am", "mere quiet hours kya
// hain". It reports whether the message was handled.
func (t Talk) quiet(ctx context.Context, message string) bool {
	said := words.OfQuietHours(message)
	if !said.Any() {
		return false
	}
	if said.Once {
		t.Answer.Intent = detect.IdentityQuery
		t.Say("quiet_once", nil)
		return true
	}
	from, until := t.clock(said.From, evening), t.clock(said.Until, morning)
	if said.From != "" && from == "" || said.Until != "" && until == "" {
		return false // "don't remind me after the meeting"
	}
	t.Answer.Intent = detect.IdentityQuery
	if from != "" && from == until {
		t.Say("quiet_same", messages.Args{"clock": t.Book.ClockText(from)})
		return true
	}
	settings, err := t.setQuiet(identity.NewContext(ctx, t.Person), said, from, until)
	if err != nil {
		t.Fail(toolresult.FromError(apperr.From(err)), dialogue.Arguments{})
		return true
	}
	t.SetLast(detect.IdentityQuery, detect.Slots{})
	t.tellQuiet(settings)
	return true
}

// setQuiet changes the quiet hours as was said, and returns those there are then.
func (t Talk) setQuiet(ctx context.Context, said words.QuietHours, from, until string) (*tasksv1.ReminderSettings, error) {
	got, err := t.Reminders.GetReminderSettings(ctx, &tasksv1.GetReminderSettingsRequest{})
	if err != nil || said.Asked {
		return got.GetSettings(), err
	}
	if (from == "") != (until == "") {
		from = cmp.Or(from, got.GetSettings().GetQuietFrom(), usualFrom)
		until = cmp.Or(until, got.GetSettings().GetQuietUntil(), usualUntil)
	}
	if from != "" && !words.Parse(said.From).SaysHalf() {
		from = atNight(from, until)
	}
	changed, err := t.Reminders.UpdateReminderSettings(ctx, &tasksv1.UpdateReminderSettingsRequest{QuietFrom: &from, QuietUntil: &until})
	if err == nil {
		t.noteQuiet(got.GetSettings())
	}
	return changed.GetSettings(), err
}

func (t Talk) tellQuiet(settings *tasksv1.ReminderSettings) {
	if settings.GetQuietFrom() == "" {
		t.Say("quiet_none", nil)
		return
	}
	t.Say("quiet_hours", messages.Args{
		"from": t.Book.ClockText(settings.GetQuietFrom()), "until": t.Book.ClockText(settings.GetQuietUntil()),
	})
}

const (
	clockLayout = "15:04"
	dueLayout   = "2006-01-02T15:04:05"

	// The hours after which an hour that may be of the morning or the evening is taken to come.
	evening, morning = 17, 0

	// What ends or begins at an hour said alone, for whom has no quiet hours.
	usualFrom, usualUntil = "22:00", "07:00"

	// longestNight is how long quiet hours may be for their beginning to be believed: "12 to 6" are those of the night.
	longestNight = 14 * time.Hour
)

// clock returns a time of day as HH:MM, or nothing if the text is none.
func (t Talk) clock(text string, after int) string {
	if text == "" {
		return ""
	}
	about := t.Input
	about.Now = time.Date(t.Now.Year(), t.Now.Month(), t.Now.Day(), after, 0, 0, 0, t.Now.Location())
	for _, about.Text = range [...]string{text, words.OClock(text)} {
		read := t.Detector.Fragment(about, detect.CreateTask)
		if read.Slots.Due == nil || !read.Cues.ClockOnly || read.Slots.Title != nil || read.Confidence < 1 {
			continue
		}
		if at, err := time.Parse(dueLayout, *read.Slots.Due); err == nil {
			return at.Format(clockLayout)
		}
	}
	return ""
}

// atNight returns when quiet hours begin that would else be too long.
func atNight(from, until string) string {
	begin, _ := time.Parse(clockLayout, from) // clock and the service give no other
	end, _ := time.Parse(clockLayout, until)
	if (end.Sub(begin)+24*time.Hour)%(24*time.Hour) > longestNight {
		return begin.Add(12 * time.Hour).Format(clockLayout)
	}
	return from
}
