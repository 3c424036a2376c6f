package questions

import (
	"time"

	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/when"
	"github.com/salaatflow/platform/language/detect/when/due"
	"github.com/salaatflow/platform/language/detect/when/words"
)

// fridayAsked returns the day of Jumuah that is told by its week or its date, 2006-01-02: jumma next week, pichla jumma; empty where no
// other is told than the next one.
func (s sentence) fridayAsked(in meaning.Input) string {
	for _, e := range s.TimesOf() {
		m := due.Resolve(in.Options(false), e)
		if !e.Is(when.Day) || len(m.Due) < len(time.DateOnly) {
			continue
		}
		day, err := time.Parse(time.DateOnly, m.Due[:len(time.DateOnly)])
		switch {
		case err != nil:
		case e.Day.Kind == when.Shifted && e.Day.Unit == words.Weeks:
			sinceMonday := (int(day.Weekday()) + 6) % 7
			return day.AddDate(0, 0, int(time.Friday)-1-sinceMonday).Format(time.DateOnly)
		case day.Weekday() == time.Friday && (e.Day.Kind == when.Date || e.Day.Back || e.Day.Weeks != 0):
			return day.Format(time.DateOnly)
		}
	}
	return ""
}
