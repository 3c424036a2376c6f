package oidc

import (
	"errors"
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

// role returns what the user may do.
func (c Config) role(claims map[string]any) identity.Role {
	for _, role := range words(claimed(claims, c.RoleClaim)) {
		if role == string(identity.RoleAdmin) {
			return identity.RoleAdmin
		}
	}
	return identity.RoleUser
}

// scopes returns what the token is good for; a token that says nothing is good for nothing that needs a scope.
func (c Config) scopes(claims map[string]any) identity.Scopes {
	if c.ScopeClaim != "" {
		return identity.LimitTo(words(claimed(claims, c.ScopeClaim))...)
	}
	if scope, there := claims["scope"]; there {
		return identity.LimitTo(words(scope)...)
	}
	return identity.LimitTo(words(claims["scp"])...)
}

// words returns the words of a text, or the texts of an array.
func words(value any) []string {
	switch value := value.(type) {
	case string:
		return strings.Fields(value)
	case []any:
		var texts []string
		for _, one := range value {
			if text, ok := one.(string); ok {
				texts = append(texts, text)
			}
		}
		return texts
	default:
		return nil
	}
}
