// Package listed makes of a sentence that lists several days, hours or prayers at which the same is to be done as many sentences, each with
// one of them.
package listed

import (
	_ "embed"

	"github.com/salaatflow/platform/language/detect/clauses"
	"github.com/salaatflow/platform/language/detect/forms"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/text"
	"github.com/salaatflow/platform/language/detect/when"
	"github.com/salaatflow/platform/language/detect/when/items"
	"github.com/salaatflow/platform/language/detect/when/words"
)

//go:embed listed.yaml
var listedYAML []byte

// Words are those of listed.yaml, which explains them.
type Words struct {
	Workdays   forms.Runs `yaml:"workdays"`
	Weekends   forms.Runs `yaml:"weekends"`
	AllPrayers forms.Runs `yaml:"prayers"`
	Either     forms.Runs `yaml:"either"`
	EitherUrdu forms.Runs `yaml:"eitherinurdu"`
	Each       struct {
		Workdays inScripts `yaml:"workdays"`
		Weekends inScripts `yaml:"weekends"`
		Prayers  inScripts `yaml:"prayers"`
	} `yaml:"each"`
}

type inScripts struct {
	Latin  []string `yaml:"latin"`
	Arabic []string `yaml:"arabic"`
}

func (s inScripts) in(script text.Script) []string {
	if script == text.Arabic {
		return s.Arabic
	}
	return s.Latin
}

// Load reads the words.
func Load() (*Words, error) {
	w := &Words{}
	if err := forms.Decode("listed.yaml", listedYAML, w); err != nil {
		return nil, err
	}
	return w, nil
}

// list is where in a sentence several are told, from one token to another, half open, and what each is called.
type list struct {
	from, to int
	each     []string
}

// lister looks for lists in a sentence.
type lister struct {
	*Words
	*clauses.Clauses
	items items.List
}

// Of returns a sentence for each of what is listed first in one, and nil where nothing is.
func (w *Words) Of(s *clauses.Clauses, as items.List) []string {
	l := lister{Words: w, Clauses: s, items: as}
	for i := range s.Tokens {
		if found := l.named(i); found.each != nil {
			return l.apart(found)
		}
	}
	for i := range as.Items {
		found := l.weekdays(i)
		if found.each == nil {
			found = l.daysOfMonth(i)
		}
		if found.each == nil {
			found = l.hours(i)
		}
		if found.each != nil {
			return l.apart(found)
		}
	}
	return l.moments()
}

// apart puts each of a list into its place.
func (l lister) apart(found list) []string {
	before := l.Original[:l.Tokens[found.from].Start]
	behind := l.Original[l.Tokens[found.to-1].End:]
	all := make([]string, 0, len(found.each))
	for _, one := range found.each {
		all = append(all, before+one+behind)
	}
	return all
}

// named reads words that stand for several: weekdays, every weekend, every prayer.
func (l lister) named(token int) list {
	script := l.Tokens[token].Script
	if n := l.Workdays.At(l.Tokens, token); n > 0 {
		return list{token, token + n, l.Each.Workdays.in(script)}
	}
	if n := l.Weekends.At(l.Tokens, token); n > 0 {
		return list{token, token + n, l.Each.Weekends.in(script)}
	}
	if n := l.AllPrayers.At(l.Tokens, token); n > 0 {
		return list{token, token + n, l.Each.Prayers.in(script)}
	}
	return list{}
}

// weekdays reads days of the week that are listed behind every, or in the plural: every Monday and Thursday, ہر پیر اور جمعرات.
func (l lister) weekdays(i int) list {
	p := l.items
	every := p.Has(i-1, words.Every) && !p.At(i).Parted
	if !p.Has(i, words.Weekday) || !every && !p.Has(i, words.Plural) {
		return list{}
	}
	found := l.run(i, func(at int) (int, bool) {
		if at > i {
			at = p.Skip(p.Skip(at, words.On), words.Every)
		}
		return at, p.Has(at, words.Weekday)
	})
	if found.each == nil || !p.Has(i, words.Plural) && l.rare(i) && !l.leavesRare(found.to) {
		return list{}
	}
	return found
}

