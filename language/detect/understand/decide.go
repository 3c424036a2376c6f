// Package understand finds the intent of a sentence: facts follow from how its words stand together, rules over facts propose an intent,
// and a linear model decides, with the rules among its features.
package understand

import (
	_ "embed"
	"fmt"

	"github.com/salaatflow/platform/language/detect/clauses"
	l "github.com/salaatflow/platform/language/detect/lexicon"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/model"
)

// weights are what cmd/detect-train makes of the corpora.
//
//go:embed weights.bin
var weights []byte

// learned is the model and which intents its classes are.
type learned struct {
	*model.Model
	intents []meaning.Intent
}

// Committed is the model of the weights that come with the program.
func Committed() (*model.Model, error) {
	m, err := model.Read(weights)
	if err != nil {
		return nil, fmt.Errorf("weights.bin: %w; `make detect-train` makes it anew", err)
	}
	return m, nil
}

// Decider finds the intent of a sentence by rules and a model. It never changes and may be used by many at once.
type Decider struct {
	rules   *rules
	model   *learned // nil: the rules decide alone
	leftOut Part
}

// NewDecider returns a decider with the rules that come with the program, which decide alone.
func NewDecider() (*Decider, error) {
	rules, err := loadRules(rulesYAML)
	if err != nil {
		return nil, err
	}
	return &Decider{rules: rules}, nil
}

// Taught returns a decider that decides with this model, whose classes are intents.
func (d *Decider) Taught(m *model.Model) *Decider {
	taught := *d
	taught.model = &learned{Model: m}
	for _, class := range m.Classes() {
		taught.model.intents = append(taught.model.intents, meaning.Intent(class))
	}
	return &taught
}

// How the model is heard. Cross-validation chose the figures: with them, of the sentences that are taken for something
// with a probability of 0.8, about 0.8 are.
const (
	// sharpness makes the probabilities of the model what they say: it learned to be less sure than it may be.
	sharpness = 1.6
	// requests is how much more is said for each request than the model says: its corpora hold more of what asks for
	// nothing, and looks as if it did, than people type.
	requests = 0.5
	// sureToWrite is how sure the model must be to change a task where the rules see nothing that is asked for.
	sureToWrite = 0.8
	// leastToWrite is how sure it must be to change a task at all.
	leastToWrite = 0.5
	// sureToDiffer is how sure it must be to change a task where the rules see that nothing is to be changed.
	sureToDiffer = 0.5
	// surerToWrite is how sure it must be where the rules see that something else is wanted: take the trash out.
	surerToWrite = 0.9
	// sureWithoutWord is how sure the model must be of what the sentence has no word for: of a hadith in which none is
	// named.
	sureWithoutWord = 0.8
	// sureOfFragment is how sure the model must be of what a sentence asks for that names no thing a tool is about, in
	// a conversation about one: it more likely goes on with that.
	sureOfFragment = 0.8
	// sureOfLook is the same where it asks to see what the conversation is about, which changes nothing.
	sureOfLook = 0.6
)

// Decide finds the intent: the rules propose one, which is a feature among the others by which the model decides. Where
// the rules propose it only because of what was spoken of before, of which the model knows nothing, they decide; so they
// do where nothing is said but yes, thanks and the like.
func (d *Decider) Decide(c *clauses.Clauses, f *Findings) (intent meaning.Intent, confidence float64, why string) {
	s := sentence{c}
	v := d.rules.decide(f)
	intent, confidence, why = v.intent, v.sure, v.why
	if d.model == nil || s.OnlyTalk() {
		return intent, confidence, why
	}
	alone := f.alone()
	if alone.found != f.found {
		if v = d.rules.decide(&alone); v.why != why {
			return intent, confidence, why
		}
	}
	chosen, likely := d.model.choose(d.features(s, &alone, &v))
	switch {
	case chosen.Writes() && chosen != intent && likely < leastFor(intent, why):
		return meaning.Unknown, 1 - likely, why // rather nothing than a guess that changes a task
	case chosen == intent:
		return intent, likely, why
	case likely < sureWithoutWord && withoutWord(f, &alone, chosen):
		return meaning.Unknown, 1 - likely, "the model's " + string(chosen) + " without a word for it, not " + why
	case likely < sureWithoutWord && tellsOfPrayer(f, intent, chosen):
		return meaning.Unknown, 1 - likely, why // told as done, and nothing is asked
	case chosen.Writes() && !intent.Writes() && likely < sureAgainstRules(f, chosen):
		return intent, v.sure, why
	case intent == meaning.Unknown && alone.found != f.found && likely < sureInContext(f, chosen) && !s.namesDomain():
		return intent, 1 - likely, why
	}
	return chosen, likely, ByModelAlone + why
}

