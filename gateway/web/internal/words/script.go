package words

import "unicode"

// Run is a part of a text in one script.
type Run struct {
	Text string
	// Lang is ur for Arabic script inside a text of another, else empty.
	Lang string
}

// Runs splits a line into the runs of its scripts, so that each can be shown in its own font and direction. Spaces and
// punctuation between two runs belong to the line's own script.
func Runs(line string) []Run {
	own := LangOf(line)
	var runs []Run
	start, end, lang := 0, 0, own // end is where the last letter or digit of a run ends
	for at, r := range line {
		now, counts := scriptOf(r)
		if counts && now != lang {
			cut := at
			if lang != own {
				cut = end
			}
			runs = appended(runs, line[start:cut], lang)
			if lang != own && now != own {
				runs = appended(runs, line[cut:at], own)
				cut = at
			}
			start, lang = cut, now
		}
		if counts || unicode.IsDigit(r) {
			end = at + len(string(r))
		}
	}
	if lang != own {
		runs, start, lang = appended(runs, line[start:end], lang), end, own
	}
	return appended(runs, line[start:], lang)
}

func appended(runs []Run, text, lang string) []Run {
	if text == "" {
		return runs
	}
	return append(runs, Run{text, lang})
}

func scriptOf(r rune) (lang string, counts bool) {
	switch {
	case unicode.Is(unicode.Arabic, r) && unicode.IsLetter(r):
		return Urdu, true
	case unicode.IsLetter(r):
		return "", true
	default:
		return "", false
	}
}

// LangOf returns the language whose font and direction a line has: ur if its first letter is Arabic, else empty. Browsers
// find the direction of a text of unknown language in the same way.
func LangOf(line string) string {
	for _, r := range line {
		if lang, counts := scriptOf(r); counts {
			return lang
		}
	}
	return ""
}
