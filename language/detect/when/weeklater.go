package when

import "github.com/salaatflow/platform/language/detect/when/words"

const daysOfWeek = 7

// weekLater says whether the word week behind a weekday puts it a week later: Wednesday week.
func (p *parser) weekLater(i int) bool {
	const behind = words.At | words.On | words.To | words.For | words.Part | words.In | words.And
	return !p.Has(i-1, words.Every|words.Next|words.This|words.Last) && p.Joined(i+1, words.Unit) && p.Plays(i+1, words.RoleLater) &&
		(p.Ends(i+2) || p.Joined(i+2, behind) || p.Plays(i+2, words.RoleClosing) || p.IsDigits(i+2))
}

// ofThisWeek says whether the word before a weekday puts it into this week: this Monday is today on a Monday, and coming Monday never is.
func (p *parser) ofThisWeek(d NamedDay, i int) bool {
	return !d.Next && !d.Back && !p.Plays(i-1, words.RoleComing)
}

// secondOne is how many items behind a weekday say that it is the second to come that is meant: Friday week, Friday after next.
func (p *parser) secondOne(d NamedDay, i int) int {
	switch {
	case p.weekLater(i):
		return 1
	case !d.Next && p.afterNext(i):
		return 2
	}
	return 0
}

// afterNext says whether behind a weekday it is told that it is the second to come: the Friday after next.
func (p *parser) afterNext(i int) bool {
	return p.Joined(i+1, words.After) && p.Joined(i+2, words.Next) && (p.Ends(i+3) || !p.Joined(i+3, words.Unit|words.Weekday|words.Prayer))
}

// weeksOn reads a week on Friday, two weeks from Tuesday, a week today. How often, or how long, is told by what stands before it.
func (p *parser) weeksOn(i int) (NamedDay, int, bool) {
	often := p.Has(i-1, words.For|words.Every|words.Number) || p.Plays(i-1, words.RoleCount|words.RoleOnce)
	if often || !p.Has(i, words.Number) && !p.IsDigits(i) {
		return NamedDay{}, 0, false
	}
	l, next, ok := p.Length(i)
	if !ok || l.Unit != words.Weeks || p.At(next).Parted {
		return NamedDay{}, 0, false
	}
	day := p.Skip(p.Skip(next, words.On), words.Starting)
	switch {
	case p.At(day).Parted:
		return NamedDay{}, 0, false
	case day > next && p.Joined(day, words.Weekday) && p.isWeekday(day) && p.At(day).Word.Class&words.Plural == 0:
		return NamedDay{Kind: WeekdayOf, Weekday: p.At(day).Word.Weekday, Shift: daysOfWeek * l.Amount}, day + 1, true
	case p.Joined(day, words.Day) && p.At(day).Word.Class&(words.Part|words.Flip) == 0 && p.At(day).Word.Day >= 0:
		leaves := day > next || p.Ends(day+1) || p.Joined(day+1, words.To|words.At)
		return NamedDay{Kind: Relative, N: int(p.At(day).Word.Day), Shift: daysOfWeek * l.Amount}, day + 1, leaves
	}
	return NamedDay{}, 0, false
}
