package oidc

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/salaatflow/platform/services/identity"
)

// maxSubject is the length of the longest subject of OpenID Connect, in bytes.
const maxSubject = 255

// claimed returns the value of a claim, which is named as a whole or by a path with dots.
func claimed(claims map[string]any, name string) any {
	if value, there := claims[name]; there {
		return value
	}
	var value any = claims
	for step := range strings.SplitSeq(name, ".") {
		object, ok := value.(map[string]any)
		if !ok {
			return nil
		}
		value = object[step]
	}
	return value
}

// read returns what the claims say of the user and of what the token is good for, or which of them is not as it must be.
func (c Config) read(claims map[string]any) (said verified, err error) {
	if said.who.subject, err = c.subject(claims); err != nil {
		return verified{}, err
	}
	if said.role, err = c.role(claims); err != nil {
		return verified{}, err
	}
	said.scopes, err = c.scopes(claims)
	return said, err
}

// subject returns what the provider calls the user.
func (c Config) subject(claims map[string]any) (string, error) {
	subject, _ := claimed(claims, c.UserClaim).(string)
	switch {
	case subject == "":
		return "", errors.New("it names no user: it has no text as " + c.UserClaim)
	case len(subject) > maxSubject:
		return "", errors.New("the name of its user is longer than OpenID Connect allows")
	}
	for i := range len(subject) {
		if subject[i] < ' ' || subject[i] > '~' {
			return "", errors.New("the name of its user is not printable ASCII, which OpenID Connect asks for")
		}
	}
	return subject, nil
}

// role returns what the user may do. The claim is an array of texts, or is not there: who reads one of another form might find an
// administrator in it where its provider meant none.
func (c Config) role(claims map[string]any) (identity.Role, error) {
	roles, err := texts(c.RoleClaim, claimed(claims, c.RoleClaim))
	if slices.Contains(roles, string(identity.RoleAdmin)) {
		return identity.RoleAdmin, err
	}
	return identity.RoleUser, err
}

// scopes returns what the token is good for; a token that says nothing is good for nothing that needs a scope. An operator who names
// the claim knows what is in it: words or an array.
func (c Config) scopes(claims map[string]any) (identity.Scopes, error) {
	name, read := "scp", texts
	value := claims[name]
	if c.ScopeClaim != "" {
		name, read, value = c.ScopeClaim, wordsOrTexts, claimed(claims, c.ScopeClaim)
	} else if scope, there := claims["scope"]; there {
		name, read, value = "scope", words, scope
	}
	scopes, err := read(name, value)
	return identity.LimitTo(scopes...), err
}

// texts returns the texts of an array, none of null.
func texts(claim string, value any) ([]string, error) {
	array, isArray := value.([]any)
	if !isArray && value != nil {
		return nil, fmt.Errorf("its claim %s is not an array of texts", claim)
	}
	found := make([]string, len(array))
	for i, one := range array {
		var isText bool
		if found[i], isText = one.(string); !isText {
			return nil, fmt.Errorf("its claim %s is not an array of texts", claim)
		}
	}
	return found, nil
}

// words returns the words of a text, none of null.
func words(claim string, value any) ([]string, error) {
	text, isText := value.(string)
	if !isText && value != nil {
		return nil, fmt.Errorf("its claim %s is not a text of words", claim)
	}
	return strings.Fields(text), nil
}

func wordsOrTexts(claim string, value any) ([]string, error) {
	if _, isText := value.(string); isText {
		return words(claim, value)
	}
	return texts(claim, value)
}
