package slots

import (
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/reading"
)

// takeLink takes the words that tie a task to a prayer: linked to Fajr, Maghrib ke sath, for Isha.
func (c *content) takeLink() {
	for i := range c.Words {
		if c.PrayerOf(i) == "" || c.gone(i) {
			continue
		}
		if !c.Is(i-1, l.With) && (!c.Is(i-1, l.To) || !c.Has(l.Link)) && !c.Is(i-2, l.Link) && !c.Is(i+1, l.With) && !c.Is(i+1, l.Se) {
			continue
		}
		from, to := i, i+1
		for c.Is(from-1, l.To, l.With, l.Link, l.The, l.For) && !c.Parted(from) {
			from--
		}
		for c.Is(to, l.With, l.Se, l.Link, l.Namaz) && !c.Parted(to) {
			to++
		}
		if to > i+1 || from < i-1 || c.Is(i-1, l.Link) {
			c.takeWords(reading.Span{From: from, To: to})
		}
	}
}
