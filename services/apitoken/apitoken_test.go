package apitoken_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/salaatflow/platform/services/apitoken"
)

func TestNewTokensAreRecognizedAndDiffer(t *testing.T) {
	scanner := regexp.MustCompile(apitoken.Pattern)
	seen := map[apitoken.Digest]bool{}
	for range 1000 {
		token := apitoken.New()
		digest, ok := apitoken.DigestOf(token)
		if !ok || seen[digest] {
			t.Fatalf("%s: recognized %t, seen before %t", token, ok, seen[digest])
		}
		seen[digest] = true
		if got := scanner.FindString(`{"Authorization": "Bearer ` + token + `"}`); got != token {
			t.Fatalf("a scanner finds %q, want %q", got, token)
		}
	}
}

func TestWhatIsNoTokenIsRefusedByItsForm(t *testing.T) {
	token := apitoken.New()
	flipped := func(at int) string {
		other := byte('A')
		if token[at] == other {
			other = 'B'
		}
		return token[:at] + string(other) + token[at+1:]
	}
	for _, text := range []string{
		"", "sft_", token[:len(token)-1], token + "0", " " + token, strings.ToUpper(token[:4]) + token[4:], "sfx_" + token[4:],
		flipped(4), flipped(20), flipped(len(token) - 1), token[:10] + "-" + token[11:], token[:10] + "é" + token[12:],
		"sft_" + strings.Repeat("0", 38), strings.Repeat(token, 1000),
	} {
		if _, ok := apitoken.DigestOf(text); ok {
			t.Errorf("%q is taken for a token", text)
		}
	}
}

func FuzzDigestOf(f *testing.F) {
	f.Add(apitoken.New())
	f.Add("sft_")
	f.Fuzz(func(t *testing.T, text string) {
		if _, ok := apitoken.DigestOf(text); ok && !regexp.MustCompile("^"+apitoken.Pattern+"$").MatchString(text) {
			t.Errorf("%q is a token that a scanner does not find", text)
		}
	})
}
