package oidc

import (
	"crypto/x509"
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	jose "github.com/go-jose/go-jose/v4"
	josejson "github.com/go-jose/go-jose/v4/json"
	"github.com/go-jose/go-jose/v4/jwt"
)

// parsed is a token whose form is right and whose signature was not verified yet.
type parsed struct {
	signed *jose.JSONWebSignature
	header jose.Header
	issuer string
}

// parse reads a token of the compact form. The errors here and below are for callers: they say what is wrong, and repeat
// nothing of the token.
func parse(token string, algorithms []jose.SignatureAlgorithm) (parsed, error) {
	if !canonical(token) {
		return parsed{}, errors.New("it is not a JWT of three parts in base64url")
	}
	signed, err := jose.ParseSignedCompact(token, algorithms)
	if err != nil || len(signed.Signatures) != 1 {
		return parsed{}, fmt.Errorf("it is not a JWT signed with one of %v", algorithms)
	}
	header := signed.Signatures[0].Protected
	if err := checkHeader(header); err != nil {
		return parsed{}, err
	}
	var unverified struct {
		Issuer string `json:"iss"`
	}
	if err := josejson.Unmarshal(signed.UnsafePayloadWithoutVerification(), &unverified); err != nil {
		return parsed{}, errors.New("its claims are not a JSON object with each name once and a text as iss")
	}
	return parsed{signed: signed, header: header, issuer: unverified.Issuer}, nil
}

// canonical reports whether a token consists of three parts, each the one base64url of its bytes: two texts are never the
// same token.
func canonical(token string) bool {
	parts := strings.Split(token, ".")
	const compact = 3
	if len(parts) != compact {
		return false
	}
	return !slices.ContainsFunc(parts, func(part string) bool {
		_, err := base64.RawURLEncoding.Strict().DecodeString(part)
		return err != nil || part == ""
	})
}

// forbidden are header parameters that name a key or change how a token is read. A provider's keys come from the provider
// alone, and none of its access tokens needs any of these.
var forbidden = []jose.HeaderKey{"jku", "x5u", "crit", "b64", "zip", "enc", "cty", "epk", "p2s", "p2c"}

func checkHeader(header jose.Header) error {
	if header.JSONWebKey != nil {
		return errors.New("its header brings a key of its own (jwk)")
	}
	if _, err := header.Certificates(x509.VerifyOptions{}); !errors.Is(err, jose.ErrMissingX5cHeader) {
		return errors.New("its header brings a certificate of its own (x5c)")
	}
	for _, name := range forbidden {
		if _, there := header.ExtraHeaders[name]; there {
			return fmt.Errorf("its header has %s, which is not accepted", name)
		}
	}
	typ, there := header.ExtraHeaders[jose.HeaderType]
	if !there {
		return nil
	}
	name, _ := typ.(string)
	switch strings.TrimPrefix(strings.ToLower(name), "application/") {
	case "at+jwt", "jwt":
		return nil
	default:
		return errors.New("its typ is neither at+jwt nor JWT, so it is no access token")
	}
}

// checkClaims checks the registered claims of a token whose signature is verified, and returns when it expires.
func checkClaims(claims jwt.Claims, issuer string, audience []string, now time.Time, skew time.Duration) (time.Time, error) {
	if claims.Expiry == nil {
		return time.Time{}, errors.New("it never expires: it has no exp")
	}
	if len(claims.Audience) == 0 {
		return time.Time{}, errors.New("it says for nobody it is meant: it has no aud")
	}
	err := claims.ValidateWithLeeway(jwt.Expected{Issuer: issuer, AnyAudience: audience, Time: now}, skew)
	switch {
	case errors.Is(err, jwt.ErrExpired):
		err = errors.New("it has expired")
	case errors.Is(err, jwt.ErrNotValidYet):
		err = errors.New("it is not valid yet")
	case errors.Is(err, jwt.ErrIssuedInTheFuture):
		err = errors.New("it was issued in the future")
	case errors.Is(err, jwt.ErrInvalidAudience):
		err = errors.New("it is meant for another audience")
	case errors.Is(err, jwt.ErrInvalidIssuer):
		err = errors.New("it is of another issuer")
	}
	return claims.Expiry.Time(), err
}

// marksOfOthers are claims of tokens that say who signed in, or out, and are not meant for an API.
var marksOfOthers = []string{"nonce", "at_hash", "c_hash", "s_hash", "events"}

// checkUse refuses tokens of other kinds. Those that say at+jwt are access tokens.
func checkUse(header jose.Header, claims map[string]any) error {
	if typ, _ := header.ExtraHeaders[jose.HeaderType].(string); strings.HasSuffix(strings.ToLower(typ), "at+jwt") {
		return nil
	}
	for _, mark := range marksOfOthers {
		if _, there := claims[mark]; there {
			return fmt.Errorf("it has the claim %s, so it is no access token", mark)
		}
	}
	return nil
}
