package when

import "github.com/salaatflow/platform/language/detect/when/words"

// inYear puts a day and a month, the one or the other of two days, into the year that the other tells. It reports whether they are that.
func (d *NamedDay) inYear(other NamedDay) bool {
	of := *d
	if of.ofYear() {
		of, other = other, of
	}
	if !of.inAnyYear() || !other.ofYear() {
		return false
	}
	of.Years, of.Told = other.N, true
	*d = of
	return true
}

// ofYear says whether a day is this day of another year: next year.
func (d NamedDay) ofYear() bool { return d.Kind == Shifted && d.Unit == words.Years && d.Told }

// inAnyYear says whether a day and a month are told, and no year.
func (d NamedDay) inAnyYear() bool { return d.Kind == Date && d.Year == 0 && !d.Told }

// inMonth says whether a day of another month is told before the date that it is: next month, 4th of April.
func (d NamedDay) inMonth(date NamedDay) bool {
	return d.Kind == Shifted && d.Unit == words.Months && d.Told && date.Kind == Date
}
