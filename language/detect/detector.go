package detect

import (
	"fmt"
	"sync"
	"time"

	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/model"
)

// Detector understands sentences. It never changes and may be used by many at once.
type Detector struct {
	reader  *reader
	decider *decider
	kinds   kinds
	phrases []phrase
	zone    *time.Location
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
	reader, err := newReader()
	if err != nil {
		return nil, fmt.Errorf("detect: %w", err)
	}
	decider, err := newDecider()
	if err != nil {
		return nil, fmt.Errorf("detect: %w", err)
	}
	kinds, err := loadKinds(askedYAML)
	if err != nil {
		return nil, fmt.Errorf("detect: %w", err)
	}
	zone, err := time.LoadLocation("Asia/Karachi")
	if err != nil {
		return nil, fmt.Errorf("detect: %w", err)
	}
	return &Detector{reader: reader, decider: decider, kinds: kinds, zone: zone}, nil
}

// Taught returns a Detector that decides with this model, whose classes are intents.
func (d *Detector) Taught(m *model.Model) *Detector {
	taught := *d
	taught.decider = d.decider.taught(m)
	return &taught
}

// Without returns a Detector that decides without these parts. A model is to be found anew for it: Features are without them too.
func (d *Detector) Without(parts Part) *Detector {
	less := *d
	less.decider = d.decider.without(parts)
	return &less
}

// Features returns what the model decides by, for training.
func (d *Detector) Features(in Input) []model.Feature {
	return d.decider.featuresOf(d.read(in.Text).clauseReading)
}

// sentence is a sentence that is understood.
type sentence struct{ *clauseReading }

func (d *Detector) read(typed string) sentence { return sentence{clausesOf(d.reader.read(typed))} }

// Detect says what a sentence asks for, read alone.
func (d *Detector) Detect(in Input) Result {
	r, _ := d.explain(in)
	return r
}

// Explain is Detect, and the name of the rule that decided.
func (d *Detector) Explain(in Input) (Result, string) { return d.explain(in) }

func (d *Detector) explain(in Input) (Result, string) {
	in = d.zoned(in)
	s := d.read(in.Text)
	f := factsOf(s.clauseReading, in.About)
	intent, confidence, rule := d.decider.decide(s.clauseReading, &f)
	if tool := d.exactly(s, &f); tool != "" && d.guesses(s, &f, intent, rule) {
		cues := s.cues(&f)
		cues.Exact = true
		return Result{Intent: Intent(tool), Confidence: 1, Language: s.language, Cues: cues}, "a phrase of " + tool
	}
	unclaimed := rule == byModelAlone
	r := Result{Intent: intent, Confidence: confidence, Language: s.language, Cues: s.cues(&f)}
	if intent != Unknown {
		r.Slots = slotsOf(s.clauseReading, intent, in, &r.Cues)
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
		r.Slots = slotsOf(s.clauseReading, intent, in, &r.Cues)
	}
	if all := wantsAll(s.clauseReading, intent); all != Unknown {
		r.Intent, intent, r.Slots = all, all, slotsOf(s.clauseReading, all, in, &r.Cues)
	}
	if k := d.asked(s, intent, &f); k != nil {
		d.ask(s, k, &r, in)
		return r, "asked: " + k.Kind
	}
	if intent.Writes() {
		r.Plan = planOf(s.clauseReading, intent, r.Slots)
	}
	s.takeBareNumber(&r)
	postponed := postpones(s.clauseReading, intent, r.Slots, in)
	if postponed || d.decider.has(Gate) && refuses(s.clauseReading, intent, r.Slots) {
		r.Cues.Later = postponed || intent != CreateTask && later(s.clauseReading, namesIn(r.Slots))
		r.Plan = Plan{}
		r.Intent, r.Slots, r.Confidence, rule = Unknown, Slots{}, refused, rule+", refused"
	}
	return r, rule
}

// Fragment reads a sentence as the answer to a question about an intent, or as going on with it: the intent is known,
// the slots are what the sentence states for it. Confidence is the share of the words that were understood for it.
func (d *Detector) Fragment(in Input, as Intent) Result {
	in = d.zoned(in)
	s := d.read(in.Text)
	f := factsOf(s.clauseReading, in.About)
	r := Result{Intent: as, Language: s.language, Cues: s.cues(&f)}
	r.Slots = slotsOf(s.clauseReading, as, in, &r.Cues)
	if as == GetPrayerTimes && r.Slots.Prayer == nil && s.meansJummah() {
		jummah := "Jummah"
		r.Slots.Prayer, r.Slots.Date = &jummah, nil
	}
	if as.Writes() {
		named, from := namesIn(r.Slots), 0
		for s.is(from, l.No) && !s.is(from, l.Dont) {
			from++ // no, the second one
		}
		r.Plan = planOf(s.clauseReading, as, r.Slots)
		r.Cues.Denies, r.Cues.Doubts = saysNo(s.clauseReading, from, as, named), doubts(s.clauseReading, as, named)
	}
	s.dropOrdinal(&r)
	r.Confidence = s.understood(as, r.Slots)
	return r
}

// sureOfAPhrase is how sure the model must be of a sentence that no rule claims for it not to be compared with phrases.
const sureOfAPhrase = 0.97

// refused is how sure it is that a sentence that denies or asks must not write.
const refused = 0.8

// zoned is the sentence with the zone that its times are told in.
func (d *Detector) zoned(in Input) Input {
	if in.Zone == nil {
		in.Zone = d.zone
	}
	return in
}

// namedElse is what is asked for where a sentence that is taken for something else names a method of prayer times or the topic of a
// hadith, and neither denies nor asks how a thing is done.
func (s sentence) namedElse(intent Intent, f *facts) Intent {
	if f.is(howTo) || f.is(negated) {
		return Unknown
	}
	return namedElse(s.clauseReading, intent)
}
