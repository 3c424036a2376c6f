package masjids_test

import (
	"testing"

	"github.com/salaatflow/platform/masjid-svc/internal/masjids"
)

func TestAWebsiteIsOfHTTP(t *testing.T) {
	for _, text := range []string{
		"", "http://example.org", "https://example.org/a?b=1&c#d", "HTTPS://example.org", "https://مسجد.example/نماز", "http://[::1]:80/",
	} {
		if got, err := masjids.Website(text); err != nil || got != text {
			t.Errorf("%q: %q, %v", text, got, err)
		}
	}
	for _, text := range []string{
		"javascript:alert(1)", "JavaScript://example.org/%0aalert(1)", "data:text/html,x", "ftp://example.org", "file:///etc/passwd",
		"//example.org", "example.org", "www.example.org", "mailto:a@b.c", "http:", "http://", "http:///path", "https://:80",
		"https://a:b@example.org", "https://bank.example@evil.example", `https://example.org/"><script>`, "https://example.org/'x",
		"https://exa mple.org", "https://example.org/\u202egpj", "https://example.org\\@evil.example", "http://a;http://[", "\x00http://a",
		" https://example.org", "vbscript:x", "https://%zz",
	} {
		if got, err := masjids.Website(text); err == nil {
			t.Errorf("%q is taken for %q", text, got)
		}
	}
}
