package questions

import (
	"slices"

	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/reading"
	"github.com/salaatflow/platform/language/detect/text"
	"github.com/salaatflow/platform/language/detect/when"
	"github.com/salaatflow/platform/language/detect/when/due"
)

func (s sentence) placeSlots(intent meaning.Intent, in meaning.Input, slots *meaning.Slots) {
	set(&slots.Area, s.Place.Area)
	set(&slots.City, s.Place.City)
	s.seekMasjid(intent)
	if !s.Masjid.Empty() && (!s.OnlyKind(s.Masjid) || intent == meaning.SearchMasjids && s.soughtByKind()) {
		name := s.masjidOnly(s.Masjid)
		set(&slots.MasjidName, text.Tidy(s.Between(name.From, name.To-1)))
	}
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

// seekMasjid finds the name of a masjid where none stands beside that word: in quotation marks, in a search, by how it is built.
func (s sentence) seekMasjid(intent meaning.Intent) {
	quoted := s.Quoted(func(int) bool { return true })
	switch {
	case intent == meaning.SearchMasjids && !quoted.Empty():
		s.Masjid = reading.Span{From: s.Words[quoted.From].First, To: s.Words[quoted.To-1].Last + 1}
	case !s.Masjid.Empty(), s.Main < 0 && s.Has(l.Near) && !s.Has(l.Called):
	case intent == meaning.SearchMasjids || s.Main >= 0 && s.Acts[s.Main].Does(l.Find):
		s.Masjid = s.SoughtName()
	case intent == meaning.GetMasjidDetails, intent == meaning.GetPrayerTimes:
		if s.Masjid = s.BareName(); s.Masjid.Empty() {
			s.Masjid = s.centre()
		}
	}
}

// soughtByKind says whether a masjid is sought that is called by its kind alone, and not any of that kind: look up Jame Masjid.
func (s sentence) soughtByKind() bool {
	kind := slices.ContainsFunc(s.Tokens[s.Masjid.From:s.Masjid.To], func(t text.Token) bool { return s.Forms.SoughtKinds[t.Norm] })
	return kind && !s.Has(l.Any, l.Near, l.Masjids, l.Which) && s.Place.Area == ""
}

// masjidOnly takes off a masjid's name words that only stand beside it: hunt down X, X walon ka number.
func (s sentence) masjidOnly(name reading.Span) reading.Span {
	beside := &s.Mentions.BesideMasjids
	for name.To-name.From > 1 && beside.Behind.At(s.Tokens, name.To-1) > 0 {
		name.To--
	}
	for name.To-name.From > 1 && beside.Before.At(s.Tokens, name.From) > 0 {
		name.From++
	}
	return name
}

// centre finds the name of a place of prayer that is called one of Muslims and ends in a word such as centre: Islamic Cultural Centre.
func (s sentence) centre() reading.Span {
	const most = 4 // words
	for i := 1; i < len(s.Words); i++ {
		if !s.Forms.MasjidCentres[s.Norm(i)] {
			continue
		}
		from, ofMuslims := i, false
		for from > 0 && i-from < most && !s.Parted(from) && !s.Is(from-1, l.The, l.In, l.Any, l.My, l.For, l.Near, l.Time) {
			from--
			ofMuslims = ofMuslims || s.Forms.OfMuslims[s.Norm(from)]
		}
		if ofMuslims {
			return reading.Span{From: s.Words[from].First, To: s.Words[i].Last + 1}
		}
	}
	return reading.Span{}
}
