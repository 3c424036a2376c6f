package detect_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/language/detect/meaning"
)

// Who asks what is due this week, next month or until a day is shown what is due then, and not everything.
func TestListsKnowTheDaysThatAreAskedFor(t *testing.T) {
	d, err := detect.New()
	if err != nil {
		t.Fatal(err)
	}
	monday := time.Date(2026, 3, 2, 5, 0, 0, 0, time.UTC)
	for sentence, want := range map[string]string{
		"show my tasks for this week":        `{"due_days":{"from":"2026-03-02","to":"2026-03-08"}}`,
		"got anything due this week?":        `{"due_days":{"from":"2026-03-02","to":"2026-03-08"}}`,
		"next week ke kaam dikhao":           `{"due_days":{"from":"2026-03-09","to":"2026-03-15"}}`,
		"اگلے ہفتے کیا کرنا ہے":              `{"due_days":{"from":"2026-03-09","to":"2026-03-15"}}`,
		"is mahine ke tasks dikhao":          `{"due_days":{"from":"2026-03-01","to":"2026-03-31"}}`,
		"what is due next month":             `{"due_days":{"from":"2026-04-01","to":"2026-04-30"}}`,
		"what's due this weekend":            `{"due_days":{"from":"2026-03-07","to":"2026-03-08"}}`,
		"what's due by friday":               `{"due":"2026-03-06","due_days":{"to":"2026-03-06"}}`,
		"jumme tak ke kaam dikhao":           `{"due":"2026-03-06","due_days":{"to":"2026-03-06"}}`,
		"۱۰ مارچ تک کے کام دکھاؤ":            `{"due":"2026-03-10","due_days":{"to":"2026-03-10"}}`,
		"what's due in the next two weeks":   `{"due_days":{"from":"2026-03-02","to":"2026-03-16"}}`,
		"show tasks for the next 3 days":     `{"due_days":{"from":"2026-03-02","to":"2026-03-05"}}`,
		"what's due within 5 days":           `{"due_days":{"from":"2026-03-02","to":"2026-03-07"}}`,
		"agle 3 din ke kaam dikhao":          `{"due_days":{"from":"2026-03-02","to":"2026-03-05"}}`,
		"agle do hafte mein kya hai":         `{"due_days":{"from":"2026-03-02","to":"2026-03-16"}}`,
		"5 din ke andar kya karna hai":       `{"due_days":{"from":"2026-03-02","to":"2026-03-07"}}`,
		"اگلے تین دن کے کام دکھاؤ":           `{"due_days":{"from":"2026-03-02","to":"2026-03-05"}}`,
		"اگلے دو ہفتوں میں کیا کرنا ہے":      `{"due_days":{"from":"2026-03-02","to":"2026-03-16"}}`,
		"what's due in 2 weeks":              `{"due":"2026-03-16"}`,
		"show the next 3 tasks":              `{"limit":3}`,
		"what's overdue":                     `{"status":"pending","due_days":{"to":"2026-03-01"}}`,
		"jo late ho gaye wo dikhao":          `{"due_days":{"to":"2026-03-01"}}`,
		"کون سے کام کی تاریخ گزر گئی":        `{"due_days":{"to":"2026-03-01"}}`,
		"what's due on friday":               `{"due":"2026-03-06"}`,
		"hafte ke din ke tasks dikhao":       `{"due":"2026-03-07"}`,
		"show the ones I finished this week": `{"status":"completed"}`,
		"my weekly tasks":                    `{"recurrence":"weekly"}`,
		"15 shaban ke tasks dikhao":          `{"hijri":{"month":8,"day":15}}`,
		"what have I got due before Eid":     `{"hijri":{"occasion":"eid","earlier":true,"latest":true}}`,
		"mere tasks eid tak":                 `{"hijri":{"occasion":"eid","latest":true}}`,
	} {
		got := d.Detect(meaning.Input{Text: sentence, Now: monday})
		slots, err := json.Marshal(got.Slots)
		if err != nil {
			t.Fatal(err)
		}
		if got.Intent != meaning.ListTasks || string(slots) != want {
			t.Errorf("%q: %s %s, want %s %s", sentence, got.Intent, slots, meaning.ListTasks, want)
		}
	}
}
