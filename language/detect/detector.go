package detect

import (
	"fmt"
	"sync"
	"time"

	"github.com/salaatflow/platform/language/detect/chores"
	"github.com/salaatflow/platform/language/detect/clauses"
	"github.com/salaatflow/platform/language/detect/dialogueact"
	"github.com/salaatflow/platform/language/detect/explained"
	"github.com/salaatflow/platform/language/detect/gate"
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/listed"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/model"
	"github.com/salaatflow/platform/language/detect/parting"
	"github.com/salaatflow/platform/language/detect/plan"
	"github.com/salaatflow/platform/language/detect/preamble"
	"github.com/salaatflow/platform/language/detect/reading"
	"github.com/salaatflow/platform/language/detect/slots"
	"github.com/salaatflow/platform/language/detect/slots/questions"
	"github.com/salaatflow/platform/language/detect/spans"
	"github.com/salaatflow/platform/language/detect/talk"
	"github.com/salaatflow/platform/language/detect/understand"
)

// Detector understands sentences. It never changes and may be used by many at once.
type Detector struct {
	reader   *reading.Reader
	decider  *understand.Decider
	kinds    kinds
	lists    *listed.Words
	explains *explained.Words
	judging  *understand.Decider // what reads a message for acts
	acts     *model.Model
	parting  *parting.Model
	talk     *talk.Model
	chores   *chores.Vocabulary
	preamble *preamble.Words
	phrases  []phrase
	own      map[string]bool // wholes of phrases that are no tool's
	zone     *time.Location
	noRule   string // of the gate
}

// New returns a Detector with the lexicon, the tables of times and the weights that come with the program. They are read once,
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
	m, err := understand.Committed()
	if err != nil {
		return nil, fmt.Errorf("detect: %w", err)
	}
	if d.acts, err = dialogueact.Committed(); err != nil {
		return nil, fmt.Errorf("detect: %w", err)
	}
	if d.parting, err = parting.Committed(); err != nil {
		return nil, fmt.Errorf("detect: %w", err)
	}
	if d.talk, err = talk.Committed(); err != nil {
		return nil, fmt.Errorf("detect: %w", err)
	}
	return d.Taught(m), nil
})

// Untrained returns a Detector that takes every sentence for one that asks for nothing: what the weights are trained with.
func Untrained() (*Detector, error) {
	reader, err := reading.NewReader()
	if err != nil {
		return nil, fmt.Errorf("detect: %w", err)
	}
	decider := &understand.Decider{}
	kinds, err := loadKinds(askedYAML)
	if err != nil {
		return nil, fmt.Errorf("detect: %w", err)
	}
	lists, err := listed.Load()
	if err != nil {
		return nil, fmt.Errorf("detect: %w", err)
	}
	explains, err := explained.Load()
	if err != nil {
		return nil, fmt.Errorf("detect: %w", err)
	}
	preamble, err := preamble.Load()
	if err != nil {
		return nil, fmt.Errorf("detect: %w", err)
	}
	work, err := chores.Load()
	if err != nil {
		return nil, fmt.Errorf("detect: %w", err)
	}
	zone, err := time.LoadLocation("Asia/Karachi")
	if err != nil {
		return nil, fmt.Errorf("detect: %w", err)
	}
	d := &Detector{
		judging: decider.Without(understand.Marks | understand.Domains | understand.Topic),
		reader:  reader, decider: decider, kinds: kinds, lists: lists, explains: explains, chores: work, preamble: preamble, zone: zone,
	}
	if d.own, err = d.owned(ownYAML); err != nil {
		return nil, fmt.Errorf("detect: %w", err)
	}
	return d, nil
}

// Taught returns a Detector that decides with this model, whose classes are intents.
func (d *Detector) Taught(m *model.Model) *Detector {
	taught := *d
	taught.decider = d.decider.Taught(m)
	return &taught
}

// Without returns a Detector that decides without these parts. A model is to be found anew for it: Features are without them too.
func (d *Detector) Without(parts understand.Part) *Detector {
	less := *d
	less.decider = d.decider.Without(parts)
	return &less
}

// WithoutRule returns a Detector whose gate does without a rule, one of gate.Rules.
func (d *Detector) WithoutRule(name string) *Detector {
	less := *d
	less.noRule = name
	return &less
}

// Features returns what the model decides by, for training.
func (d *Detector) Features(in meaning.Input) []model.Feature {
	return d.decider.FeaturesOf(d.read(in.Text).Clauses, in.About)
}

// Spans returns a sentence as names are looked for in it for an intent, for training; ok is false where none are.
func (d *Detector) Spans(in meaning.Input, intent meaning.Intent) (s spans.Sentence, ok bool) {
	return spans.Of(d.read(in.Text).Clauses, intent)
}

// sentence is a sentence that is understood.
type sentence struct{ *clauses.Clauses }

func (d *Detector) read(typed string) sentence {
	return sentence{clauses.Of(d.chores.Settle(d.reader.Read(typed)))}
}

// Detect says what a sentence asks for, read alone.
func (d *Detector) Detect(in meaning.Input) meaning.Result {
	r, _ := d.explain(in)
	return r
}

// Explain is Detect, and the name of the rule that decided.
func (d *Detector) Explain(in meaning.Input) (meaning.Result, string) { return d.explain(in) }

func (d *Detector) explain(in meaning.Input) (meaning.Result, string) {
	in = d.zoned(in)
	s := d.read(in.Text)
	if meant, why, ok := d.byPhrase(s, in); ok {
		meant.Cues.Talk = d.told(s, d.alone(s))
		return meant, why
	}
	whole, rule := d.readWhole(s, in)
	if meant, why, ok := d.toThePoint(s, in, whole); ok {
		if whole.Cues.Talk.Kind.IsDanger() {
			meant.Cues.Talk = whole.Cues.Talk
		}
		return meant, why
	}
	return whole, rule
}

