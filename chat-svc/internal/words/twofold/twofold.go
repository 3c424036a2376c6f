// Package twofold parts a message that asks for something and orders something else besides: "when is maghrib and add buy milk".
package twofold

import (
	_ "embed"
	"regexp"
	"strings"

	"github.com/salaatflow/platform/chat-svc/internal/words/wordfile"
)

//go:embed twofold.yaml
var twofoldYAML []byte

type patterns struct{ joint, asks, plainly, makes, changes, own *regexp.Regexp }

var lists = wordfile.Must(load(twofoldYAML))

// load reads the patterns, and fails with one that is none.
func load(data []byte) (*patterns, error) {
	var file struct{ Joint, Asks, Plainly, Makes, Changes, Own string }
	if err := wordfile.Decode("twofold.yaml", data, &file); err != nil {
		return nil, err
	}
	var p patterns
	for _, one := range []struct {
		to      **regexp.Regexp
		pattern string
	}{
		{&p.joint, file.Joint}, {&p.asks, file.Asks}, {&p.plainly, file.Plainly}, {&p.makes, file.Makes}, {&p.changes, file.Changes},
		{&p.own, file.Own},
	} {
		compiled, err := regexp.Compile("(?i)" + one.pattern)
		if err != nil {
			return nil, err
		}
		*one.to = compiled
	}
	return &p, nil
}

// most is at how many places a message is parted at most.
const most = 4

// Parts returns what stands before and behind each joint of a message, of the first four.
func Parts(message string) (parts [][2]string) {
	for _, at := range lists.joint.FindAllStringIndex(message, most) {
		before, behind := strings.TrimSpace(message[:at[0]]), strings.TrimSpace(message[at[1]:])
		if before != "" && behind != "" {
			parts = append(parts, [2]string{before, behind})
		}
	}
	return parts
}

// Asks reports whether a part asks for something to be told.
func Asks(part string) bool { return lists.asks.MatchString(part) }

// AsksPlainly reports whether a part is an order to tell something, and no question that may belong to what stands before it.
func AsksPlainly(part string) bool { return lists.plainly.MatchString(part) }

// Makes reports whether a part orders a new task in so many words.
func Makes(part string) bool { return lists.makes.MatchString(part) }

// Changes reports whether a part orders in so many words that a task which there is be changed, completed or deleted.
func Changes(part string) bool { return lists.changes.MatchString(part) }

// SaysTask reports whether a part that orders a change says that a task is meant, and is not the rest of what a new one is called.
func SaysTask(part string) bool { return lists.own.MatchString(part) }
