// Package shifts reads by how much a message moves a task from its own time ("make it an hour later"), and after how long it wants to be
// reminded again ("snooze 10 minutes").
package shifts

import (
	_ "embed"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/salaatflow/platform/chat-svc/internal/words/wordfile"
	"github.com/salaatflow/platform/language/spelling"
)

//go:embed shifts.yaml
var shiftsYAML []byte

// Kind is what a message wants.
type Kind int

// The kinds there are. The Just ones name no task and have no word that orders anything.
const (
	None Kind = iota
	Later
	Earlier
	Snooze
	JustLater
	JustEarlier
	Become
	Reminds // it asks when a task reminds
	Anew    // it says after how long to remind, and not of what
)

// Shift is what a message says.
type Shift struct {
	Kind   Kind
	Length string // as typed: an hour
	// It is set where the message points at the task that was spoken of last, or names none. Number is the number of the task, 0 for none,
	// and Name words of its title.
	It     bool
	Number int32
	Name   string
	// More is set where a word says that it is to be so much more: "aur 10 minute pehle".
	More bool
	// Time is what it is to be, of Become.
	Time string
}

// lists are the patterns of shifts.yaml. A test holds that they can be read.
var lists = wordfile.Must(load(shiftsYAML))

type patterns struct {
	kinds                              [Anew + 1][]*regexp.Regexp
	of, it, num, article, noTask, more *regexp.Regexp
	before, after                      *regexp.Regexp
}

// Of returns what a message says; isLength reports whether a text is an amount of time and nothing else.
func Of(message string, isLength func(string) bool) Shift {
	for _, kind := range [...]Kind{Snooze, Later, Earlier, JustLater, JustEarlier, Become, Reminds, Anew} {
		for _, pattern := range lists.kinds[kind] {
			if read, ok := match(pattern, kind, message, isLength); ok {
				return read
			}
		}
	}
	return Shift{}
}

func match(pattern *regexp.Regexp, kind Kind, message string, isLength func(string) bool) (Shift, bool) {
	found := pattern.FindStringSubmatch(message)
	if found == nil {
		return Shift{}, false
	}
	group := func(name string) string {
		if i := pattern.SubexpIndex(name); i > 0 {
			return found[i]
		}
		return ""
	}
	task := group("task")
	if kind == Become {
		return Shift{Kind: kind, It: true, Time: group("time")}, true
	}
	if kind == Reminds {
		read := Shift{Kind: kind}
		read.point(task)
		return read, true
	}
	before, length, ok := part(group("what"), isLength)
	namesNone := kind == JustLater || kind == JustEarlier || kind == Anew
	if !ok || lists.noTask.MatchString(before) || before != "" && (task != "" || namesNone) {
		return Shift{}, false
	}
	read := Shift{Kind: kind, Length: length, More: lists.more.MatchString(message)}
	read.point(task + before)
	return read, true
}

// Beside returns how long before or after what was spoken of a text says that something is to be, and which of both: "2 hours before". It
// reports whether the text says that and nothing else.
func Beside(text string, isLength func(string) bool) (length string, before, ok bool) {
	for _, pattern := range []*regexp.Regexp{lists.before, lists.after} {
		if found := pattern.FindStringSubmatch(text); found != nil {
			length = found[pattern.SubexpIndex("what")]
			return length, pattern == lists.before, isLength(length)
		}
	}
	return "", false, false
}

// part parts a text into what stands before an amount of time, and the amount, which is as long as it can be.
func part(what string, isLength func(string) bool) (before, length string, ok bool) {
	words := strings.Fields(what)
	for i := range words {
		if length = strings.Join(words[i:], " "); isLength(length) {
			return strings.Join(words[:i], " "), length, true
		}
	}
	return "", "", false
}

// point notes which task some words mean.
func (s *Shift) point(said string) {
	for shorter := lists.of.ReplaceAllString(said, ""); shorter != said; shorter = lists.of.ReplaceAllString(said, "") {
		said = strings.TrimSpace(shorter)
	}
	if s.It = said == "" || lists.it.MatchString(said); s.It {
		return
	}
	if found := lists.num.FindStringSubmatch(said); found != nil {
		if number, err := strconv.ParseInt(spelling.Words(found[1])[0], 10, 32); err == nil {
			s.Number = int32(number)
			return
		}
	}
	s.Name = lists.article.ReplaceAllString(said, "")
}

// load reads patterns, and fails with one that is none.
func load(data []byte) (*patterns, error) {
	var file struct {
		Parts                                                                 map[string]string
		Later, Earlier, Snooze, JustLater, JustEarlier, Become, Reminds, Anew []string
		Of, It, Numbered, The, NoTask, More, Before, After                    string
	}
	if err := wordfile.Decode("shifts.yaml", data, &file); err != nil {
		return nil, err
	}
	var stands []string
	for name, part := range file.Parts {
		stands = append(stands, "{"+name+"}", part)
	}
	filled := strings.NewReplacer(stands...)
	p := &patterns{}
	for kind, texts := range map[Kind][]string{
		Later: file.Later, Earlier: file.Earlier, Snooze: file.Snooze, JustLater: file.JustLater, JustEarlier: file.JustEarlier,
		Become: file.Become, Reminds: file.Reminds, Anew: file.Anew,
	} {
		for _, text := range texts {
			pattern, err := regexp.Compile(filled.Replace(text))
			if err != nil {
				return nil, fmt.Errorf("shifts.yaml: %w", err)
			}
			p.kinds[kind] = append(p.kinds[kind], pattern)
		}
	}
	for to, text := range map[**regexp.Regexp]string{
		&p.of: file.Of, &p.it: file.It, &p.num: file.Numbered, &p.article: file.The, &p.noTask: file.NoTask,
		&p.more: file.More, &p.before: filled.Replace(file.Before), &p.after: filled.Replace(file.After),
	} {
		pattern, err := regexp.Compile(text)
		if err != nil {
			return nil, fmt.Errorf("shifts.yaml: %w", err)
		}
		*to = pattern
	}
	return p, nil
}
