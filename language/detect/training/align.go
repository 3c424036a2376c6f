package training

import (
	"fmt"
	"slices"

	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/language/detect/evaluation"
	"github.com/salaatflow/platform/language/detect/reading"
	"github.com/salaatflow/platform/language/detect/spans"
	"github.com/salaatflow/platform/language/detect/text"
)

// values are those of a label, of which any is right.
func values(label any) (all []string) {
	switch label := label.(type) {
	case string:
		return []string{label}
	case []any:
		for _, one := range label {
			all = append(all, fmt.Sprint(one))
		}
	}
	return all
}

// chained aligns a sentence; slot is what cannot be.
func chained(d *detect.Detector, s evaluation.Sentence) (e chain, slot string, ok bool) {
	e.sentence, ok = d.Spans(detect.Input{Text: s.Text, Now: evaluation.Now()}, s.Intents[0])
	if !ok {
		return e, "", false
	}
	tokens := e.tokenWords()
	for n := range spans.Names {
		want := values(s.Slots[slotOf[n]])
		if len(want) == 0 || e.sentence.May&n.Of() == 0 {
			continue
		}
		for _, one := range want {
			e.names[n] = append(e.names[n], e.finds(tokens, n, one)...)
		}
		if len(e.names[n]) == 0 {
			slot = slotOf[n]
		}
	}
	if id, told := s.Slots["task_id"].(float64); told && e.sentence.May&spans.Ref.Of() != 0 && len(e.names[spans.Ref]) == 0 {
		if at := e.numbered(int(id)); !at.Empty() {
			e.names[spans.Ref] = [][]reading.Span{{at}}
		} else {
			slot = "task_id"
		}
	}
	e.features, e.contexts = e.sentence.Features(), e.sentence.Contexts()
	for x := range spans.Start + 1 {
		for y := range spans.Labels {
			e.follows[x][y] = spans.Follows(x, y, e.sentence.May)
		}
	}
	e.label(spans.Found{})
	return e, slot, true
}

func (e *chain) numbered(id int) reading.Span {
	s := &e.sentence
	for t := range s.Tokens {
		if n, to, ok := s.Num(t); ok && n == id {
			return reading.Span{From: t, To: to}
		}
	}
	return reading.Span{}
}

func (e *chain) tokenWords() [][]string {
	all := make([][]string, len(e.sentence.Tokens))
	for t := range all {
		all[t] = evaluation.TitleWords(text.Tidy(e.sentence.Between(t, t)))
	}
	return all
}

// finds finds where a name stands: in one piece, or else in two.
func (e *chain) finds(tokens [][]string, n spans.Name, name string) (all [][]reading.Span) {
	want := evaluation.TitleWords(name)
	if n == spans.Masjid {
		for from := range tokens {
			for to := from + 1; to <= min(len(tokens), from+8); to++ {
				at := []reading.Span{{From: from, To: to}}
				if evaluation.Equal("masjid_name", name, e.sentence.Text(at)) {
					all = append(all, at)
				}
			}
		}
		slices.SortStableFunc(all, func(a, b []reading.Span) int { return e.misfit(a, name) - e.misfit(b, name) })
		return all
	}
	for from := range tokens {
		if to, ok := e.run(tokens, from, want); ok {
			all = append(all, []reading.Span{{From: from, To: to}})
		}
	}
	for cut := 1; cut < len(want) && len(all) == 0; cut++ {
		for from := range tokens {
			to, ok := e.run(tokens, from, want[:cut])
			if !ok {
				continue
			}
			for second := to + 1; second < len(tokens); second++ {
				if end, ok := e.run(tokens, second, want[cut:]); ok {
					all = append(all, []reading.Span{{From: from, To: to}, {From: second, To: end}})
				}
			}
		}
	}
	return all
}

func (e *chain) misfit(at []reading.Span, name string) int {
	a, b := len(evaluation.TitleWords(e.sentence.Text(at))), len(evaluation.TitleWords(name))
	return max(a-b, b-a)
}

// run says whether words stand from a token on, and where they end.
func (e *chain) run(tokens [][]string, from int, words []string) (to int, ok bool) {
	for to = from; to < len(tokens) && len(words) > 0; to++ {
		if len(words) == 1 && len(tokens[to]) == 1 && tokens[to][0] != words[0] {
			bare := evaluation.TitleWords(e.sentence.Text([]reading.Span{{From: to, To: to + 1}}))
			return to + 1, slices.Equal(bare, words)
		}
		if len(tokens[to]) > len(words) || !slices.Equal(tokens[to], words[:len(tokens[to])]) {
			return 0, false
		}
		words = words[len(tokens[to]):]
	}
	return to, len(words) == 0
}
