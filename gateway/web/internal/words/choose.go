package words

import "strings"

// Choose returns the first of the wishes that is a language's tag, else what an Accept-Language header prefers, else
// English. Among equals the header's order counts; weights are not read, since browsers write the best first.
func Choose(acceptLanguage string, wishes ...string) string {
	for _, wish := range wishes {
		for _, tag := range Tags() {
			if wish == tag {
				return tag
			}
		}
	}
	for entry := range strings.SplitSeq(acceptLanguage, ",") {
		tag, _, _ := strings.Cut(strings.TrimSpace(entry), ";")
		primary, _, _ := strings.Cut(strings.ToLower(tag), "-")
		switch {
		case strings.HasPrefix(strings.ToLower(tag), "ur-latn"):
			return RomanUrdu
		case primary == Urdu, primary == English:
			return primary
		}
	}
	return English
}
