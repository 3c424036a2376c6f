// Package webaddress checks whether a text from outside may be shown as the address of a page.
package webaddress

import (
	"errors"
	"net/url"
	"strings"
	"unicode"
)

var errAddress = errors.New("must be an address that begins with http:// or https://, such as https://example.org")

// Check returns an error unless a text is the address of a page: of HTTP or HTTPS, with a host, and without a name to sign in by or
// a sign that could end where it stands in a page. A text without an address, the empty one too, is none.
func Check(text string) error {
	foreign := func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || strings.ContainsRune("\"'`<>\\{}|^", r)
	}
	address, err := url.Parse(text)
	switch {
	case err != nil, strings.ContainsFunc(text, foreign):
		return errAddress
	case address.Scheme != "http" && address.Scheme != "https", address.User != nil, !isHost(address.Hostname()):
		return errAddress
	default:
		return nil
	}
}

func isHost(name string) bool {
	return name != "" && !strings.ContainsFunc(name, func(r rune) bool {
		return !unicode.In(r, unicode.L, unicode.M, unicode.Nd) && !strings.ContainsRune("-._:", r)
	})
}
