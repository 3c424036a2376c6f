package webpush

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"time"

	"github.com/salaatflow/platform/services/secretfile"
)

// errKey means that a text holds no key to sign with.
var errKey = errors.New("must be a private key of P-256 in PEM, as `openssl ecparam -name prime256v1 -genkey -noout` makes it")

// tokenLasts is how long a push service may take a token for: a day at most, by RFC 8292.
const tokenLasts = 12 * time.Hour

// Key signs what is sent, so that push services know that it comes from the program to which the browser subscribed (VAPID). Browsers
// subscribe to the key: with another, there is nobody to send to.
type Key struct{ private *ecdsa.PrivateKey }

// NewKey returns a key in PEM.
func NewKey() ([]byte, error) {
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	der, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		return nil, err
	}
	return pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}), nil
}

// ParseKey reads a key in PEM, of PKCS #8 or SEC 1.
func ParseKey(text []byte) (*Key, error) {
	block, rest := pem.Decode(text)
	if block != nil && block.Type == "EC PARAMETERS" {
		block, _ = pem.Decode(rest)
	}
	if block == nil {
		return nil, errKey
	}
	parsed, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		parsed, err = x509.ParseECPrivateKey(block.Bytes)
	}
	private, ok := parsed.(*ecdsa.PrivateKey)
	if err != nil || !ok || private.Curve != elliptic.P256() {
		return nil, errKey
	}
	return &Key{private}, nil
}

// mostKey bounds the file of a key, in bytes.
const mostKey = 4 << 10

// ReadKey reads a key from a file, which others than its owner may not write.
func ReadKey(file string) (*Key, error) {
	seen, err := secretfile.Stat(file)
	if err == nil {
		err = seen.Check(file)
	}
	if err != nil {
		return nil, err
	}
	text, err := secretfile.Read(file, mostKey)
	if err != nil {
		return nil, err
	}
	key, err := ParseKey(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return key, nil
}

// KeptKey reads a key from a file, which it makes where there is none. No other program makes it at the same time.
func KeptKey(file string) (*Key, error) {
	if _, err := os.Stat(file); !errors.Is(err, fs.ErrNotExist) {
		return ReadKey(file)
	}
	text, err := NewKey()
	if err != nil {
		return nil, err
	}
	if err := secretfile.Write(file, text); err != nil {
		return nil, err
	}
	return ReadKey(file)
}

// Public returns the public key as browsers take it, an applicationServerKey in base64url.
func (k *Key) Public() string {
	point, err := k.private.PublicKey.Bytes()
	if err != nil { // the key was made or parsed, so it is on its curve
		panic(err)
	}
	return base64.RawURLEncoding.EncodeToString(point)
}

// authorize returns the header Authorization of what is sent to an endpoint at a time. contact is where the push service's operator
// reaches the sender: a URL of mailto: or https:.
func (k *Key) authorize(endpoint, contact string, now time.Time) (string, error) {
	to, err := url.Parse(endpoint)
	if err != nil {
		return "", errors.New("the endpoint is no URL")
	}
	claims, err := json.Marshal(map[string]any{
		"aud": to.Scheme + "://" + to.Host, "exp": now.Add(tokenLasts).Unix(), "sub": contact,
	})
	if err != nil {
		return "", err
	}
	encode := base64.RawURLEncoding.EncodeToString
	signed := encode([]byte(`{"typ":"JWT","alg":"ES256"}`)) + "." + encode(claims)
	digest := sha256.Sum256([]byte(signed))
	r, s, err := ecdsa.Sign(rand.Reader, k.private, digest[:])
	if err != nil {
		return "", fmt.Errorf("sign for a push service: %w", err)
	}
	const half = 32
	signature := make([]byte, 2*half)
	r.FillBytes(signature[:half])
	s.FillBytes(signature[half:])
	return "vapid t=" + signed + "." + encode(signature) + ", k=" + k.Public(), nil
}
