package training

import (
	"slices"

	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/language/detect/dialogueact"
	"github.com/salaatflow/platform/language/detect/evaluation"
	"github.com/salaatflow/platform/language/detect/model"
	"github.com/salaatflow/platform/language/detect/talk"
)

// Talking are the options with which the committed weights of what a message is are found.
func Talking() Options {
	return Options{Seed: 1, Epochs: 20, Orders: 1, Mean: 10, Rate: 0.15, Decay: 3e-4, Least: 2, Keep: 40000, ByUse: true}
}

// askingWeight is how much a sentence counts that asks for something: there are many of them.
const askingWeight = 0.3

// LearnTalk finds the weights by which it is told what a message is, by the names of their files: those of groups, of the kinds of each,
// and of what language a message in Latin letters is in. The sentences that ask for something, and the messages that order or answer
// something where they stand, are what they are told apart from.
func LearnTalk(
	d *detect.Detector, messages []evaluation.Said, sentences []evaluation.Sentence, continued []Continued, o Options,
) map[talk.Group]*Weights {
	l := talkLearner{Options: o, of: map[talk.Group][]Example{}, names: map[talk.Group][]string{talk.Roman: talk.Latin()}}
	for _, kind := range talk.Alone() {
		l.names[talk.Of] = append(l.names[talk.Of], string(kind))
	}
	for group, kinds := range talk.Groups() {
		l.names[talk.Of] = append(l.names[talk.Of], string(group))
		for _, kind := range kinds {
			l.names[group] = append(l.names[group], string(kind))
		}
	}
	slices.Sort(l.names[talk.Of])
	for _, m := range messages {
		features := d.Features(m.Input())
		l.add(talk.Of, string(m.Kind.Group()), features, 1)
		l.add(m.Kind.Group(), string(m.Kind), features, 1)
		l.add(talk.Roman, string(m.Lang), features, 1)
	}
	for _, s := range sentences {
		if !slices.Contains(s.Intents, detect.Unknown) {
			l.add(talk.Of, string(talk.Request), d.Features(s.Input()), askingWeight)
		}
	}
	for _, one := range continued {
		if one.Orders() && one.Asks != dialogueact.Confirm {
			in := detect.Input{Text: one.Text, Now: evaluation.Now()}
			l.add(talk.Of, string(talk.Request), d.Features(in), askingWeight)
		}
	}
	return l.learn()
}

type talkLearner struct {
	Options
	names map[talk.Group][]string
	of    map[talk.Group][]Example
}

// add adds an example to a model that has such a class.
func (l *talkLearner) add(group talk.Group, class string, features []model.Feature, weight float64) {
	if at := slices.Index(l.names[group], class); at >= 0 {
		l.of[group] = append(l.of[group], Example{Features: features, Right: []int{at}, Weight: weight})
	}
}

// learn finds the weights of all models. Those of groups have more to tell apart.
func (l *talkLearner) learn() map[talk.Group]*Weights {
	all := map[talk.Group]*Weights{}
	for group, examples := range l.of {
		o := l.Options
		switch group {
		case talk.Of:
		case talk.Roman:
			o.Keep /= 10
		default:
			o.Keep /= 3
		}
		all[group] = Train(l.names[group], examples, o)
	}
	return all
}
