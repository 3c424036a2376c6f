package questions

import (
	"slices"

	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/reading"
	"github.com/salaatflow/platform/language/detect/spans"
	"github.com/salaatflow/platform/language/detect/when"
	"github.com/salaatflow/platform/language/detect/when/due"
)

func (s sentence) placeSlots(intent meaning.Intent, in meaning.Input, slots *meaning.Slots) {
	names := spans.In(s.Clauses, intent)
	set(&slots.MasjidName, names.Name(spans.Masjid))
	if at := names.Found[spans.Masjid]; len(at) > 0 {
		s.Masjid = at[0]
		if s.Masjid.Touches(s.Place.CityAt) && s.Place.City != home {
			s.Place.City, s.Place.CityAt = "", reading.Span{}
		}
	}
	set(&slots.Area, s.Place.Area)
	set(&slots.City, s.Place.City)
	switch intent {
	case meaning.ListMasjids, meaning.SearchMasjids:
		if n, ok := Limit(s.Clauses); ok {
			slots.Limit = &n
		}
	case meaning.GetPrayerTimes, meaning.GetCurrentPrayer:
		s.prayerSlots(in, slots)
	}
}

// prayerSlots finds the prayer that is asked about, and the day if it is not today.
func (s sentence) prayerSlots(in meaning.Input, slots *meaning.Slots) {
	for i := range s.Words {
		if s.Is(i, l.Prayer) && !s.Effect(i) {
			set(&slots.Prayer, s.Words[i].Value)
		}
	}
	if slots.Prayer != nil && *slots.Prayer == "Jummah" {
		set(&slots.Date, s.fridayAsked(in))
		return
	}
	days := slices.DeleteFunc(s.TimesOf(), func(e when.Expression) bool { return !e.Is(when.Day) })
	days = s.daysOfQuestion(days)
	past := s.Language != meaning.English && s.tellsOfThen()
	if m := due.Resolve(in.Options(past), days...); m.DayTold && m.Due != "" && m.Due[:10] != today(in) {
		set(&slots.Date, m.Due[:10])
	}
}

// daysOfQuestion are the days that are told where the prayer is asked about, if any are, and else all: flying on Saturday, prayer times
// there on Sunday.
func (s sentence) daysOfQuestion(days []when.Expression) []when.Expression {
	asked := s.Find(l.Prayer, l.Timetable, l.Namaz, l.Iftar, l.Sehri)
	if len(days) < 2 || asked < 0 {
		return days
	}
	own := slices.DeleteFunc(slices.Clone(days), func(e when.Expression) bool { return !s.SameClause(s.WordAt(e.From), asked) })
	if len(own) == 0 {
		return days
	}
	return own
}

// tellsOfThen says whether in Urdu something is told of that was, and not only asked politely: kab thi, but not poochna tha.
func (s sentence) tellsOfThen() bool {
	for i := range s.Tokens {
		if s.Mentions.Was.At(s.Tokens, i) == 0 {
			continue
		}
		asks := s.WordAt(i) - 1
		if asks < 0 || !s.Is(asks, l.Inf) && (!s.Bare(asks) || !s.Forms.InfinitiveEndings.End(s.Norm(asks))) {
			return true
		}
	}
	return false
}

// asksOfThen says whether what was is asked for, in any language.
func (s sentence) asksOfThen() bool {
	if s.Language == meaning.English {
		return s.Mentions.WasEnglish.Within(s.Tokens)
	}
	return s.tellsOfThen()
}

// home is the city of which masjids are told by their areas.
const home = "Karachi"
