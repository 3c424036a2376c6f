package detect

import (
	"bytes"
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/text"
	"github.com/salaatflow/platform/language/detect/when"
)

//go:embed hijri.yaml
var hijriYAML []byte

// hijriWords are how people name days of the Islamic calendar; hijri.yaml explains its lists.
type hijriWords struct {
	months    calls // the number of the month
	occasions calls // the key of the occasion
	between   sayings
	joins     sayings
	before    sayings
	behind    sayings
	earlier   sayings
}

// calls are words or phrases in all their spellings, by the key of their first token, each with what it names.
type calls map[string][]call

type call struct {
	keys  []string
	names string
	exact string // the word itself, where its key is so short that other words have it: eid, I'd
}

// UnmarshalYAML reads lists of words and phrases by what they name.
func (c *calls) UnmarshalYAML(node *yaml.Node) error {
	var named map[string][]string
	if err := node.Decode(&named); err != nil {
		return err
	}
	all := calls{}
	for name, phrases := range named {
		for _, phrase := range phrases {
			tokens := text.Parse(phrase).Tokens
			if len(tokens) == 0 {
				return fmt.Errorf("line %d: %q holds no word", node.Line, phrase)
			}
			one, keys := call{names: name}, l.KeysOf(tokens)
			for i := range tokens {
				one.keys = append(one.keys, string(keys.Of(i)))
			}
			if len(tokens) == 1 && len(one.keys[0]) < leastKey {
				one.exact = tokens[0].Norm
			}
			all[one.keys[0]] = append(all[one.keys[0]], one)
		}
	}
	for _, list := range all { // the longest first
		slices.SortFunc(list, func(a, b call) int {
			if len(a.keys) != len(b.keys) {
				return len(b.keys) - len(a.keys)
			}
			return strings.Compare(a.names, b.names)
		})
	}
	*c = all
	return nil
}

// leastKey is how long the key of a word must be for all its spellings to be taken for it.
const leastKey = 4

func loadHijri(data []byte) (*hijriWords, error) {
	var file struct {
		Months    calls   `yaml:"months"`
		Occasions calls   `yaml:"occasions"`
		Between   sayings `yaml:"between"`
		Joins     sayings `yaml:"joins"`
		Before    sayings `yaml:"before"`
		Behind    sayings `yaml:"behind"`
		Earlier   sayings `yaml:"earlier"`
	}
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	decoder.KnownFields(true)
	if err := decoder.Decode(&file); err != nil {
		return nil, fmt.Errorf("hijri.yaml: %w", err)
	}
	for _, months := range file.Months {
		for _, month := range months {
			if n, err := strconv.Atoi(month.names); err != nil || n < 1 || n > 12 {
				return nil, fmt.Errorf("hijri.yaml: month %q is not from 1 to 12", month.names)
			}
		}
	}
	return &hijriWords{
		months: file.Months, occasions: file.Occasions, between: file.Between, joins: file.Joins, before: file.Before,
		behind: file.Behind, earlier: file.Earlier,
	}, nil
}

// at returns what the tokens from one on name, and how many they are; 0 for nothing.
func (c calls) at(s *sentence, token int) (names string, tokens int) {
	for _, one := range c[string(s.keys.Of(token))] {
		if (one.exact == "" || one.exact == s.Tokens[token].Norm) && s.runsAt(token, one.keys) {
			return one.names, len(one.keys)
		}
	}
	return "", 0
}

// at returns how many tokens from one on say one of the phrases, the most; 0 for none.
func (p sayings) at(s *sentence, token int) (longest int) {
	if token < 0 || token >= len(s.Tokens) {
		return 0
	}
	for _, run := range p[string(s.keys.Of(token))] {
		if len(run) > longest && s.runsAt(token, run) {
			longest = len(run)
		}
	}
	return longest
}

// ending returns the first token of the longest phrase that ends before a token; the token itself for none.
func (p sayings) ending(s *sentence, token int) int {
	const most = 4 // tokens in a phrase
	for from := max(0, token-most); from < token; from++ {
		if p.at(s, from) == token-from {
			return from
		}
	}
	return token
}

// hijriDay is a day of the Islamic calendar that a sentence names.
type hijriDay struct {
	HijriDay
	at  span // tokens that name it
	due span // the same with what makes it the time of something to be done; empty where nothing does
}

