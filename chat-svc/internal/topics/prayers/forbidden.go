package prayers

import "github.com/salaatflow/platform/chat-svc/internal/messages"

// forbiddenTimes returns the times at which prayer is forbidden or disliked, in words.
func (t Talk) forbiddenTimes(day prayerDay) string {
	var times []string
	for _, one := range day.Forbidden {
		times = append(times, t.Book.Say("forbidden_time", messages.Args{
			"kind": t.Book.Say("forbidden_"+one.Kind, nil), "start": t.Book.ClockText(one.From), "until": t.Book.ClockText(one.Until),
		}))
	}
	return t.Book.List(times)
}

// tellForbidden answers whether now is a time at which prayer is forbidden or disliked, or whether one may pray.
func (t Talk) tellForbidden(now currentPrayerResult, kind string) {
	key := "forbidden_now"
	switch free := kind == askedFree; {
	case now.Forbidden == nil && free:
		t.Say("forbidden_free", nil)
		return
	case now.Forbidden == nil:
		t.Say("forbidden_not_now", nil)
		return
	case now.Forbidden.VoluntaryOnly:
		key = "forbidden_voluntary"
	case free:
		key = "forbidden_wait"
	}
	t.Say(key, messages.Args{
		"kind": t.Book.Say("forbidden_"+now.Forbidden.Kind, nil), "until": t.Book.ClockText(now.Forbidden.Until),
	})
}
