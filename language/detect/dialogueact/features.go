package dialogueact

import (
	"github.com/salaatflow/platform/language/detect/clauses"
	"github.com/salaatflow/platform/language/detect/meaning"
	"github.com/salaatflow/platform/language/detect/model"
	"github.com/salaatflow/platform/language/detect/text"
)

// Context is what a message stands behind.
type Context struct {
	// Asks is what was asked for: title, task_id, changes, due, another parameter or Confirm; empty for nothing.
	Asks string
	// Deed is the intent that waits for a yes, where Asks is Confirm.
	Deed string
	// After is the tool that was called last; empty for none.
	After string
	// Names are those of the tasks that were spoken of or shown.
	Names []string
}

// About is what is spoken of where a message stands behind this.
func (in Context) About() meaning.Topic {
	if in.Asks == "" {
		return meaning.Intent(in.After).Topic()
	}
	if in.place() == aPlace {
		return meaning.NoTopic
	}
	return meaning.Tasks
}

// Confirm is what is asked for where a yes or a no is.
const Confirm = "confirm"

// The kinds of answer that are told apart: a name that is free, one of the tasks that there are, a value, and yes or no.
const (
	askedForTitle = "title"
	askedForTask  = "task_id"
	askedForWhen  = "due"
	aChange       = "changes"
	aPlace        = "a place"
)

// group is what is asked for, coarsely: most words say the same behind all questions of a group. Empty where nothing is asked.
func (in Context) group() string {
	switch in.Asks {
	case "", askedForTitle, askedForTask, Confirm:
		return in.Asks
	default:
		return "value"
	}
}

// place is what is asked for or what was done, as closely as is told apart.
func (in Context) place() string {
	switch in.Asks {
	case "":
		return "after " + in.After
	case Confirm:
		return Confirm + in.Deed
	case askedForTitle, askedForTask, askedForWhen, aChange:
		return in.Asks
	default:
		return aPlace
	}
}

var (
	ofPlace   = model.Named("stands behind")
	ofGroup   = model.Named("asked for")
	ofReading = model.Named("read as")
	ofShared  = model.Named("words of a task")
	ofLength  = model.Named("length")
	endsWith  = model.Named("ends with")
	always    = model.Named("always")
	aQuestion = model.Named("a question mark")
)

// Features are what the model decides by: what the words of a message say, alone and where such a thing is asked for, what the message was
// read as, how many of its words a task's name has, and the context.
func Features(c *clauses.Clauses, words []model.Feature, in Context, read *meaning.Result) []model.Feature {
	group, place := ofGroup.With(model.Named(in.group())), ofPlace.With(model.Named(in.place()))
	f := featurer{group: group, place: place, found: make([]model.Feature, 0, 3*len(words)+48)}
	f.found = append(f.found, always, group, place)
	if n := len(c.Tokens); n > 0 && c.Tokens[n-1].After.Has(text.Question) {
		f.add(endsWith.With(aQuestion))
	}
	f.add(ofLength.With(model.Feature(min(len(c.Tokens), 12) + 1)))
	f.add(ofShared.With(shared(c.Tokens, in.Names)))
	f.reading(read)
	for _, word := range words {
		f.add(word)
	}
	return f.found
}

// featurer collects features, each alone, within its group and in its place.
type featurer struct {
	group, place model.Feature
	found        []model.Feature
}

func (f *featurer) add(one model.Feature) {
	f.found = append(f.found, one, f.group.With(one), f.place.With(one))
}

// reading adds what the message was read as by itself.
func (f *featurer) reading(read *meaning.Result) {
	intent := ofReading.With(model.Named(string(read.Intent)))
	f.add(intent)
	f.add(intent.With(model.Feature(min(read.Confidence, 0.999)*5) + 1))
	f.add(ofReading.With(model.Named(string(read.Cues.Talk.Kind))))
	cues, slots := &read.Cues, &read.Slots
	for _, one := range []struct {
		name  string
		holds bool
	}{
		{"an ordinal", cues.Ordinal != 0},
		{"a pronoun", cues.Pronoun},
		{"goes on", cues.Continues},
		{"negated", cues.Negated},
		{"more", cues.More},
		{"told", cues.Told},
		{"makes", cues.Makes},
		{"also", cues.Also},
		{"neutral", cues.Neutral},
		{"several", read.Plan.Several},
		{"a title", slots.Title != nil},
		{"a task", slots.TaskRef != nil},
		{"a number", slots.TaskID != nil},
		{"due", slots.Due != nil},
		{"priority", slots.Priority != nil},
		{"recurrence", slots.Recurrence != nil},
		{"a prayer", slots.Prayer != nil || slots.LinkedPrayer != nil},
		{"a place", slots.Area != nil || slots.City != nil},
	} {
		if one.holds {
			f.add(ofReading.With(model.Named(one.name)))
		}
	}
}
