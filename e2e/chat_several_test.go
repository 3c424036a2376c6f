package e2e

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/salaatflow/platform/e2e/harness"
)

// withTasks returns a person with tasks of these titles, and of prayers after an @.
func withTasks(t *testing.T, platform *harness.Platform, titles ...string) *talk {
	t.Helper()
	p := newTalk(platform)
	for _, title := range titles {
		linked := ""
		if name, prayer, ok := strings.Cut(title, "@"); ok {
			title, linked = name, fmt.Sprintf(`,"linked_prayer":%q`, prayer)
		}
		task := fmt.Sprintf(`{"title":%q%s}`, title, linked)
		if got := send(t, platform, "POST", "/api/v1/tasks", task, as(p.user)); got.status != http.StatusCreated {
			t.Fatalf("set up: %+v", got)
		}
	}
	return p
}

// stands returns the states of tasks: p pending, c completed, d deleted, in the order of their numbers.
func (p *talk) stands(t *testing.T, tasks int) string {
	t.Helper()
	var all strings.Builder
	for number := 1; number <= tasks; number++ {
		got := send(t, p.platform, "GET", fmt.Sprintf("/api/v1/tasks/%d", number), "", as(p.user))
		switch {
		case got.status == http.StatusNotFound:
			all.WriteByte('d')
		case got.field(t, "completed") == true:
			all.WriteByte('c')
		default:
			all.WriteByte('p')
		}
	}
	return all.String()
}

// A request for more than one deed is carried out whole after a yes, or not at all.
func TestChatDoesSeveralDeedsAfterOneYes(t *testing.T) {
	platform, _ := startForChat(t)
	for _, c := range []struct{ say, yes, stands string }{
		{"mark 1 done, remove 2", "yes", "cdppp"},
		{"remove 2 and mark 1 done", "yes please", "cdppp"},
		{"ٹاسک 1 مکمل کر دو اور 2 مٹا دو", "جی ہاں", "cdppp"},
		{"task 1 complete kar do aur 2 hata do", "haan", "cdppp"},
		{"delete tasks 3-5", "yes", "ppddd"},
		{"delete tasks 3-5", "no", "ppppp"},
		{"delete tasks 3-5", "the second one", "pppdp"},
		{"delete tasks 3-5", "all of them", "ppddd"},
		{"tasks 3 se 5 tak delete kar do", "haan", "ppddd"},
		{"ٹاسک ۳ سے ۵ تک حذف کر دو", "ہاں", "ppddd"},
		{"complete 2 and 4", "yes", "pcpcp"},
		{"2 aur 4 complete kar do", "haan", "pcpcp"},
		{"ٹاسک ২ اور ৪ مکمل کر دو", "ہاں", "pcpcp"},
		{"delete tasks 4 and 44", "yes", "pppdp"},
		{"complete all fajr tasks", "yes", "cpcpp"},
		{"sare fajr wale task delete kar do", "haan", "dpdpp"},
		{"فجر والے سارے ٹاسک حذف کر دو", "ہاں", "dpdpp"},
		{"delete all my tasks", "yes", "ddddd"},
		{"delete all my tasks", "nahi", "ppppp"},
		{"delete the gym task and the milk task", "no", "ppppp"},
		{"delete task 3 or 4", "4", "pppdp"},
		{"task 1 ko high priority karo aur task 2 delete karo", "ok", "pdppp"},
		{"move all my tasks to tomorrow", "nahi", "ppppp"},
	} {
		t.Run(c.say+" "+c.yes, func(t *testing.T) {
			p := withTasks(t, platform, "Read Quran@Fajr", "gym", "Dhikr@Fajr", "milk", "Zakat@Isha")
			asked := p.say(t, c.say)
			if asked.Tool != nil || asked.Asks == nil || !asked.Success {
				t.Fatalf("it does not ask: %s", asked.raw)
			}
			if got := p.stands(t, 5); got != "ppppp" {
				t.Fatalf("before a yes it stands %s", got)
			}
			answered := p.say(t, c.yes)
			if got := p.stands(t, 5); got != c.stands {
				t.Fatalf("it stands %s, want %s\n%s\n%s", got, c.stands, asked.Message, answered.Message)
			}
		})
	}
}

