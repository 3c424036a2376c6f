package oidc_test

import (
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"math"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	jose "github.com/go-jose/go-jose/v4"

	"github.com/salaatflow/platform/services/apperr"
)

func encode(text string) string { return base64.RawURLEncoding.EncodeToString([]byte(text)) }

// raw returns a token of parts as they are.
func raw(header, payload, signature string) string {
	return encode(header) + "." + encode(payload) + "." + encode(signature)
}

// hmac returns a token signed with a secret.
func hmac(t *testing.T, secret []byte, said claims) string {
	t.Helper()
	secret = append(secret, make([]byte, max(0, 32-len(secret)))...)
	options := (&jose.SignerOptions{}).WithHeader("kid", "rsa-1").WithType("at+jwt")
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.HS256, Key: secret}, options)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(said)
	if err != nil {
		t.Fatal(err)
	}
	signed, err := signer.Sign(text)
	if err != nil {
		t.Fatal(err)
	}
	token, err := signed.CompactSerialize()
	if err != nil {
		t.Fatal(err)
	}
	return token
}

// part returns a part of a token, decoded.
func part(t *testing.T, token string, n int) string {
	t.Helper()
	text, err := base64.RawURLEncoding.DecodeString(strings.Split(token, ".")[n])
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// replaced returns a token with one of its parts replaced by a text in base64url.
func replaced(token string, n int, with string) string {
	parts := strings.Split(token, ".")
	parts[n] = with
	return strings.Join(parts, ".")
}

// text returns JSON that no marshaller writes: a claim twice, say.
func text(t *testing.T, said claims, more string) string {
	t.Helper()
	object, err := json.Marshal(said)
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSuffix(string(object), "}") + more + "}"
}

func TestBadTokensAreRefused(t *testing.T) {
	var lured atomic.Int64
	attacker := rsaKey("rsa-1", 2048) // who says to be the provider's key
	lure := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		lured.Add(1)
		_ = json.NewEncoder(w).Encode(jose.JSONWebKeySet{Keys: []jose.JSONWebKey{attacker.public()}})
	}))
	t.Cleanup(lure.Close)
	p := newProvider(t, rsaOne().public(), ecOne().public(), edOne().public())
	other := newProvider(t, ecKey("other-1").public())
	gate := newGate(t, nil, p.URL, other.URL)

	one, good := rsaOne(), usual(p.URL)
	valid := one.sign(t, good, nil)
	if _, err := gate.Verify(t.Context(), valid); err != nil {
		t.Fatalf("the good token, from which the bad ones are made: %v", err)
	}
	der, err := x509.MarshalPKIXPublicKey(one.private.Public())
	if err != nil {
		t.Fatal(err)
	}
	publicPEM := pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der})
	publicJWK, err := json.Marshal(one.public())
	if err != nil {
		t.Fatal(err)
	}
	attackersKey := attacker.public()
	algorithm := func(name string) string {
		return replaced(valid, 0, encode(strings.Replace(part(t, valid, 0), "RS256", name, 1)))
	}
	late, soon := now.Add(-61*time.Second).Unix(), now.Add(61*time.Second).Unix()
	unix := now.Add(time.Hour).Unix()

	for name, token := range map[string]string{
		// no signature, or one that anybody can make
		"alg none":                              replaced(algorithm("none"), 2, ""),
		"alg none with a signature":             algorithm("none"),
		"alg None":                              replaced(algorithm("None"), 2, encode("x")),
		"alg nOnE":                              algorithm("nOnE"),
		"no alg":                                replaced(valid, 0, encode(`{"kid":"rsa-1","typ":"at+jwt"}`)),
		"alg of another type":                   replaced(valid, 0, encode(`{"alg":["RS256"],"kid":"rsa-1"}`)),
		"alg twice":                             replaced(valid, 0, encode(`{"alg":"RS256","alg":"none","kid":"rsa-1"}`)),
		"HS256 with the public key as PEM":      hmac(t, publicPEM, good),
		"HS256 with the public key as DER":      hmac(t, der, good),
		"HS256 with the public key as JWK":      hmac(t, publicJWK, good),
		"HS256 with an empty secret":            hmac(t, nil, good),
		"an RSA key's token that says HS256":    algorithm("HS256"),
		"an RSA key's token that says ES256":    algorithm("ES256"),
		"an RSA key's token that says PS256":    algorithm("PS256"),
		"an algorithm that is not allowed here": algorithm("RS512"),
		"an encryption algorithm":               algorithm("RSA-OAEP"),
		"no signature":                          replaced(valid, 2, ""),
		"the signature of another token":        replaced(valid, 2, strings.Split(one.sign(t, good.with("sub", "b"), nil), ".")[2]),
		"a signature of zeros":                  replaced(valid, 2, encode(strings.Repeat("\x00", 256))),
		"an elliptic signature of zeros":        replaced(ecOne().sign(t, good, nil), 2, encode(strings.Repeat("\x00", 64))),
		"an Ed25519 signature of zeros":         replaced(edOne().sign(t, good, nil), 2, encode(strings.Repeat("\x00", 64))),
		"the signature cut":                     valid[:len(valid)-8],
		"the signature's last bits changed":     valid[:len(valid)-1] + "_",
		"the claims changed":                    replaced(valid, 1, encode(strings.Replace(part(t, valid, 1), "aisha", "admin", 1))),
		"the header changed":                    replaced(valid, 0, encode(strings.Replace(part(t, valid, 0), "at+jwt", "JWT", 1))),
		"a key nobody published":                ecKey("mine").sign(t, good, nil),
		"another key under a published id":      attacker.sign(t, good, nil),
		"a key of another kind under its id":    key{"rsa-1", jose.ES256, ecKey("").private}.sign(t, good, nil),
		// whose key, says the token
		"no kid":                                  one.sign(t, good, header{"kid": nil}),
		"kid of a file":                           key{"../../../../dev/null", jose.RS256, attacker.private}.sign(t, good, nil),
		"kid of SQL":                              key{"' UNION SELECT 'key' --", jose.RS256, attacker.private}.sign(t, good, nil),
		"kid of a command":                        key{"|curl " + lure.URL, jose.RS256, attacker.private}.sign(t, good, nil),
		"kid of a URL":                            key{lure.URL, jose.RS256, attacker.private}.sign(t, good, nil),
		"kid with NUL":                            key{"rsa-1\x00", jose.RS256, attacker.private}.sign(t, good, nil),
		"kid of a number":                         one.sign(t, good, header{"kid": 1}),
		"jku of the attacker":                     attacker.sign(t, good, header{"jku": lure.URL}),
		"jku beside a good signature":             one.sign(t, good, header{"jku": lure.URL}),
		"x5u of the attacker":                     attacker.sign(t, good, header{"x5u": lure.URL}),
		"x5u beside a good signature":             one.sign(t, good, header{"x5u": lure.URL}),
		"an embedded key":                         attacker.sign(t, good, header{"jwk": attackersKey}),
		"an embedded key beside a good signature": one.sign(t, good, header{"jwk": attackersKey}),
		"an embedded certificate":                 attacker.sign(t, good, header{"x5c": []string{base64.StdEncoding.EncodeToString(der)}}),
		"crit of what nobody knows":               one.sign(t, good, header{"crit": []string{"exp"}, "exp": 1}),
		"an unencoded payload":                    replaced(valid, 0, encode(`{"alg":"RS256","kid":"rsa-1","b64":false,"crit":["b64"]}`)),
		"compressed":                              one.sign(t, good, header{"zip": "DEF"}),
		// another kind of token
		"typ of an ID token's logout":  one.sign(t, good, header{"typ": "logout+jwt"}),
		"typ of a security event":      one.sign(t, good, header{"typ": "secevent+jwt"}),
		"typ of a proof of possession": one.sign(t, good, header{"typ": "dpop+jwt"}),
		"typ of a number":              one.sign(t, good, header{"typ": 5}),
		"an empty typ":                 one.sign(t, good, header{"typ": ""}),
		"an ID token by its nonce":     one.sign(t, good.with("nonce", "n"), header{"typ": "JWT"}),
		"an ID token by its at_hash":   one.sign(t, good.with("at_hash", "h"), header{"typ": nil}),
		"a logout token by its events": one.sign(t, good.with("events", claims{}), header{"typ": "JWT"}),
		"nested":                       one.sign(t, valid, header{"cty": "JWT"}),
		"nested, and not said":         one.sign(t, valid, nil),
		"encrypted, by its form":       valid + ".e30.e30",
		"the JSON form":                `{"payload":"` + strings.Split(valid, ".")[1] + `"}`,
		// for whom, of whom
		"no aud":                               one.sign(t, good.with("aud", nil), nil),
		"aud null":                             one.sign(t, text(t, good.with("aud", nil), `,"aud":null`), nil),
		"an empty aud":                         one.sign(t, good.with("aud", ""), nil),
		"aud of none":                          one.sign(t, good.with("aud", []string{}), nil),
		"another aud":                          one.sign(t, good.with("aud", "https://other.example.org"), nil),
		"aud in another case":                  one.sign(t, good.with("aud", strings.ToUpper(audience)), nil),
		"aud with a slash":                     one.sign(t, good.with("aud", audience+"/"), nil),
		"aud that begins so":                   one.sign(t, good.with("aud", audience+".evil.example"), nil),
		"aud as one word of several":           one.sign(t, good.with("aud", "x "+audience), nil),
		"aud of an object":                     one.sign(t, good.with("aud", claims{audience: true}), nil),
		"aud of a number":                      one.sign(t, good.with("aud", []any{1, audience}), nil),
		"no iss":                               one.sign(t, good.with("iss", nil), nil),
		"an issuer that nobody named":          one.sign(t, good.with("iss", lure.URL), nil),
		"iss with a slash":                     one.sign(t, good.with("iss", p.URL+"/"), nil),
		"iss in another case":                  one.sign(t, good.with("iss", strings.Replace(p.URL, "http", "HTTP", 1)), nil),
		"iss with a space":                     one.sign(t, good.with("iss", " "+p.URL), nil),
		"iss of an array":                      one.sign(t, good.with("iss", []string{p.URL}), nil),
		"a key of one issuer for another":      one.sign(t, good.with("iss", other.URL), nil),
		"an issuer that is accepted, mixed up": key{"other-1", jose.RS256, one.private}.sign(t, good.with("iss", other.URL), nil),
		// when
		"expired":                   one.sign(t, good.with("exp", late), nil),
		"expired long ago":          one.sign(t, good.with("exp", 1), nil),
		"exp negative":              one.sign(t, good.with("exp", -1), nil),
		"exp zero":                  one.sign(t, good.with("exp", 0), nil),
		"no exp":                    one.sign(t, good.with("exp", nil), nil),
		"exp null":                  one.sign(t, text(t, good.with("exp", nil), `,"exp":null`), nil),
		"exp of a text":             one.sign(t, good.with("exp", "2030-01-01"), nil),
		"exp of a number in a text": one.sign(t, text(t, good.with("exp", nil), `,"exp":"4102444800"`), nil),
		"exp beyond all time":       one.sign(t, text(t, good.with("exp", nil), `,"exp":1e300`), nil),
		"exp that overflows":        one.sign(t, text(t, good.with("exp", nil), `,"exp":9223372036854775807`), nil),
		"exp infinite":              one.sign(t, text(t, good.with("exp", nil), `,"exp":1e999`), nil),
		"not valid yet":             one.sign(t, good.with("nbf", soon), nil),
		"not valid for long":        one.sign(t, good.with("nbf", int64(math.MaxInt64)), nil),
		"nbf of a text":             one.sign(t, good.with("nbf", "now"), nil),
		"issued in the future":      one.sign(t, good.with("iat", soon).with("exp", unix), nil),
		// who
		"no sub":                             one.sign(t, good.with("sub", nil), nil),
		"an empty sub":                       one.sign(t, good.with("sub", ""), nil),
		"sub of a number":                    one.sign(t, good.with("sub", 1), nil),
		"sub of an array":                    one.sign(t, good.with("sub", []string{"aisha"}), nil),
		"a huge sub":                         one.sign(t, good.with("sub", strings.Repeat("a", 256)), nil),
		"sub with a letter that looks alike": one.sign(t, good.with("sub", "аisha"), nil),
		"sub in another script":              one.sign(t, good.with("sub", "عائشہ"), nil),
		"sub with an invisible character":    one.sign(t, good.with("sub", "aisha\u200b"), nil),
		"sub with a tag of Unicode":          one.sign(t, good.with("sub", "aisha\U000e0041"), nil),
		"sub from right to left":             one.sign(t, good.with("sub", "\u202eaisha"), nil),
		"sub with NUL":                       one.sign(t, good.with("sub", "aisha\x00"), nil),
		"sub with a new line":                one.sign(t, good.with("sub", "aisha\n"), nil),
		"sub that is not UTF-8":              one.sign(t, strings.Replace(text(t, good, ""), "aisha", "aisha\xff", 1), nil),
		// how it is written
		"sub twice":                        one.sign(t, text(t, good, `,"sub":"admin"`), nil),
		"aud twice":                        one.sign(t, text(t, good.with("aud", "x"), `,"aud":"`+audience+`"`), nil),
		"exp twice":                        one.sign(t, text(t, good.with("exp", late), `,"exp":4102444800`), nil),
		"a claim twice within another":     one.sign(t, text(t, good, `,"a":{"b":1,"b":2}`), nil),
		"sub in another case":              one.sign(t, text(t, good.with("sub", nil), `,"SUB":"aisha"`), nil),
		"claims of an array":               one.sign(t, `["`+p.URL+`"]`, nil),
		"claims of null":                   one.sign(t, `null`, nil),
		"no claims":                        one.sign(t, `{}`, nil),
		"empty claims":                     one.sign(t, ``, nil),
		"claims that do not end":           one.sign(t, `{"iss":"`+p.URL+`"`, nil),
		"claims and more":                  one.sign(t, text(t, good, "")+`{"sub":"x"}`, nil),
		"claims deeper than anybody needs": one.sign(t, text(t, good, `,"a":`+strings.Repeat("[", 6000)+strings.Repeat("]", 6000)+`x`), nil),
		"padding":                          valid + "==",
		"base64 of another alphabet":       strings.NewReplacer("-", "+", "_", "/").Replace(valid) + "+",
		"two parts":                        valid[:strings.LastIndex(valid, ".")],
		"four parts":                       valid + ".x",
		"empty parts":                      "..",
		"a word":                           "token",
		"huge":                             one.sign(t, good.with("a", strings.Repeat("a", 1<<20)), header{"typ": "x"}),
		"many parts":                       strings.Repeat("a.", 8000),
		"a header that is no object":       raw(`"RS256"`, `{}`, "x"),
		"a header of nothing":              raw(``, `{}`, "x"),
	} {
		asked := gate.users.asked.Load()
		caller, err := gate.Verify(t.Context(), token)
		if refused := apperr.From(err); refused == nil || refused.ToolCode() != "AUTH_REQUIRED" {
			t.Errorf("%s: %+v, %v; want AUTH_REQUIRED", name, caller, err)
		} else if strings.Contains(refused.Message, "aisha") || strings.ContainsAny(refused.Message, "\n\"") {
			t.Errorf("%s: the refusal repeats what the token says: %s", name, refused.Message)
		}
		if gate.users.asked.Load() != asked {
			t.Errorf("%s: somebody becomes a user by it", name)
		}
	}
	if lured.Load() > 0 {
		t.Errorf("tokens made the gateway ask the attacker's server %d times", lured.Load())
	}
}
