package detect_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/salaatflow/platform/language/detect"
)

// Each thing that a message asks for is read by itself, in the order in which they are said, and with the deed that is said with another.
func TestEachRequestOfAMessageIsRead(t *testing.T) {
	d := detector(t)
	create, del, done := string(detect.CreateTask), string(detect.DeleteTask), string(detect.CompleteTask)
	for message, want := range map[string][]string{
		"add buy milk and also delete the uniform one":              {create + ": buy milk", del + ": uniform"},
		"sabzi lana likho aur uniform wala hata do":                 {create + ": sabzi lana", del + ": uniform"},
		"دودھ لانا لکھ لو اور یونیفارم والا ہٹا دو":                 {create + ": دودھ لانا", del + ": یونیفارم"},
		"kal doodh lana aur parson bill bharna likh lein":           {create + ": doodh lana", create + ": bill bharna"},
		"mark the gym task done and the milk one too":               {done + ": gym", done + ": milk"},
		"when is maghrib and remind me to call Ali":                 {string(detect.GetPrayerTimes) + ": ", create + ": call Ali"},
		"gym wala hata do phir mere kaam dikhao":                    {del + ": gym", string(detect.ListTasks) + ": "},
		"tick off the groceries. Remind me to defrost the chicken.": {done + ": groceries", create + ": defrost the chicken"},
		"add buy milk": nil, "doodh aur anday lana likh lo": nil, "should I add buy milk and also delete the uniform one?": nil,
		"": nil, "milk": nil, "and": nil,
	} {
		var got []string
		for _, r := range d.Requests(input(message)) {
			got = append(got, string(r.Result.Intent)+": "+nameIn(r.Result.Slots))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q asks for %q, want %q", message, got, want)
		}
	}
}

func nameIn(s detect.Slots) string {
	for _, name := range []*string{s.Title, s.TaskRef} {
		if name != nil {
			return *name
		}
	}
	return ""
}

// Whatever is typed, there are no requests or at least two, and what says its deed stands in the message as it was typed.
func FuzzRequests(f *testing.F) {
	for _, message := range []string{
		"add buy milk and also delete the uniform one", "3 hata do, 5 complete", "“a” and \"b", "دودھ لانا لکھ لو اور",
		strings.Repeat("and ", 90), "\x00", "(",
	} {
		f.Add(message)
	}
	d, err := detect.New()
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, message string) {
		requests := d.Requests(input(message))
		if len(requests) == 1 {
			t.Errorf("%q is parted into one request", message)
		}
		for _, r := range requests {
			if r.Text == "" || !r.Shares && !strings.Contains(message, r.Text) {
				t.Errorf("%q has the request %q, which is not in it", message, r.Text)
			}
		}
	})
}
