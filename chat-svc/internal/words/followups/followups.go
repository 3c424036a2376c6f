// Package followups reads what goes on with what was just said or done: what a task was to be called ("sorry, I meant buy miswak"), the
// prayer after the one that was told, whether something has been done, and that it has by now.
package followups

import (
	_ "embed"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/salaatflow/platform/chat-svc/internal/words/wordfile"
)

//go:embed followups.yaml
var followupsYAML []byte

// lists are the patterns and words of followups.yaml. A test holds that they can be read.
var lists = wordfile.Must(load(followupsYAML))

type patterns struct {
	meant, instead, deedEnds, nextPrayer, nextWeek, done, order, amount []*regexp.Regexp

	theRest []rest
}

// rest is how a language points at all that are left, and its word for all.
type rest struct {
	At  wordfile.Pattern
	All string
}

// Meant returns what a task was to be called, as it was typed, where the message owns that it said that wrongly: "oops wrong, it's buy
// honey". It is empty for any other.
func Meant(message string) string { return first(lists.meant, message) }

// Instead is Meant for a message that only says no, or sorry, and then something else: "nahi nahi, dahi wala hisab".
func Instead(message string) string { return first(lists.instead, message) }

// EndsAsDeed reports whether a text ends with a verb as a title in Urdu does: "miswak lani".
func EndsAsDeed(title string) bool { return matches(lists.deedEnds, title) }

// AsksNextPrayer reports whether the message asks for the prayer after the one that was told: "and after that?", «اور اس کے بعد؟».
func AsksNextPrayer(message string) bool { return matches(lists.nextPrayer, message) }

// AsksNextWeek reports whether the message asks for the same a week later: "aur us se agle jumme ka?".
func AsksNextWeek(message string) bool { return matches(lists.nextWeek, message) }

// Amounts returns what may be how long something is to be before or after a prayer, where a message says that it is to be that much: "that
// is too tight, give me half an hour".
func Amounts(message string) []string {
	var amounts []string
	for _, pattern := range lists.amount {
		if found := pattern.FindStringSubmatch(message); found != nil {
			amounts = append(amounts, found[1])
		}
	}
	return amounts
}

// TheRest returns a message with a word for all in the place of what points at those that are left: "move the rest to Friday". It is empty
// for any other.
func TheRest(message string) string {
	for _, one := range lists.theRest {
		if at := one.At.FindStringSubmatchIndex(message); at != nil {
			return message[:at[2]] + one.All + message[at[3]:]
		}
	}
	return ""
}

// AskedDone returns what a message asks about, whether it has been done: "have I rung the plumber?". It is empty for any other.
func AskedDone(message string) string { return first(lists.done, message) }

// OrderBehind returns the order about "it" that a message gives behind what it tells: "he came this morning, so kindly mark it now". It is
// empty for any other.
func OrderBehind(message string) string { return first(lists.order, message) }

func matches(patterns []*regexp.Regexp, message string) bool {
	return slices.ContainsFunc(patterns, func(one *regexp.Regexp) bool { return one.MatchString(message) })
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
		Parts                                                               map[string]string
		Meant, Instead, DeedEnds, NextPrayer, NextWeek, Done, Order, Amount []string
		TheRest                                                             []rest
	}
	if err := wordfile.Decode("followups.yaml", data, &file); err != nil {
		return nil, err
	}
	var stands []string
	for name, part := range file.Parts {
		stands = append(stands, "{"+name+"}", part)
	}
	filled := strings.NewReplacer(stands...)
	p := &patterns{theRest: file.TheRest}
	for to, texts := range map[*[]*regexp.Regexp][]string{
		&p.meant: file.Meant, &p.instead: file.Instead, &p.deedEnds: file.DeedEnds, &p.nextPrayer: file.NextPrayer, &p.nextWeek: file.NextWeek,
		&p.done: file.Done, &p.order: file.Order, &p.amount: file.Amount,
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
