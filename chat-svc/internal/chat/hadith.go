package chat

import (
	"context"
	"net/http"
	"strings"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/messages"
	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/proto/toolnames"
)

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
}

func (t *turn) dailyHadith(ctx context.Context, slots detect.Slots) {
	if slots.Topic != nil {
		t.answer.Intent = detect.GetRandomHadith
		t.randomHadith(ctx, slots)
		return
	}
	args := arguments{}
	set(args, "date", slots.Date)
	t.tellHadith(ctx, toolnames.GetDailyHadith, args, slots)
}

func (t *turn) randomHadith(ctx context.Context, slots detect.Slots) {
	args := arguments{}
	set(args, "collection", slots.Collection)
	set(args, "number", slots.Number)
	set(args, "language", slots.TextIn)
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
func (t *turn) hadithFrom(ctx context.Context, args arguments, slots detect.Slots) {
	t.tellHadith(ctx, toolnames.GetRandomHadith, args, slots)
	switch textOf(t.answer.Error) {
	case "NOT_FOUND", "VALIDATION_ERROR":
		t.clearFailure()
		t.ask(conversation.Question{Asks: asksConfirm, Asked: conversation.Asked{Intent: detect.GetRandomHadith}}, "no_hadith_there", nil)
	}
}

// hadithAbout quotes a hadith on a topic. If there is none, it says so and offers another, which it does not quote
// unasked.
func (t *turn) hadithAbout(ctx context.Context, topic string, args arguments, slots detect.Slots) {
	args["topic"] = topic
	t.tellHadith(ctx, toolnames.GetRandomHadith, args, slots)
	about := messages.Args{"topic": messages.Data(topic)}
	switch {
	case t.answer.Success:
		t.answer.Message = t.book.Say("hadith_about", about) + " " + t.answer.Message
	case textOf(t.answer.Error) == "NOT_FOUND":
		t.clearFailure()
		t.ask(conversation.Question{Asks: asksConfirm, Asked: conversation.Asked{Intent: detect.GetRandomHadith}}, "no_hadith_about", about)
	}
}

// clearFailure removes a tool's failure from the answer, because the chat itself explains it.
func (t *turn) clearFailure() {
	t.answer.Success, t.answer.Error, t.answer.ErrorMessage, t.answer.Violations = true, nil, nil, nil
	t.answer.Tool, t.answer.Arguments, t.answer.status = nil, nil, http.StatusOK
}

func (t *turn) tellHadith(ctx context.Context, tool string, args arguments, slots detect.Slots) {
	var answered struct {
		Hadith hadith `json:"hadith"`
	}
	if !t.run(ctx, tool, args, slots) || !t.decode(t.answer.Data, &answered) {
		return
	}
	t.setLast(detect.Intent(tool), slots)
	t.answer.Message = t.quote(answered.Hadith, tool == toolnames.GetDailyHadith)
}

// quote quotes a hadith with its source. It never transliterates the text: in Roman Urdu it quotes the English.
func (t *turn) quote(h hadith, daily bool) string {
	key, said := "hadith_random", messages.Args{"text": messages.Data(t.quotable(h))}
	if text := t.asAsked(h); text != "" {
		said["text"] = messages.Data(text)
	}
	if daily {
		key = "hadith_daily"
		if date := textOf(h.Date); date != "" && date != t.now.Format(dateLayout) {
			key = "hadith_of_date"
			said["day"] = t.dateOf(date)
		}
	}
	sentences := []string{t.book.Say(key, said)}
	if narrator := t.narratorOf(h); narrator != "" && !t.namesNarrator(t.quotable(h), narrator) {
		sentences = append(sentences, t.book.Say("hadith_narrator", messages.Args{"narrator": messages.Data(narrator)}))
	}
	sentences = append(sentences, t.book.Say("hadith_source", messages.Args{"source": t.book.Reference(h.Reference)}))
	if h.Grade != nil {
		sentences = append(sentences, t.book.Say("hadith_grade", messages.Args{"grade": messages.Data(t.book.Grade(*h.Grade))}))
	}
	return strings.Join(sentences, " ")
}

// namesNarrator reports whether a hadith itself says who relates it: it has the name, or blesses somebody before it quotes.
func (t *turn) namesNarrator(text, narrator string) bool {
	opening := text
	if at := strings.IndexAny(text, "\"“”"); at >= 0 {
		opening = text[:at]
	}
	return strings.Contains(text, narrator) || strings.Contains(opening, t.book.Say("blessing", nil))
}

// asAsked returns the text in the language that the message names, or nothing.
func (t *turn) asAsked(h hadith) string {
	return textOf(map[string]*string{"ar": h.Arabic, "en": h.English, "ur": h.Urdu}[textOf(t.asked.Slots.TextIn)])
}

func (t *turn) quotable(h hadith) string {
	if t.isUrdu() {
		return first(h.Urdu, h.Arabic, h.English)
	}
	return first(h.English, h.Urdu, h.Arabic)
}

func (t *turn) narratorOf(h hadith) string {
	if t.isUrdu() {
		return first(h.NarratorUrdu, h.Narrator)
	}
	return textOf(h.Narrator)
}

// first returns the first text that is not empty.
func first(texts ...*string) string {
	for _, one := range texts {
		if textOf(one) != "" {
			return *one
		}
	}
	return ""
}