// readWhole reads all of a sentence as one.
func (d *Detector) readWhole(s sentence, in meaning.Input) (meaning.Result, string) {
	if anew, ok := d.takenAnew(s, in); ok {
		return anew, "taken back and said anew"
	}
	if anew, ok := d.orderedAnew(s, in); ok {
		return anew, "taken back and ordered anew"
	}
	alone := d.alone(s)
	features := alone
	if in.About != meaning.NoTopic {
		features = d.decider.FeaturesOf(s.Clauses, in.About)
	}
	intent, confidence := d.decider.Decide(s.Clauses, features)
	rule := "learned"
	told := d.told(s, alone)
	intent = s.ofAttribute(orNone(intent, told))
	r := meaning.Result{Intent: intent, Confidence: confidence, Language: s.Language, Cues: s.cues(in)}
	r.Cues.Talk = told
	s.state(&r, in)
	r.Cues.Makes = s.makes(intent)
	if s.isGuess(intent, confidence) && (!intent.Writes() || confidence < sureOfAPhrase) {
		if tool, likeness := d.tool(s); tool != "" {
			r.Intent, r.Slots, r.Confidence = meaning.Intent(tool), meaning.Slots{}, likeness
			return r, "a phrase of " + tool
		}
	}
	if named := s.namedElse(intent); named != meaning.Unknown {
		r.Intent, intent = named, named
		r.Slots = slots.Of(s.Clauses, intent, in, &r.Cues)
	}
	if all := plan.WantsAll(s.Clauses, intent); all != meaning.Unknown {
		r.Intent, intent, r.Slots = all, all, slots.Of(s.Clauses, all, in, &r.Cues)
	}
	if k := d.asked(s, intent, told); k != nil {
		d.ask(s, k, &r, in)
		return r, "asked: " + k.Kind
	}
	if intent == meaning.CreateTask {
		r.Each = d.lists.Of(s.Clauses, d.reader.Items(s.Reading))
	}
	if intent.Writes() {
		r.Plan = plan.Of(s.Clauses, intent, r.Slots)
		s.ofStatus(&r)
	}
	s.takeBareNumber(&r)
	r, rule = d.refuse(s, in, intent, r, rule)
	r.Cues.Nearly = d.nearly(s, r)
	return r, rule
}

// refuse makes of what was understood that nothing is to be changed, where the sentence does not order it now.
func (d *Detector) refuse(s sentence, in meaning.Input, intent meaning.Intent, r meaning.Result, rule string) (meaning.Result, string) {
	postponed := gate.Postpones(s.Clauses, intent, r.Slots, in)
	if postponed || d.decider.Has(understand.Gate) && gate.Refuses(s.Clauses, intent, r.Slots, d.noRule) {
		r.Cues.Later = postponed || intent != meaning.CreateTask && gate.Later(s.Clauses, meaning.NamesIn(r.Slots))
		r.Plan = meaning.Plan{}
		r.Intent, r.Slots, r.Confidence, rule = meaning.Unknown, meaning.Slots{}, refused, rule+", refused"
		rule += s.insteadOfDone(intent, postponed, &r)
	} else if intent == meaning.Unknown && s.isOfChange() {
		r.Cues.Later = gate.Later(s.Clauses, nil)
	}
	return r, rule
}

// Fragment reads a sentence as the answer to a question about an intent, or as going on with it: the intent is known,
// the slots are what the sentence states for it. Confidence is the share of the words that were understood for it.
func (d *Detector) Fragment(in meaning.Input, as meaning.Intent) meaning.Result {
	in = d.zoned(in)
	s := d.read(in.Text)
	r := meaning.Result{Intent: as, Language: s.Language, Cues: s.cues(in)}
	r.Slots = slots.Of(s.Clauses, as, in, &r.Cues)
	if as == meaning.GetPrayerTimes && r.Slots.Prayer == nil && s.MeansJummah() {
		jummah := "Jummah"
		r.Slots.Prayer, r.Slots.Date = &jummah, nil
	}
	if as.Writes() {
		named, from := meaning.NamesIn(r.Slots), 0
		for s.Is(from, l.No) && !s.Is(from, l.Dont) {
			from++ // no, the second one
		}
		r.Plan = plan.Of(s.Clauses, as, r.Slots)
		r.Cues.Denies, r.Cues.Doubts = gate.SaysNo(s.Clauses, from, named), gate.Doubts(s.Clauses, as, named)
	}
	s.dropOrdinal(&r)
	r.Confidence = s.understood(as, r.Slots)
	return r
}

// Unexplained returns the words of a message, as they were typed, that neither this deed, a time or number nor one of the names explains;
// nil where every word is explained.
func (d *Detector) Unexplained(typed string, as meaning.Intent, names []string) []string {
	return d.explains.Beside(d.read(typed).Clauses, as, names)
}

// sureOfAPhrase is how sure the model must be of a sentence for it not to be compared with phrases.
const sureOfAPhrase = 0.98

// refused is how sure it is that a sentence that denies or asks must not write.
const refused = 0.8

// zoned is the sentence with the zone that its times are told in.
func (d *Detector) zoned(in meaning.Input) meaning.Input {
	if in.Zone == nil {
		in.Zone = d.zone
	}
	return in
}

// namedElse is what is asked for where a sentence that is taken for something else names a method of prayer times or the topic of a
// hadith, and neither denies nor asks how a thing is done.
func (s sentence) namedElse(intent meaning.Intent) meaning.Intent {
	if s.asksHow() || s.denies() {
		return meaning.Unknown
	}
	return questions.NamedElse(s.Clauses, intent)
}
