package words

import "unicode"

// Run is a part of a text in one script.
type Run struct {
	Text string
	// Lang is ur for Arabic script inside a text of another, else empty.
	Lang string
}

// Runs splits a line of a language, as LangOf returns it, into the runs of its scripts, so that each can be shown in its own font
// and direction. Spaces and punctuation between two runs belong to the line's own script.
func Runs(line, own string) []Run {
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

// LangOf returns the language whose font and direction a line has: ur, or else empty. tag is the language of what the line is a part
// of: an Urdu sentence may begin with an English name, and an English one may quote Urdu. Where tag is empty, because nobody knows,
// a line is Urdu if its first letter is Arabic or its last: "Surah Kahf پڑھنا" is a sentence that ends with its verb, as Urdu does.
func LangOf(line, tag string) string {
	first, last, latin, arabic := "", "", false, false
	for _, r := range line {
		lang, counts := scriptOf(r)
		if !counts {
			continue
		}
		if !latin && !arabic {
			first = lang
		}
		last, latin, arabic = lang, latin || lang == "", arabic || lang == Urdu
	}
	switch {
	case !arabic:
		return ""
	case tag == Urdu || !latin:
		return Urdu
	case tag == "" && (first == Urdu || last == Urdu):
		return Urdu
	default:
		return ""
	}
}

// Direction returns the direction of such a line as HTML names it: auto for one without letters, which goes as what is around it.
func Direction(line, tag string) string {
	if LangOf(line, tag) == Urdu {
		return "rtl"
	}
	for _, r := range line {
		if _, counts := scriptOf(r); counts {
			return "ltr"
		}
	}
	return "auto"
}
