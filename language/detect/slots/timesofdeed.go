package slots

import (
	"slices"

	"github.com/salaatflow/platform/language/detect/when"
)

// timesOfDeed is timesOf without the days that a clause before the deed tells of something else, where the deed has a day of its own: my
// knee is bad today, but put down the physio on Thursday.
func (s sentence) timesOfDeed() []when.Expression {
	times := s.TimesOf()
	if s.Main < 0 {
		return times
	}
	deed := s.Acts[s.Main].At.From
	elsewhere := func(e when.Expression) bool {
		i := s.WordAt(e.From)
		return e.Is(when.Day) && i < deed && s.PartedBetween(i, deed)
	}
	own := slices.ContainsFunc(times, func(e when.Expression) bool { return e.Is(when.Day) && !elsewhere(e) })
	if own && !s.Acts[s.Main].Urdu {
		times = slices.DeleteFunc(times, elsewhere)
	}
	return times
}