// rare says whether an item is a day of the week only where what is beside it says so: hafta.
func (l lister) rare(i int) bool { return l.items.At(i).Word.Rare&words.Weekday != 0 }

// leavesRare says whether behind a list that ends before a token it is said that it is one of days: hafte aur itwar ko.
func (l lister) leavesRare(token int) bool {
	for i := range l.items.Items {
		if int(l.items.Items[i].From) == token {
			return l.items.Joined(i, words.Ko|words.Part)
		}
	}
	return false
}

// daysOfMonth reads days of every month: on 13, 14 and 15 of each month, har mahine ki 13, 14 aur 15 tareekh ko.
func (l lister) daysOfMonth(i int) list {
	p := l.items
	month := func(at int) bool { return p.Has(at, words.Unit) && p.At(at).Word.Unit == words.Months }
	if !p.IsDigits(i) || p.At(i).Value > when.DaysOfMonth {
		return list{}
	}
	found := l.run(i, func(at int) (int, bool) {
		if at > i {
			at = p.Skip(p.Skip(at, words.On), words.The)
		}
		return at, p.IsDigits(at) && p.At(at).Value >= 1 && p.At(at).Value <= when.DaysOfMonth
	})
	if found.each == nil {
		return list{}
	}
	behind := i
	for behind < len(p.Items) && int(p.Items[behind].From) < found.to {
		behind++
	}
	of := p.Skip(behind, words.Of)
	told := of > behind && p.Has(of, words.Every) && month(of+1)
	if ke := i - 1; p.Has(ke, words.Ke) && month(ke-1) && p.Has(ke-2, words.Every) {
		told = told || p.Has(behind, words.Tareekh|words.Ko)
	}
	if !told {
		return list{}
	}
	return found
}

// run reads what is listed from an item on, with commas and "and" between; next says where one begins, and whether it does.
func (l lister) run(i int, next func(at int) (int, bool)) list {
	p, found := l.items, list{}
	for at := i; ; {
		one, ok := next(at)
		if !ok || at > i && p.At(one).Parted {
			break
		}
		end := one + 1
		if p.Has(end, words.Suffix) && p.Touches(end, 0) {
			end++
		}
		from, to := p.Span(one, end)
		if found.each == nil {
			found.from = from
		}
		found.to, found.each = to, append(found.each, l.Between(from, to-1))
		at = p.Skip(end, words.And)
		listed := at > end && !l.either(int(p.Items[end].From))
		if !listed && (at >= len(p.Items) || !l.Tokens[p.Items[at].From].Before.Has(text.Comma)) {
			break
		}
	}
	if len(found.each) < fewest {
		return list{}
	}
	return found
}

// fewest is how many there are in a list.
const fewest = 2

// moments reads two times with "and" between them of which each tells a day, or each an hour: at 9 am and 9 pm, kal aur parson.
func (l lister) moments() []string {
	for i := 1; i < len(l.Times); i++ {
		first, second := l.Times[i-1], l.Times[i]
		if first.Former || second.Former || first.Past || second.Past || second.From != first.To+1 && second.From != first.To {
			continue
		}
		const told = when.Day | when.Clock
		if both := first.Has & second.Has & told; both == 0 || both != second.Has&told || second.Is(when.Offset) {
			continue
		}
		and := first.To
		if second.From == and {
			and = second.From
		}
		if !l.joins(and) {
			continue
		}
		from := first.From
		if and == second.From {
			second.From++
		}
		typed := []string{l.Between(first.From, first.To-1), l.Between(second.From, second.To-1)}
		return l.apart(list{from, second.To, l.shared(first, second, typed)})
	}
	return nil
}

// joins says whether a token is "and".
func (l lister) joins(token int) bool {
	for _, it := range l.items.Items {
		if int(it.From) == token {
			return it.Word.Class&words.And != 0 && !l.either(token)
		}
	}
	return false
}

// either says whether from a token on it is said that either of two is meant.
func (l lister) either(token int) bool {
	if l.Language == meaning.English {
		return l.Either.At(l.Tokens, token) > 0
	}
	return l.EitherUrdu.At(l.Tokens, token) > 0
}
