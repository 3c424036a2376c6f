package evaluation

import (
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/salaatflow/platform/language/detect"
)

// Now is when the sentences of corpora are said: Monday, 2 March 2026, 10:00 in Karachi.
func Now() time.Time { return time.Date(2026, time.March, 2, 5, 0, 0, 0, time.UTC) }

// Score is how many sentences and slots were understood.
type Score struct {
	Intents Share // of sentences: an intent that is labelled
	Slots   Share // of those that are labelled; those of a misunderstood sentence are wrong
	// Extras are slots of rightly understood sentences that are not labelled.
	Extras int
	// Writes are sentences that were taken for a task's creation, change, completion or deletion that no label means, or one forbids.
	Writes int
	// Took is how long each sentence took, where it was timed.
	Took []time.Duration
}

func (s *Score) add(o *Score) {
	s.Intents.add(o.Intents)
	s.Slots.add(o.Slots)
	s.Extras += o.Extras
	s.Writes += o.Writes
}

// Quantile is how long that share of the sentences took at most.
func (s *Score) Quantile(share float64) time.Duration {
	if len(s.Took) == 0 {
		return 0
	}
	return slices.Sorted(slices.Values(s.Took))[int(share*float64(len(s.Took)-1))]
}

// Share is how many of all are right.
type Share struct{ Right, All int }

func (s *Share) add(o Share) { s.Right, s.All = s.Right+o.Right, s.All+o.All }

func (s *Share) count(right bool) {
	s.All++
	if right {
		s.Right++
	}
}

// Of is the share that is right, 0 to 1.
func (s Share) Of() float64 {
	if s.All == 0 {
		return 1
	}
	return float64(s.Right) / float64(s.All)
}

// Within is where the share lies with 95 % confidence, by Wilson's interval.
func (s Share) Within() (from, to float64) {
	if s.All == 0 {
		return 0, 1
	}
	const z = 1.959964
	n, p := float64(s.All), s.Of()
	middle, half := p+z*z/(2*n), z*math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	return (middle - half) / (1 + z*z/n), (middle + half) / (1 + z*z/n)
}

// Miss is a sentence that was misunderstood.
type Miss struct {
	Sentence Sentence
	Got      detect.Result
	Rule     string
	// Slots says what is wrong with the slots, where the intent is right.
	Slots []string
}

// Report is what was measured.
type Report struct {
	ByLanguage map[detect.Language]*Score
	All        Score
	Misses     []Miss
}

// Measure runs a detector over labelled sentences.
func Measure(d *detect.Detector, sentences []Sentence) *Report {
	r := &Report{ByLanguage: map[detect.Language]*Score{}}
	for _, s := range sentences {
		got, rule := d.Explain(s.Input())
		if r.ByLanguage[s.Lang] == nil {
			r.ByLanguage[s.Lang] = &Score{}
		}
		if miss := r.ByLanguage[s.Lang].count(s, got); miss != nil {
			miss.Rule = rule
			r.Misses = append(r.Misses, *miss)
		}
	}
	for _, score := range r.ByLanguage {
		r.All.add(score)
	}
	return r
}

// Time notes how long each sentence takes, by this clock: the least of some rounds, which other work of the machine does not touch.
func (r *Report) Time(d *detect.Detector, sentences []Sentence, now func() time.Time) {
	for _, s := range sentences {
		least := time.Hour
		for range 3 {
			began := now()
			d.Detect(s.Input())
			least = min(least, now().Sub(began))
		}
		r.All.Took, r.ByLanguage[s.Lang].Took = append(r.All.Took, least), append(r.ByLanguage[s.Lang].Took, least)
	}
}

// count counts a sentence, and returns how it was misunderstood; nil if it was not.
func (s *Score) count(of Sentence, got detect.Result) *Miss {
	right := slices.Contains(of.Intents, got.Intent)
	s.Intents.count(right)
	forbidden := slices.Contains(of.MustNot, got.Intent)
	if got.Intent.Writes() && (forbidden || !slices.ContainsFunc(of.Intents, detect.Intent.Writes)) {
		s.Writes++
	}
	values := found(got.Slots)
	wrong := s.countSlots(of, right, values)
	if right && len(wrong) == 0 {
		return nil
	}
	for slot, value := range values {
		if _, stated := of.Slots[slot]; !stated {
			wrong = append(wrong, fmt.Sprintf("(%s: %v)", slot, value))
		}
	}
	return &Miss{Sentence: of, Got: got, Slots: wrong}
}

// countSlots counts the slots that are labelled and those that are told beside them, and says what is wrong with the labelled ones.
func (s *Score) countSlots(of Sentence, right bool, values map[string]any) (wrong []string) {
	for slot, want := range of.Slots {
		same := equal(slot, want, values[slot])
		s.Slots.count(right && same)
		if !same {
			wrong = append(wrong, fmt.Sprintf("%s: %v, not %v", slot, values[slot], want))
		}
	}
	slices.Sort(wrong)
	for slot := range values {
		if _, stated := of.Slots[slot]; !stated && right && !lenience.Unlabelled[slot] {
			s.Extras++
		}
	}
	return wrong
}
