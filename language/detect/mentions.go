package detect

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/text"
)

//go:embed prayers.yaml
var prayersYAML []byte

// mentions knows what questions about prayers, masjids and hadiths name besides prayers and the places of the gazetteer.
type mentions struct {
	Methods map[string]struct {
		Alone runs `yaml:"alone"`
		With  runs `yaml:"with"`
	} `yaml:"methods"`
	Schools map[string]runs `yaml:"schools"`
	Markers struct {
		Before  runs `yaml:"before"`
		Behind  runs `yaml:"behind"`
		Unknown runs `yaml:"unknown"`
	} `yaml:"markers"`
	NotPlaces   runs            `yaml:"notplaces"`
	Begun       runs            `yaml:"begun"`
	Ends        runs            `yaml:"ends"`
	UntilWhen   runs            `yaml:"untilwhen"`
	Was         runs            `yaml:"was"`
	Collections map[string]runs `yaml:"collections"`
	Languages   map[string]runs `yaml:"languages"`

	Topics struct {
		Before  runs `yaml:"before"`
		Behind  runs `yaml:"behind"`
		Loosely runs `yaml:"loosely"`
		Edges   runs `yaml:"edges"`
	} `yaml:"topics"`

	BesideMasjids struct {
		Before runs `yaml:"before"`
		Behind runs `yaml:"behind"`
	} `yaml:"besidemasjids"`

	names []string // of methods, sorted
}

func loadMentions(data []byte) (*mentions, error) {
	var m mentions
	decoder := yaml.NewDecoder(strings.NewReader(string(data)))
	decoder.KnownFields(true)
	if err := decoder.Decode(&m); err != nil {
		return nil, fmt.Errorf("prayers.yaml: %w", err)
	}
	for name := range m.Methods {
		m.names = append(m.names, name)
	}
	slices.Sort(m.names)
	return &m, nil
}

// behind says whether one of the runs ends before a token.
func (r runs) behind(s *sentence, token int) bool { return r.endAt(s, token) > 0 }

// endAt returns how many tokens the longest of the runs has that ends before a token; 0 for none.
func (r runs) endAt(s *sentence, token int) int {
	for from := max(0, token-longestRun); from < token; from++ {
		if r.at(s, from) == token-from {
			return token - from
		}
	}
	return 0
}

// longestRun is how many words a phrase of the data may have to be found from behind.
const longestRun = 5

// nameEnding is the run of words that nothing is known of which ends before a token; nameBeginning that which begins at one.
func (s *sentence) nameEnding(token int) span {
	from := token
	for from > 0 && s.nameless(from-1) && (from == token || !s.Tokens[from].Before.Ends()) {
		from--
	}
	return span{from, token}
}

func (s *sentence) nameBeginning(token int) span {
	to := token
	for to < len(s.Tokens) && s.nameless(to) && (to == token || !s.Tokens[to].Before.Ends()) {
		to++
	}
	return span{token, to}
}

// nameless says whether nothing is known of a token, so that it may be part of a name.
func (s *sentence) nameless(token int) bool {
	w := s.wordAt(token)
	if w >= len(s.words) || s.words[w].First > token {
		w--
	}
	if w < 0 || s.Tokens[token].Script == text.Number || s.question.holds(token) || s.mentions.NotPlaces.at(s, token) > 0 {
		return false
	}
	if e := s.timeAt(token); e != nil && e.Time() {
		return false
	}
	return s.words[w].Concepts.Empty()
}

// placeBeside sets what a question about prayers or masjids names besides the prayer and a known place: a place that is not
// known, a position, the method and the school.
func (s *sentence) placeBeside(intent Intent, in Input, slots *Slots, cues *Cues) {
	cues.Near = s.has(l.Near)
	var taken []span
	if intent == GetPrayerTimes || intent == GetCurrentPrayer {
		method, methodAt := s.method()
		school, schoolAt := s.school()
		set(&slots.Method, method)
		set(&slots.Asr, school)
		if method == "" && school == "" {
			cues.UnknownMethod, methodAt = s.unknownMethod()
		}
		taken = append(taken, methodAt, schoolAt)
		if methodAt.touches(s.place.cityAt) {
			slots.City = nil
		}
		s.askOfTime(cues)
	}
	if latitude, longitude, ok := positionIn(in.Text); ok {
		slots.Latitude, slots.Longitude = &latitude, &longitude
		return
	}
	if slots.City != nil || slots.MasjidName != nil && intent != ListMasjids {
		return
	}
	taken = append(taken, s.place.areaAt)
	if !s.masjid.empty() {
		taken = append(taken, s.masjid)
	}
	set(&slots.City, s.strangePlace(taken...))
}

// namedElse is what is asked for where a sentence that is taken for something else names a method of prayer times or the
// topic of a hadith.
func (s *sentence) namedElse(intent Intent, f *facts) Intent {
	if f.is(howTo) || f.is(negated) || s.has(l.Task, l.Remind, l.Masjid) {
		return Unknown
	}
	looks := s.main < 0 || s.acts[s.main].does(l.Show, l.Tell, l.Give, l.See, l.Find)
	switch intent {
	case Unknown:
	case SearchMasjids, ListMasjids, GetMasjidDetails:
		if s.has(l.Hadith) && looks {
			return GetRandomHadith
		}
		return Unknown
	default:
		return Unknown
	}
	if !looks || s.has(l.Why) {
		return Unknown
	}
	if _, at, plainly := s.topic(); plainly && !s.asks() && !s.foreignOutside(at) {
		return GetRandomHadith
	}
	_, at := s.method()
	if at.empty() {
		_, at = s.school()
	}
	if s.has(l.Prayer, l.Timetable) && !at.empty() && !s.foreignOutside(span{at.from - 2, at.to + 2}) {
		return GetPrayerTimes
	}
	return Unknown
}

// foreignOutside says whether a word outside of some tokens is of what no tool does.
func (s *sentence) foreignOutside(at span) bool {
	for i, w := range s.words {
		if s.is(i, l.Foreign, l.ForeignVerb) && !at.holds(w.First) {
			return true
		}
	}
	return false
}
