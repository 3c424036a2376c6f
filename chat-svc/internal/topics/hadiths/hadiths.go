// Package hadiths quotes hadiths.
package hadiths

import (
	"context"
	"strings"
	"time"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/chat-svc/internal/messages"
	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/proto/toolnames"
)

// Talk is a turn that is about hadiths.
type Talk struct{ *dialogue.Turn }

// hadith is a hadith in a tool's result.
type hadith struct {
	Arabic       *string `json:"text_arabic"`
	English      *string `json:"text_english"`
	Urdu         *string `json:"text_urdu"`
	Narrator     *string `json:"narrator"`
	NarratorUrdu *string `json:"narrator_urdu"`
	Reference    string  `json:"reference"`
	Grade        *string `json:"grade"`
	Date         *string `json:"date"`
	Collection   string  `json:"collection"`
	Number       string  `json:"number"`
}

// Daily quotes the hadith of a day, or one on a topic if the message names one.
func (t Talk) Daily(ctx context.Context, slots detect.Slots) {
	if slots.Topic != nil {
		t.Answer.Intent = detect.GetRandomHadith
		t.Random(ctx, slots)
		return
	}
	args := dialogue.Arguments{}
	dialogue.Set(args, "date", slots.Date)
	t.tellHadith(ctx, toolnames.GetDailyHadith, args, slots)
}

// Random quotes any hadith, or one of a collection, with a number or on a topic.
func (t Talk) Random(ctx context.Context, slots detect.Slots) {
	args := dialogue.Arguments{}
	dialogue.Set(args, "collection", slots.Collection)
	dialogue.Set(args, "number", slots.Number)
	dialogue.Set(args, "language", slots.TextIn)
	switch {
	case slots.Number != nil:
		t.hadithFrom(ctx, args, slots)
	case slots.Topic != nil:
		t.hadithAbout(ctx, *slots.Topic, args, slots)
	case slots.Collection != nil:
		t.hadithFrom(ctx, args, slots)
	default:
		t.tellHadith(ctx, toolnames.GetRandomHadith, args, slots)
	}
}

// hadithFrom quotes a hadith of a collection, or the one with a number in it. If the library does not have it, it says so and
// offers another.
func (t Talk) hadithFrom(ctx context.Context, args dialogue.Arguments, slots detect.Slots) {
	t.tellHadith(ctx, toolnames.GetRandomHadith, args, slots)
	if !t.hasNone() {
		return
	}
	key, said := "no_hadith_there", messages.Args{}
	if slots.Number != nil && dialogue.TextOf(slots.Collection) == forty {
		key, said["number"] = "no_hadith_numbered", t.Book.Digits(messages.Data(*slots.Number))
	}
	t.offerAnother(key, said)
}

// forty is the collection whose numbers are meant where no book is named.
const forty = "nawawi40"

// hasNone reports whether the library was asked for a hadith that it does not have.
func (t Talk) hasNone() bool {
	failure := dialogue.TextOf(t.Answer.Error)
	return failure == "NOT_FOUND" || failure == "VALIDATION_ERROR"
}

// offerAnother says that there is no such hadith, and asks whether another one is wanted.
func (t Talk) offerAnother(key string, said messages.Args) {
	t.ClearFailure()
	t.Confirm(conversation.Question{Asked: conversation.Asked{Intent: detect.GetRandomHadith}}, key, said)
}

// Again quotes the hadith quoted last in another language. It reports whether there is one.
func (t Talk) Again(ctx context.Context, language *string) bool {
	last := t.State.Hadith
	if last.Number == "" {
		return false
	}
	slots := t.State.Last.Slots
	t.Answer.Intent = detect.GetRandomHadith
	again := detect.Slots{Collection: &last.Collection, Number: &last.Number, TextIn: language}
	t.Asked = conversation.Asked{Intent: detect.GetRandomHadith, Slots: again}
	t.Random(ctx, again)
	slots.TextIn = language
	t.SetLast(detect.GetRandomHadith, slots)
	return true
}

// Source tells where the hadith quoted last stands. It reports whether there is one.
func (t Talk) Source(ctx context.Context) bool {
	last := t.State.Hadith
	if last.Number == "" {
		return false
	}
	var answered struct {
		Hadith hadith `json:"hadith"`
	}
	args := dialogue.Arguments{"collection": last.Collection, "number": last.Number}
	t.Answer.Intent = detect.GetRandomHadith
	if t.Run(ctx, toolnames.GetRandomHadith, args, detect.Slots{}) && t.Decode(t.Answer.Data, &answered) {
		t.Answer.Message = strings.Join(t.sourceOf(answered.Hadith), " ")
	}
	return true
}