// Who makes a task and changes another in one message has both done, and is told of what was not understood of it.
func TestChatDoesBothOfTwoOrders(t *testing.T) {
	platform, _ := startForChat(t)
	for say, want := range map[string]struct{ title, stands, tells string }{
		"mark 1 done and remind me to pray Fajr":           {"pray Fajr", "cp", "task 1"},
		"add buy eggs and also delete the gym one":         {"buy eggs", "pd", "gym"},
		"1 complete kar do aur doodh lane ka task bana do": {"doodh lana", "cp", "task 1"},
		"ٹاسک 2 حذف کر دو اور دودھ لانے کا کام بنا دو":     {"دودھ لانا", "pd", "gym"},
		"add buy eggs and also delete it":                  {"buy eggs", "pp", "I did not understand the rest: “delete it”"},
	} {
		p := withTasks(t, platform, "Read Quran", "gym")
		got := p.say(t, say)
		made := send(t, platform, "GET", "/api/v1/tasks/3", "", as(p.user))
		if !strings.Contains(got.Message, want.tells) || made.field(t, "title") != want.title {
			t.Errorf("%q: %s\n%s", say, got.raw, made.body)
		}
		if stands := p.stands(t, 2); stands != want.stands {
			t.Errorf("%q: it stands %s, want %s: %s", say, stands, want.stands, got.raw)
		}
	}
	p := withTasks(t, platform, "Read Quran")
	if got := p.say(t, "remind me to read surah 3 and learn 5 names"); got.Tool == nil {
		t.Errorf("a title with numbers: %s", got.raw)
	}
}

func TestChatTakesBackSeveralDeedsTogether(t *testing.T) {
	platform, _ := startForChat(t)
	both := withTasks(t, platform, "gym")
	both.say(t, "doodh lana likho aur 1 complete karo")
	if undone := both.say(t, "undo"); both.stands(t, 2) != "pd" || !undone.Success {
		t.Fatalf("a new task and a completion: %s: %s", both.stands(t, 2), undone.raw)
	}
	p := withTasks(t, platform, "one", "two", "three", "four", "five")
	p.say(t, "mark 1 done, delete 2, 3 and 5")
	if done := p.say(t, "yes"); p.stands(t, 5) != "cddpd" || !strings.Contains(done.Message, "undo") {
		t.Fatalf("%s: %s", p.stands(t, 5), done.raw)
	}
	if undone := p.say(t, "undo"); p.stands(t, 5) != "ppppp" || !undone.Success {
		t.Fatalf("%s: %s", p.stands(t, 5), undone.raw)
	}
	p = withTasks(t, platform, "one", "two")
	p.say(t, "task 1 ko high priority karo aur task 2 delete karo")
	p.say(t, "haan")
	p.say(t, "undo")
	one := send(t, platform, "GET", "/api/v1/tasks/1", "", as(p.user))
	if one.field(t, "priority") != "medium" || one.field(t, "title") != "one" || p.stands(t, 2) != "pp" {
		t.Errorf("a change and a deletion taken back: %s, %s", p.stands(t, 2), one.body)
	}
}

func TestChatDoesNotRenameByANumber(t *testing.T) {
	platform, _ := startForChat(t)
	for say, about := range map[string]string{
		"make it seven": "add a task to call Ammi", "change it to 7 instead": "add a task to call Ammi",
		"isko 7 kar do": "ammi ko phone karne ka task bana do", "اسے ۷ کر دو": "امی کو فون کرنے کا کام بنا دو",
	} {
		p := newTalk(platform)
		made := p.say(t, about)
		asked := p.say(t, say)
		task := send(t, platform, "GET", "/api/v1/tasks/1", "", as(p.user))
		if asked.Tool != nil || asked.Asks == nil || task.field(t, "title") != made.Data["task"].(map[string]any)["title"] {
			t.Errorf("%q: %s\n%s", say, asked.raw, task.body)
		}
	}
	p := newTalk(platform)
	p.say(t, "remind me to call Ammi at 6 pm")
	if got := p.say(t, "make it 7 instead"); got.Tool == nil || !strings.Contains(got.raw, "T19:00:00") { // the hour was just said
		t.Errorf("its time is not moved: %s", got.raw)
	}
}

func TestChatDoesNothingNowThatIsForLater(t *testing.T) {
	platform, _ := startForChat(t)
	for say, word := range map[string]string{
		"when I finish dars please mark it complete": "for later", "jab dars khatam ho jaye to complete kar dena": "baad ki baat",
		"جب درس ختم ہو جائے تو اسے مکمل کر دینا": "بعد کی بات", "if it rains delete task 1": "for later",
	} {
		p := withTasks(t, platform, "dars", "gym")
		if got := p.say(t, say); got.Tool != nil || !strings.Contains(got.Message, word) || p.stands(t, 2) != "pp" {
			t.Errorf("%q: %s", say, got.raw)
		}
	}
}
