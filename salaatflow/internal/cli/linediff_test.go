package cli

import (
	"slices"
	"strings"
	"testing"
)

func TestOnlyLinesThatDifferAreShown(t *testing.T) {
	for name, tc := range map[string]struct{ before, after, want string }{
		"nothing":        {"a\nb", "a\nb", ""},
		"one of three":   {"a\nb\nc", "a\nx\nc", "- b|+ x"},
		"a line more":    {"a\nc", "a\nb\nc", "+ b"},
		"a line less":    {"a\nb\nc", "a\nc", "- b"},
		"two places":     {"a\nb\nc\nd\ne", "a\nB\nc\nD\ne", "- b|+ B|  …|- d|+ D"},
		"from nothing":   {"", "a", "- |+ a"},
		"the same moved": {"a\nb", "b\na", "- a|  …|+ a"},
	} {
		got := diffLines(strings.Split(tc.before, "\n"), strings.Split(tc.after, "\n"))
		if strings.Join(got, "|") != tc.want {
			t.Errorf("%s: %q, want %q", name, got, tc.want)
		}
	}
	if got := diffLines(nil, []string{"a"}); !slices.Equal(got, []string{"+ a"}) {
		t.Errorf("what is new: %q", got)
	}
}

// However the lines are mixed, taking those with a minus out of one text and those with a plus out of the other leaves the same.
func FuzzDiffLines(f *testing.F) {
	f.Add("a b c", "a x c")
	f.Fuzz(func(t *testing.T, before, after string) {
		was, is := strings.Fields(before), strings.Fields(after)
		if len(was)*len(is) > 10_000 {
			t.Skip()
		}
		for _, line := range diffLines(was, is) {
			switch mark, text := line[:2], line[2:]; mark {
			case "- ":
				at := slices.Index(was, text)
				if at < 0 {
					t.Fatalf("%q was not there", text)
				}
				was = slices.Delete(was, at, at+1)
			case "+ ":
				at := slices.Index(is, text)
				if at < 0 {
					t.Fatalf("%q is not there", text)
				}
				is = slices.Delete(is, at, at+1)
			}
		}
		slices.Sort(was)
		slices.Sort(is)
		if !slices.Equal(was, is) {
			t.Fatalf("what stays is %q and %q", was, is)
		}
	})
}