// withoutWord says whether a sentence that is read alone has no word for what the model takes it for.
func withoutWord(f, alone *Findings, chosen meaning.Intent) bool {
	return alone.found == f.found && !speaksOf(f.concepts, chosen)
}

// tellsOfPrayer says whether something is told as done where a prayer's time would be asked.
func tellsOfPrayer(f *Findings, ruled, chosen meaning.Intent) bool {
	return ruled == meaning.Unknown && chosen == meaning.GetPrayerTimes && f.Is(happened) && !f.Is(Question)
}

// leastFor is how sure the model must be to change a task where the rules see something that is asked for, or nothing.
func leastFor(ruled meaning.Intent, why string) float64 {
	switch {
	case ruled != meaning.Unknown:
		return leastToWrite
	case why == elsewhere:
		return surerToWrite
	}
	return sureToWrite
}

// sureAgainstRules is how sure it must be where the rules see that something else is asked for: give me the number, to which something
// is to be shown.
func sureAgainstRules(f *Findings, chosen meaning.Intent) float64 {
	if handsOver(f, chosen) {
		return sureToWrite
	}
	return sureToDiffer
}

// sureInContext is how sure the model must be of what goes on with what was spoken of.
func sureInContext(f *Findings, chosen meaning.Intent) float64 {
	if chosen == meaning.ListTasks && f.Is(aboutTasks) || chosen == meaning.GetMasjidDetails && f.Is(aboutMasjids) {
		return sureOfLook
	}
	return sureOfFragment
}

// handsOver says whether something is to be given, and a task would be removed or finished without a word for it.
func handsOver(f *Findings, chosen meaning.Intent) bool {
	return f.Is(doGive) && (chosen == meaning.DeleteTask || chosen == meaning.CompleteTask) &&
		!f.concepts.Has(l.Delete, l.Cancel, l.Khatam, l.Finish, l.Completed, l.Mark)
}

// choose finds the intent for which the features say most, and how likely it is.
func (m *learned) choose(features []model.Feature) (meaning.Intent, float64) {
	scores := m.Score(features)
	for class, intent := range m.intents {
		if intent != meaning.Unknown {
			scores[class] += requests
		}
		scores[class] *= sharpness
	}
	p := scores.Probabilities(len(m.intents))
	best := 0
	for class := range m.intents {
		if p[class] > p[best] {
			best = class
		}
	}
	return m.intents[best], p[best]
}

// namesDomain says whether the sentence names one of the things that tools are about.
func (s sentence) namesDomain() bool {
	for _, domain := range domains {
		if s.All.Meets(domain) {
			return true
		}
	}
	return !s.ID.Empty() || !s.Masjid.Empty()
}

// speaksOf says whether a sentence that stands for these concepts names what an intent is about.
func speaksOf(concepts l.Set, intent meaning.Intent) bool {
	switch intent {
	case meaning.GetDailyHadith, meaning.GetRandomHadith:
		return concepts.Has(l.Hadith)
	case meaning.GetPrayerTimes, meaning.GetCurrentPrayer:
		return concepts.Has(l.Namaz, l.Prayer, l.Jamaat, l.Timetable)
	}
	return true
}

// elsewhere is the rule by which something is wanted that no tool does.
const elsewhere = "something else"

// ByModelAlone is the reason of a sentence that no rule claims.
const ByModelAlone = "the model, not "

// alone are the facts of the sentence without what was spoken of before it.
func (f *Findings) alone() Findings {
	alone := *f
	for _, about := range [...]Fact{aboutTasks, aboutMasjids, aboutPrayers, aboutHadiths} {
		alone.found[about/64] &^= 1 << (about % 64)
	}
	return alone
}
