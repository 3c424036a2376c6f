package masjids

import (
	"errors"
	"net/url"
	"strings"
	"unicode"
)

var errWebsite = errors.New("must be an address that begins with http:// or https://, such as https://example.org")

// Website is the address of a website: of HTTP or HTTPS, with a host, and without a name to sign in by or a sign that could end
// where it stands in a page. The empty text is none.
func Website(text string) (string, error) {
	if text == "" {
		return "", nil
	}
	foreign := func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || strings.ContainsRune("\"'`<>\\{}|^", r)
	}
	address, err := url.Parse(text)
	switch {
	case err != nil, strings.ContainsFunc(text, foreign):
		return "", errWebsite
	case address.Scheme != "http" && address.Scheme != "https", address.User != nil, !isHost(address.Hostname()):
		return "", errWebsite
	default:
		return text, nil
	}
}

func isHost(name string) bool {
	return name != "" && !strings.ContainsFunc(name, func(r rune) bool {
		return !unicode.In(r, unicode.L, unicode.M, unicode.Nd) && !strings.ContainsRune("-._:", r)
	})
}
