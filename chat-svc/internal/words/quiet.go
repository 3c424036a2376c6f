package words

import (
	"regexp"
	"strings"
)

// QuietHours is what a message says of the hours in which nothing reminds. From and Until are times as they were typed, and empty where
// none was.
type QuietHours struct {
	From, Until string
	None        bool // there are to be none
	Asked       bool // the message asks which they are
	Once        bool // nothing is to remind until a day, which they cannot be
}

// Any reports whether the message says anything of them.
func (q QuietHours) Any() bool { return q != QuietHours{} }

type quietPatterns struct{ between, after, before, none, asked, once []*regexp.Regexp }

// OfQuietHours returns what a message says of the hours in which nothing reminds: "don't remind me after 11 pm".
func OfQuietHours(message string) QuietHours {
	if firstMatch(lists.quiet.once, message) != nil {
		return QuietHours{Once: true}
	}
	if found := firstMatch(lists.quiet.between, message); found != nil {
		return QuietHours{From: found[1], Until: found[2]}
	}
	if found := firstMatch(lists.quiet.after, message); found != nil {
		return QuietHours{From: found[1]}
	}
	if found := firstMatch(lists.quiet.before, message); found != nil {
		return QuietHours{Until: found[1]}
	}
	return QuietHours{None: firstMatch(lists.quiet.none, message) != nil, Asked: firstMatch(lists.quiet.asked, message) != nil}
}

// OClock returns an hour as a time of day.
func OClock(hour string) string { return strings.TrimSpace(hour) + " " + lists.OClock }

func firstMatch(patterns []*regexp.Regexp, message string) []string {
	for _, pattern := range patterns {
		if found := pattern.FindStringSubmatch(message); found != nil {
			return found
		}
	}
	return nil
}