// sourceOf tells where a hadith stands, and its grade.
func (t Talk) sourceOf(h hadith) []string {
	told := []string{t.Book.Say("hadith_source", messages.Args{"source": t.Book.Reference(h.Reference)})}
	if h.Grade != nil {
		told = append(told, t.Book.Say("hadith_grade", messages.Args{"grade": messages.Data(t.Book.Grade(*h.Grade))}))
	}
	return told
}

// importing is the command with which an operator adds collections to the library.
const importing = "hadith-svc import"

// hadithAbout quotes a hadith on a topic. If there is none, it says so and offers another, which it does not quote
// unasked.
func (t Talk) hadithAbout(ctx context.Context, topic string, args dialogue.Arguments, slots detect.Slots) {
	args["topic"] = topic
	t.tellHadith(ctx, toolnames.GetRandomHadith, args, slots)
	about := messages.Args{"topic": messages.Data(topic)}
	switch {
	case t.Answer.Success:
		t.Answer.Message = t.Book.Say("hadith_about", about) + " " + t.Answer.Message
	case t.hasNone():
		about["command"] = messages.Data(importing)
		t.offerAnother("no_hadith_about", about)
	}
}

func (t Talk) tellHadith(ctx context.Context, tool string, args dialogue.Arguments, slots detect.Slots) {
	var answered struct {
		Hadith hadith `json:"hadith"`
	}
	if !t.Run(ctx, tool, args, slots) || !t.Decode(t.Answer.Data, &answered) {
		return
	}
	t.SetLast(detect.Intent(tool), slots)
	t.State.Hadith = conversation.HadithPlace{Collection: answered.Hadith.Collection, Number: answered.Hadith.Number}
	t.Answer.Message = t.quote(answered.Hadith, tool == toolnames.GetDailyHadith)
}

// quote quotes a hadith with its source. It never transliterates the text: in Roman Urdu it quotes the English.
func (t Talk) quote(h hadith, daily bool) string {
	key, said := "hadith_random", messages.Args{"text": messages.Data(t.quotable(h))}
	if text := t.asAsked(h); text != "" {
		said["text"] = messages.Data(text)
	}
	if daily {
		key = "hadith_daily"
		if date := dialogue.TextOf(h.Date); date != "" && date != t.Now.Format(time.DateOnly) {
			key = "hadith_of_date"
			said["day"] = t.DateOf(date)
		}
	}
	sentences := []string{t.Book.Say(key, said)}
	if narrator := t.narratorOf(h); narrator != "" && !t.namesNarrator(t.quotable(h), narrator) {
		sentences = append(sentences, t.Book.Say("hadith_narrator", messages.Args{"narrator": messages.Data(narrator)}))
	}
	return strings.Join(append(sentences, t.sourceOf(h)...), " ")
}

// namesNarrator reports whether a hadith itself says who relates it: it has the name, or blesses somebody before it quotes.
func (t Talk) namesNarrator(text, narrator string) bool {
	opening := text
	if at := strings.IndexAny(text, "\"“”"); at >= 0 {
		opening = text[:at]
	}
	return strings.Contains(text, narrator) || strings.Contains(opening, t.Book.Say("blessing", nil))
}

// asAsked returns the text in the language that the message names, or nothing.
func (t Talk) asAsked(h hadith) string {
	return dialogue.TextOf(map[string]*string{"ar": h.Arabic, "en": h.English, "ur": h.Urdu}[dialogue.TextOf(t.Asked.Slots.TextIn)])
}

func (t Talk) quotable(h hadith) string {
	if t.IsUrdu() {
		return first(h.Urdu, h.Arabic, h.English)
	}
	return first(h.English, h.Urdu, h.Arabic)
}

func (t Talk) narratorOf(h hadith) string {
	if t.IsUrdu() {
		return first(h.NarratorUrdu, h.Narrator)
	}
	return dialogue.TextOf(h.Narrator)
}

// first returns the first text that is not empty.
func first(texts ...*string) string {
	for _, one := range texts {
		if dialogue.TextOf(one) != "" {
			return *one
		}
	}
	return ""
}
