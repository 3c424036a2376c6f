package when

import "github.com/salaatflow/platform/language/detect/when/words"

// dayBehind says whether the day, or the part of one, right behind the number of an hour shows that it is an hour by what stands before
// it: Wednesday 11 morning, by 10 tonight, before 4 tomorrow, an alarm for 6 this evening. Of what is for 6 tonight they may be the guests.
func (p *parser) dayBehind(i, next int) bool {
	until := p.Has(i-1, words.By|words.Before|words.Until) && !p.At(i).Parted
	day := p.Skip(p.Skip(next, words.On), words.This)
	if until && p.Joined(next, words.On|words.Day|words.Weekday) && p.dayFollows(p.Skip(next, words.On)) {
		return true
	}
	if !p.Joined(day, words.Part) || p.Weakly(day, words.Part) || !p.leavesPart(day+1) {
		return false
	}
	switch today := day > next || p.Has(day, words.Day); {
	case p.Has(i-1, words.Day|words.Weekday) && !p.At(i).Parted:
		return true
	case !today || p.At(i).Parted:
		return false
	case p.Has(i-1, words.To):
		return !p.IsDigits(i-2) && !p.Has(i-2, words.Number) || p.afterLabel(i-2) // 5 to 6 this evening is a range
	}
	return until || p.Has(i-1, words.For) && p.Plays(i-2, words.RoleTimed)
}

// leavesPart says whether what follows a part of the day does not begin a name with it, as in two morning adhkar.
func (p *parser) leavesPart(i int) bool {
	return p.Ends(i) || p.IsDigits(i) || p.At(i).Word != words.Unknown && !p.Plays(i, words.RoleCount|words.RoleName)
}
