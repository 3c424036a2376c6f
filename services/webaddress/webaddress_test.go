package webaddress_test

import (
	"net/url"
	"strings"
	"testing"

	"github.com/salaatflow/platform/services/webaddress"
)

func TestAnAddressIsOfHTTP(t *testing.T) {
	for _, text := range []string{
		"http://example.org", "https://example.org/a?b=1&c#d", "HTTPS://example.org", "https://مسجد.example/نماز", "http://[::1]:80/",
	} {
		if err := webaddress.Check(text); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
	for _, text := range []string{
		"", "javascript:alert(1)", "JavaScript://example.org/%0aalert(1)", "data:text/html,x", "ftp://example.org", "file:///etc/passwd",
		"//example.org", "example.org", "www.example.org", "mailto:a@b.c", "http:", "http://", "http:///path", "https://:80",
		"https://a:b@example.org", "https://bank.example@evil.example", `https://example.org/"><script>`, "https://example.org/'x",
		"https://exa mple.org", "https://example.org/\u202egpj", "https://example.org\\@evil.example", "http://a;http://[", "\x00http://a",
		" https://example.org", "vbscript:x", "https://%zz",
	} {
		if webaddress.Check(text) == nil {
			t.Errorf("%q is taken for one", text)
		}
	}
}

func FuzzCheck(f *testing.F) {
	f.Add("https://example.org/?a=1")
	f.Add("javascript://example.org/%0aalert(1)")
	f.Fuzz(func(t *testing.T, text string) {
		if webaddress.Check(text) != nil {
			return
		}
		address, err := url.Parse(text)
		if err != nil || address.Host == "" || !strings.HasPrefix(strings.ToLower(text), "http") ||
			strings.ContainsAny(text, "\"'<> \t\r\n\x00") {
			t.Errorf("%q is taken for one", text)
		}
	})
}
