package detect

import (
	"fmt"
	"sync"
	"time"

	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/when"
)

// Detector understands sentences. It never changes and may be used by many at once.
type Detector struct {
	phrases  []phrase
	lexicon  *l.Lexicon
	times    *when.Grammar
	places   *places
	rules    *rules
	clauses  *clauses
	mentions *mentions
	forms    *wordForms
	kinds    kinds
	hijri    *hijriWords
	model    *learned // nil: the rules decide alone
	leftOut  Part
	zone     *time.Location
}

// New returns a Detector with the lexicon, the tables of times, the rules and the weights that come with the program. They are read once,
// and all Detectors share them.
func New() (*Detector, error) {
	shared, err := trained()
	if err != nil {
		return nil, err
	}
	d := *shared
	return &d, nil
}

var trained = sync.OnceValues(func() (*Detector, error) {
	d, err := Untrained()
	if err != nil {
		return nil, err
	}
	m, err := committed()
	if err != nil {
		return nil, fmt.Errorf("detect: %w", err)
	}
	return d.Taught(m), nil
})

// Untrained returns a Detector in which the rules decide alone: what the weights are trained with.
func Untrained() (*Detector, error) {
	words, err := l.Load()
	if err != nil {
		return nil, fmt.Errorf("detect: %w", err)
	}
	times, err := when.New()
	if err != nil {
		return nil, fmt.Errorf("detect: %w", err)
	}
	places, err := newPlaces()
	if err != nil {
		return nil, fmt.Errorf("detect: %w", err)
	}
	rules, err := loadRules(rulesYAML)
	if err != nil {
		return nil, fmt.Errorf("detect: %w", err)
	}
	clauses, err := loadClauses(clausesYAML)
	if err != nil {
		return nil, fmt.Errorf("detect: %w", err)
	}
	mentions, err := loadMentions(prayersYAML)
	if err != nil {
		return nil, fmt.Errorf("detect: %w", err)
	}
	forms, err := loadForms(formsYAML)
	if err != nil {
		return nil, fmt.Errorf("detect: %w", err)
	}
	kinds, err := loadKinds(askedYAML)
	if err != nil {
		return nil, fmt.Errorf("detect: %w", err)
	}
	hijri, err := loadHijri(hijriYAML)
	if err != nil {
		return nil, fmt.Errorf("detect: %w", err)
	}
	zone, err := time.LoadLocation("Asia/Karachi")
	if err != nil {
		return nil, fmt.Errorf("detect: %w", err)
	}
	return &Detector{
		lexicon: words, times: times, places: places, rules: rules, clauses: clauses, mentions: mentions, forms: forms, kinds: kinds,
		hijri: hijri, zone: zone,
	}, nil
}

// Detect says what a sentence asks for, read alone.
func (d *Detector) Detect(in Input) Result {
	r, _ := d.explain(in)
	return r
}

// Explain is Detect, and the name of the rule that decided.
func (d *Detector) Explain(in Input) (Result, string) { return d.explain(in) }

func (d *Detector) explain(in Input) (Result, string) {
	s := d.read(in.Text)
	f := s.facts(in.About)
	intent, confidence, rule := d.decide(s, &f)
	if tool := d.exactly(s, &f); tool != "" && d.guesses(s, &f, intent, rule) {
		cues := s.cues(&f)
		cues.Exact = true
		return Result{Intent: Intent(tool), Confidence: 1, Language: s.language, Cues: cues}, "a phrase of " + tool
	}
	unclaimed := rule == byModelAlone
	r := Result{Intent: intent, Confidence: confidence, Language: s.language, Cues: s.cues(&f)}
	if intent != Unknown {
		r.Slots = d.slots(s, intent, in, &r.Cues)
		s.dropOrdinal(&r)
	}
	if intent == Unknown || unclaimed && confidence < sureOfAPhrase {
		if tool, likeness := d.tool(s, &f); tool != "" {
			r.Intent, r.Slots, r.Confidence = Intent(tool), Slots{}, likeness
			return r, "a phrase of " + tool
		}
	}
	if named := s.namedElse(intent, &f); named != Unknown {
		r.Intent, intent = named, named
		r.Slots = d.slots(s, intent, in, &r.Cues)
	}
	if all := s.wantsAll(intent); all != Unknown {
		r.Intent, intent, r.Slots = all, all, d.slots(s, all, in, &r.Cues)
	}
	if k := d.asked(s, intent, &f); k != nil {
		d.ask(s, k, &r, in)
		return r, "asked: " + k.Kind
	}
	if intent.Writes() {
		r.Plan = s.plan(intent, r.Slots)
	}
	s.takeBareNumber(&r)
	postponed := d.postpones(s, intent, r.Slots, in)
	if postponed || d.has(Gate) && s.refuses(intent, r.Slots) {
		r.Cues.Later = postponed || intent != CreateTask && s.later(namesIn(r.Slots))
		r.Plan = Plan{}
		r.Intent, r.Slots, r.Confidence, rule = Unknown, Slots{}, refused, rule+", refused"
	}
	return r, rule
}

// Fragment reads a sentence as the answer to a question about an intent, or as going on with it: the intent is known,
// the slots are what the sentence states for it. Confidence is the share of the words that were understood for it.
func (d *Detector) Fragment(in Input, as Intent) Result {
	s := d.read(in.Text)
	f := s.facts(in.About)
	r := Result{Intent: as, Language: s.language, Cues: s.cues(&f)}
	r.Slots = d.slots(s, as, in, &r.Cues)
	if as == GetPrayerTimes && r.Slots.Prayer == nil && s.meansJummah() {
		jummah := "Jummah"
		r.Slots.Prayer, r.Slots.Date = &jummah, nil
	}
	if as.Writes() {
		named, from := namesIn(r.Slots), 0
		for s.is(from, l.No) && !s.is(from, l.Dont) {
			from++ // no, the second one
		}
		r.Plan = s.plan(as, r.Slots)
		r.Cues.Denies, r.Cues.Doubts = s.saysNo(from, as, named), s.doubts(as, named)
	}
	s.dropOrdinal(&r)
	r.Confidence = s.understood(as, r.Slots)
	return r
}

// sureOfAPhrase is how sure the model must be of a sentence that no rule claims for it not to be compared with phrases.
const sureOfAPhrase = 0.97

// refused is how sure it is that a sentence that denies or asks must not write.
const refused = 0.8

func (d *Detector) options(in Input, past bool) when.Options {
	zone := in.Zone
	if zone == nil {
		zone = d.zone
	}
	return when.Options{Now: in.Now, Zone: zone, Past: past}
}
