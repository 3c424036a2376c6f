// Package followups reads what goes on with what was just said or done: what a task was to be called ("sorry, I meant buy miswak"), the
// prayer after the one that was told, whether something has been done, and that it has by now.
package followups

import (
	_ "embed"
	"fmt"
	"regexp"
	"strings"

	"github.com/salaatflow/platform/chat-svc/internal/words/wordfile"
	"github.com/salaatflow/platform/language/spelling"
)

//go:embed followups.yaml
var followupsYAML []byte

// lists are the patterns and words of followups.yaml. A test holds that they can be read.
var lists = wordfile.Must(load(followupsYAML))

type patterns struct {
	meant, instead, deedEnds, nextPrayer, done, order []*regexp.Regexp

	doneNow, aroundDone map[string]bool
}

// Meant returns what a task was to be called, as it was typed, where the message owns that it said that wrongly: "oops wrong, it's buy
// honey". It is empty for any other.
func Meant(message string) string { return first(lists.meant, message) }

// Instead is Meant for a message that only says no, or sorry, and then something else: "nahi nahi, dahi wala hisab".
func Instead(message string) string { return first(lists.instead, message) }

// EndsAsDeed reports whether a text ends with a verb as a title in Urdu does: "miswak lani".
func EndsAsDeed(title string) bool {
	for _, pattern := range lists.deedEnds {
		if pattern.MatchString(title) {
			return true
		}
	}
	return false
}

// AsksNextPrayer reports whether the message asks for the prayer after the one that was told: "and after that?", «اور اس کے بعد؟».
func AsksNextPrayer(message string) bool {
	for _, pattern := range lists.nextPrayer {
		if pattern.MatchString(message) {
			return true
		}
	}
	return false
}

// AskedDone returns what a message asks about, whether it has been done: "have I rung the plumber?". It is empty for any other.
func AskedDone(message string) string { return first(lists.done, message) }

// OrderBehind returns the order about "it" that a message gives behind what it tells: "he came this morning, so kindly mark it now". It is
// empty for any other.
func OrderBehind(message string) string { return first(lists.order, message) }

// maxDoneNow is the most words of a message that says no more than that something is done by now.
const maxDoneNow = 10

// TellsDoneNow reports whether the message says that what was asked about is done by now, and nothing else: "well i have now", "haan abhi
// kar liya".
func TellsDoneNow(message string) bool {
	said := spelling.Words(message)
	tells := false
	for _, word := range said {
		if !lists.doneNow[word] && !lists.aroundDone[word] {
			return false
		}
		tells = tells || lists.doneNow[word]
	}
	return tells && len(said) > 1 && len(said) <= maxDoneNow && !strings.ContainsAny(message, "?؟")
}

func first(patterns []*regexp.Regexp, message string) string {
	for _, pattern := range patterns {
		if found := pattern.FindStringSubmatch(message); found != nil {
			return strings.Trim(found[1], ` "'“”«»,،.`)
		}
	}
	return ""
}

// load reads patterns and words, and fails with a pattern that is none.
func load(data []byte) (*patterns, error) {
	var file struct {
		Parts                                             map[string]string
		Meant, Instead, DeedEnds, NextPrayer, Done, Order []string
		DoneNow, AroundDone                               []string
	}
	if err := wordfile.Decode("followups.yaml", data, &file); err != nil {
		return nil, err
	}
	var stands []string
	for name, part := range file.Parts {
		stands = append(stands, "{"+name+"}", part)
	}
	filled := strings.NewReplacer(stands...)
	p := &patterns{doneNow: set(file.DoneNow), aroundDone: set(file.AroundDone)}
	for to, texts := range map[*[]*regexp.Regexp][]string{
		&p.meant: file.Meant, &p.instead: file.Instead, &p.deedEnds: file.DeedEnds, &p.nextPrayer: file.NextPrayer, &p.done: file.Done,
		&p.order: file.Order,
	} {
		for _, text := range texts {
			pattern, err := regexp.Compile(filled.Replace(text))
			if err != nil {
				return nil, fmt.Errorf("followups.yaml: %w", err)
			}
			*to = append(*to, pattern)
		}
	}
	return p, nil
}

func set(words []string) map[string]bool {
	of := make(map[string]bool, len(words))
	for _, word := range words {
		for _, folded := range spelling.Words(word) {
			of[folded] = true
		}
	}
	return of
}