// findHijri finds the day of the Islamic calendar that the sentence names: the 15th of Shaban before Shaban, and what stands with
// a word that makes it a time before what does not.
func (s *sentence) findHijri(words *hijriWords) {
	for i := range s.Tokens {
		found := s.hijriAt(words, i)
		if found.at.empty() {
			continue
		}
		better := found.Day != 0 && s.hijri.Day == 0 || !found.due.empty() && s.hijri.due.empty()
		if s.hijri.at.empty() || better && (s.hijri.Day == 0 || found.Day != 0) {
			s.hijri = found
		}
	}
	named := s.hijri.at
	tellsDay := func(e when.Expression) bool { return e.Is(when.Day) && !e.Former && !named.touches(span{e.From, e.To}) }
	if s.hijri.Day == 0 && slices.ContainsFunc(s.times, tellsDay) {
		s.hijri.due, s.hijri.Earlier = span{}, false // Thursday haircut before Eid
	}
	if s.hijri.Day == 0 && s.hijri.due.empty() {
		return
	}
	at := s.hijri.at
	if !s.hijri.due.empty() {
		at = s.hijri.due
	}
	s.times = slices.DeleteFunc(s.times, func(e when.Expression) bool { return at.touches(span{e.From, e.To}) })
	if !s.hijri.due.empty() {
		s.times = append(s.times, when.OtherCalendar(at.from, at.to))
		slices.SortFunc(s.times, func(a, b when.Expression) int { return a.From - b.From })
	}
}

func (s *sentence) hijriAt(words *hijriWords, token int) (found hijriDay) {
	month, tokens := words.months.at(s, token)
	occasion, longer := words.occasions.at(s, token)
	if tokens > 0 && tokens >= longer {
		if found = s.dayOfMonth(words, month, span{token, token + tokens}); !found.at.empty() {
			found.due = s.dueWith(words, &found, true)
			return found
		}
	}
	if longer > 0 {
		found.Occasion, found.at = occasion, span{token, token + longer}
		found.due = s.dueWith(words, &found, false)
	}
	return found
}

// dayOfMonth reads the number of the day before a month or behind it.
func (s *sentence) dayOfMonth(words *hijriWords, month string, at span) (found hijriDay) {
	from := at.from
	for n := 0; n < 3 && from > 0 && words.between.at(s, from-1) == 1; n++ {
		from--
	}
	n, first := s.dayEnding(from)
	if n == 0 {
		next := at.to
		if skip := words.joins.at(s, next); skip > 0 {
			n, at.to = s.dayBeginning(next + skip)
			for n > 0 && words.between.at(s, at.to) == 1 && words.joins.at(s, at.to) == 0 {
				at.to++
			}
		}
		first = at.from
	}
	if n < 1 || n > longestHijri || s.wordAt(first) > 0 && s.is(s.wordAt(first)-1, l.Task) { // task 5
		return hijriDay{}
	}
	found.Month, _ = strconv.Atoi(month)
	found.Day, found.at = n, span{first, at.to}
	if year, next := s.dayBeginning(at.to); year >= firstHijri && year <= lastHijri {
		found.Year, found.at.to = year, next
	}
	return found
}

const (
	longestHijri = 31 // days that a number may mean; none has 31, which is to be said
	firstHijri   = 1356
	lastHijri    = 1500
)

// dayEnding returns the number that ends before a token, and its first token; 0 for none.
func (s *sentence) dayEnding(token int) (n, first int) {
	if token > 0 && s.Tokens[token-1].Script == text.Number && !s.Tokens[token-1].Before.Has(text.Colon) {
		n, _ = strconv.Atoi(s.Tokens[token-1].Norm)
		return n, token - 1
	}
	for _, e := range s.times {
		if e.Is(when.Number|when.Ordinal) && e.To == token {
			return e.Number, e.From
		}
	}
	return 0, token
}

// dayBeginning returns the number that begins at a token, and the token behind it; 0 for none.
func (s *sentence) dayBeginning(token int) (n, next int) {
	if token < len(s.Tokens) && s.Tokens[token].Script == text.Number {
		n, _ = strconv.Atoi(s.Tokens[token].Norm)
		return n, token + 1
	}
	for _, e := range s.times {
		if e.Is(when.Number|when.Ordinal) && e.From == token {
			return e.Number, e.To
		}
	}
	return 0, token
}

// dueWith returns the tokens that make a day the time of something to be done, with those of the day.
func (s *sentence) dueWith(words *hijriWords, day *hijriDay, always bool) span {
	from, to := words.before.ending(s, day.at.from), day.at.to+words.behind.at(s, day.at.to)
	if !always && from == day.at.from && to == day.at.to {
		return span{}
	}
	day.Earlier = words.earlier.ending(s, day.at.from) < day.at.from || words.earlier.at(s, day.at.to) > 0
	return span{from, to}
}

// setHijri sets the slot of the day of the Islamic calendar on which something is to be done.
func (s *sentence) setHijri(slots *Slots) {
	if !s.hijri.due.empty() {
		day := s.hijri.HijriDay
		slots.Hijri = &day
	}
}
