package detect

import (
	"slices"
	"strings"

	"github.com/salaatflow/platform/language/detect/clauses"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/model"
	"github.com/salaatflow/platform/language/detect/parting"
	"github.com/salaatflow/platform/language/detect/reading"
)

// Requests reads each of the things that a message asks for, in the order in which they are said; nil for a message that is one request or
// none.
func (d *Detector) Requests(in meaning.Input) []meaning.Request {
	if d.parting == nil { // of a Detector that is trained with
		return nil
	}
	p := d.parter(in, d.parting)
	if len(p.May(p.whole())) == 0 {
		return nil
	}
	parts := p.parts(p.whole())
	if len(parts) < 2 {
		return nil
	}
	requests := make([]meaning.Request, len(parts))
	for i, at := range parts {
		requests[i] = meaning.Request{Text: p.stretch(at), Result: p.alone(at)}
	}
	last := len(parts) - 1
	for i := 1; i <= last; i++ { // what is said like the one before is known by then
		if p.kind(parts[i], true, i < last) == parting.AsBefore {
			requests[i] = p.shared(requests[i].Text, requests[i-1], false)
		}
	}
	for i := last - 1; i >= 0; i-- {
		if p.kind(parts[i], i > 0, true) == parting.AsBehind {
			requests[i] = p.shared(requests[i].Text, requests[i+1], true)
		}
	}
	return requests
}

// Splits returns what each split of a message is judged by, for training, and whether it is right: those of each stretch between two of
// the cuts, which are the words that begin the second request and those behind it.
func (d *Detector) Splits(in meaning.Input, m *parting.Model, cuts []int) (features [][]model.Feature, right []bool) {
	p := d.parter(in, m)
	ends := slices.Concat([]int{0}, cuts, []int{len(p.Tokens)})
	for i, from := range ends {
		for _, to := range ends[i+1:] {
			at := reading.Span{From: from, To: to}
			for _, word := range p.May(at) {
				if split, ok := p.split(at, word); ok {
					features, right = append(features, p.SplitFeatures(&split)), append(right, slices.Contains(cuts, word))
				}
			}
		}
	}
	return features, right
}

// Read returns a sentence as it is read before anything is decided, for training.
func (d *Detector) Read(in meaning.Input) *clauses.Clauses { return d.read(in.Text).Clauses }

// parter parts a message.
type parter struct {
	*parting.Message
	d  *Detector
	in meaning.Input
	// read are the stretches that were read.
	read map[reading.Span]meaning.Result
}

func (d *Detector) parter(in meaning.Input, m *parting.Model) *parter {
	in = d.zoned(in)
	return &parter{Message: m.Read(d.read(in.Text).Clauses), d: d, in: in, read: map[reading.Span]meaning.Result{}}
}

func (p *parter) whole() reading.Span { return reading.Span{To: len(p.Tokens)} }

// parts are the stretches of a stretch that are a request each: it is parted where it is likeliest two, and each part again.
func (p *parter) parts(at reading.Span) []reading.Span {
	best, most := 0, sureOfTwo
	for _, word := range p.May(at) {
		split, ok := p.split(at, word)
		if !ok {
			continue
		}
		if likely := p.IsTwo(&split); likely > most {
			best, most = word, likely
		}
	}
	if best == 0 {
		return []reading.Span{p.Trimmed(at)}
	}
	return append(p.parts(reading.Span{From: at.From, To: p.Joint(at, best)}), p.parts(reading.Span{From: best, To: at.To})...)
}

// sureOfTwo is how likely a stretch must be two requests to be parted.
const sureOfTwo = 0.6

// split reads a stretch as one request and as two, of which the second begins with a word; ok is false where a part has no words.
func (p *parter) split(at reading.Span, word int) (s parting.Split, ok bool) {
	before, behind := p.Trimmed(reading.Span{From: at.From, To: p.Joint(at, word)}), p.Trimmed(reading.Span{From: word, To: at.To})
	if before.Empty() || behind.Empty() {
		return s, false
	}
	one := meaning.Request{Text: p.stretch(before), Result: p.alone(before)}
	other := meaning.Request{Text: p.stretch(behind), Result: p.alone(behind)}
	switch {
	case p.Kind(behind) == parting.AsBefore:
		other = p.shared(other.Text, one, false)
	case p.Kind(before) == parting.AsBehind:
		one = p.shared(one.Text, other, true)
	}
	s = parting.Split{Whole: p.alone(at), Before: one.Result, Behind: other.Result, At: [2]reading.Span{before, behind}}
	return s, true
}

// alone reads a stretch by itself.
func (p *parter) alone(at reading.Span) meaning.Result {
	r, known := p.read[at]
	if !known {
		r = p.d.Detect(p.in.As(p.stretch(at)))
		p.read[at] = r
	}
	return r
}

// kind is where the deed of a stretch is said: in another request, if nothing is asked for by the stretch alone.
func (p *parter) kind(at reading.Span, isBefore, isBehind bool) parting.Class {
	kind := p.Kind(at)
	if kind == parting.Own && p.alone(at).Intent == meaning.Unknown {
		kind = p.Elsewhere(at)
	}
	switch {
	case kind == parting.AsBefore && !isBefore, kind == parting.AsBehind && !isBehind:
		return parting.Own
	default:
		return kind
	}
}

// shared reads a stretch with the deed that is said in another request, in front of it or behind: "the milk one" behind "delete the gym
// task" is "delete the milk one". What is to be done at several times has its name from there, too.
func (p *parter) shared(text string, with meaning.Request, behind bool) meaning.Request {
	wanted := with.Result.Intent
	pieces := []string{p.deedOf(with.Text), text}
	if name := with.Result.Slots.Title; name != nil && wanted == meaning.CreateTask {
		if alone := p.d.Fragment(p.in.As(text), wanted); alone.Slots.Title == nil {
			pieces = []string{pieces[0], *name, text}
		}
	}
	if behind {
		slices.Reverse(pieces)
	}
	whole := strings.TrimSpace(strings.Join(pieces, " "))
	return meaning.Request{Text: whole, Result: p.d.Detect(p.in.As(whole)), Shares: true}
}

// deedOf is the words of a request that say what is to be done.
func (p *parter) deedOf(request string) string {
	s := p.d.read(request)
	if s.Main < 0 {
		return ""
	}
	at := s.Acts[s.Main].At
	return s.Between(s.Words[at.From].First, s.Words[at.To-1].Last)
}

// stretch is the text of words with the marks that belong to them: "maghrib kab hai?".
func (p *parter) stretch(at reading.Span) string {
	begin, end := 0, len(p.Original)
	if at.From > 0 {
		begin = p.Tokens[at.From-1].End
	}
	if at.To < len(p.Tokens) {
		end = p.Tokens[at.To].Start
	}
	return strings.TrimRight(strings.TrimLeft(p.Original[begin:end], beside+stops), beside)
}

// Marks that stand between requests and belong to none of them; stops belong to the one that they end.
const (
	beside = " \t\n\r,،;؛&+/-–—"
	stops  = ".!?؟۔…:"
)
