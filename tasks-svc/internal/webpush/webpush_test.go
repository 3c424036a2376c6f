package webpush

import (
	"bytes"
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/salaatflow/platform/tasks-svc/internal/webpush/webpushtest"
)

func decode(t *testing.T, text string) []byte {
	t.Helper()
	decoded, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	return decoded
}

// The example is that of RFC 8291, appendix A.
func TestAMessageIsEncryptedAsPublished(t *testing.T) {
	own, err := ecdh.P256().NewPrivateKey(decode(t, "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"))
	if err != nil {
		t.Fatal(err)
	}
	to := Browser{
		Point: decode(t, "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"),
		Auth:  decode(t, "BTBZMqHH6r4Tts7J_aSIgg"),
	}
	got, err := to.encrypt([]byte("When I grow up, I want to be a watermelon"), own, decode(t, "DGv6ra1nlYgDCS1FRnbzlw"))
	const want = "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl9" +
		"5bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
	if err != nil || base64.RawURLEncoding.EncodeToString(got) != want {
		t.Errorf("%v: it is\n%s, want\n%s", err, base64.RawURLEncoding.EncodeToString(got), want)
	}
}

func TestOnlyTheBrowserReadsAMessage(t *testing.T) {
	browser, err := webpushtest.NewBrowser()
	if err != nil {
		t.Fatal(err)
	}
	another, err := webpushtest.NewBrowser()
	if err != nil {
		t.Fatal(err)
	}
	to := Browser{decode(t, browser.Point()), decode(t, browser.Auth())}
	for _, message := range []string{"", "سورۃ الکہف پڑھیں", strings.Repeat("x", MaxMessage)} {
		body, err := to.Encrypt([]byte(message))
		if err != nil || len(body) > 4096 {
			t.Fatalf("%d bytes, %v", len(body), err)
		}
		if got, err := browser.Decrypt(body); err != nil || string(got) != message {
			t.Errorf("it reads %q, %v", got, err)
		}
		if got, err := another.Decrypt(body); err == nil {
			t.Errorf("another browser reads %q", got)
		}
		if again, err := to.Encrypt([]byte(message)); err != nil || bytes.Equal(again, body) {
			t.Errorf("it is encrypted the same again, %v", err)
		}
	}
	if _, err := to.Encrypt(make([]byte, MaxMessage+1)); err == nil {
		t.Error("a message that is too long is encrypted")
	}
	for name, wrong := range map[string]Browser{
		"no point":       {nil, to.Auth},
		"no point of it": {bytes.Repeat([]byte{4}, 65), to.Auth},
		"a short secret": {to.Point, to.Auth[1:]},
	} {
		if err := wrong.Check(); !errors.Is(err, ErrKeys) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestARequestSaysWhoSendsItAndToWhom(t *testing.T) {
	browser, err := webpushtest.NewBrowser()
	if err != nil {
		t.Fatal(err)
	}
	text, err := NewKey()
	if err != nil {
		t.Fatal(err)
	}
	key, err := ParseKey(text)
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 11, 21, 5, 0, 0, 0, time.UTC)
	sender := Sender{Key: key, Contact: "mailto:imam@example.org"}
	to := Browser{decode(t, browser.Point()), decode(t, browser.Auth())}
	message := Message{ID: "1-7-1", Text: []byte("x"), Lives: 90 * time.Second}
	request, err := sender.Request(t.Context(), "https://push.example.net:8443/send/x?y", to, message, now)
	if err != nil {
		t.Fatal(err)
	}
	claims, public, err := webpushtest.Verify(request.Header.Get("Authorization"))
	want := webpushtest.Claims{Audience: "https://push.example.net:8443", Expires: now.Unix() + 12*60*60, Subject: "mailto:imam@example.org"}
	if err != nil || claims != want || public != key.Public() {
		t.Errorf("it says %+v by %s, %v", claims, public, err)
	}
	for name, want := range map[string]string{"TTL": "90", "Urgency": "high", "Content-Encoding": "aes128gcm"} {
		if got := request.Header.Get(name); got != want {
			t.Errorf("%s is %s, want %s", name, got, want)
		}
	}
	if got := request.Header.Get("Topic"); len(got) != 32 || got == topic("1-7-2") || got != topic("1-7-1") {
		t.Errorf("the topic is %s", got)
	}
}

// A key made by openssl is read, and what is no such key is refused, without saying what it is.
func TestAKeyIsOfP256InPEM(t *testing.T) {
	made, err := NewKey()
	if err != nil {
		t.Fatal(err)
	}
	key, err := ParseKey(made)
	if err != nil {
		t.Fatal(err)
	}
	der, err := x509.MarshalECPrivateKey(key.private)
	if err != nil {
		t.Fatal(err)
	}
	openssl := append(pem.EncodeToMemory(&pem.Block{Type: "EC PARAMETERS", Bytes: []byte("P-256")}),
		pem.EncodeToMemory(&pem.Block{Type: "EC PRIVATE KEY", Bytes: der})...)
	other, err := ecdsa.GenerateKey(elliptic.P384(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	otherDER, err := x509.MarshalPKCS8PrivateKey(other)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "push.key")
	for name, c := range map[string]struct {
		text []byte
		good bool
	}{
		"our own":    {made, true},
		"of openssl": {openssl, true},
		"of P-384":   {pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: otherDER}), false},
		"none":       {nil, false},
		"no key":     {pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: []byte("secret")}), false},
		"not in PEM": {[]byte("secret"), false},
	} {
		if err := os.WriteFile(file, c.text, 0o600); err != nil {
			t.Fatal(err)
		}
		key, err := ReadKey(file)
		if (err == nil) != c.good || c.good && len(decode(t, key.Public())) != 65 {
			t.Errorf("%s: %v", name, err)
		}
		if err != nil && strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: the error shows it: %v", name, err)
		}
	}
}

// A key that was made is kept: browsers have subscribed to it.
func TestAKeyIsMadeOnce(t *testing.T) {
	file := filepath.Join(t.TempDir(), "push.key")
	first, err := KeptKey(file)
	if err != nil {
		t.Fatal(err)
	}
	again, err := KeptKey(file)
	if err != nil || again.Public() != first.Public() {
		t.Errorf("then it is another one, %v", err)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("others may read the file: %v, %v", info.Mode(), err)
	}
}
