package e2e

import (
	"testing"
)

// Who moves is in the new time zone with the next sentence, by chat and by REST: a task keeps the time that was read.
func TestChatKnowsTheTimeZoneOfANewCityAtOnce(t *testing.T) {
	platform, _ := startForChat(t)
	for _, c := range []struct{ moves, makes, want string }{
		{"my city is Auckland", "remind me tomorrow at 6 am to run", "2026-03-03T06:00:00+13:00"},
		{"mera sheher London kar do", "kal subah 6 baje chalne ka task bana do", "2026-03-03T06:00:00Z"},
		{"میرا شہر استنبول کر دو", "کل صبح چھ بجے دوڑنے کا کام بنا دو", "2026-03-03T06:00:00+03:00"},
	} {
		person := newTalk(platform)
		person.say(t, "my tasks") // so that every program knows the zone of before
		person.say(t, c.moves)
		person.say(t, c.makes)
		if got := send(t, platform, "GET", "/api/v1/tasks/1", "", as(person.user)).field(t, "due_datetime"); got != c.want {
			t.Errorf("%q, then %q: due at %v, want %s", c.moves, c.makes, got, c.want)
		}
	}
}
