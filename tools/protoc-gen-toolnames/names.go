package main

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
)

var nameForm = regexp.MustCompile(`^[a-z][a-z0-9_]{0,63}$`)

// checkNames returns an error for every name and alias that is malformed or already taken.
func checkNames(tools []tool) error {
	var mistakes []error
	names, constants := map[string]tool{}, map[string]tool{}
	claim := func(what, name string, by tool) {
		if !nameForm.MatchString(name) {
			mistakes = append(mistakes, fmt.Errorf("%s: %s %q does not match %s", by.rpc, what, name, nameForm))
		}
		if holder, taken := names[name]; taken {
			mistakes = append(mistakes, fmt.Errorf("%s: %s %q is already taken by %s", by.rpc, what, name, holder.rpc))
			return
		}
		names[name] = by
	}
	for _, t := range tools {
		claim("tool name", t.name, t)
		constant := goName(t.name)
		if holder, taken := constants[constant]; taken && holder.name != t.name {
			mistakes = append(mistakes, fmt.Errorf("%s: tool name %q has the same Go name, %s, as %q of %s",
				t.rpc, t.name, constant, holder.name, holder.rpc))
		}
		constants[constant] = t
	}
	for _, t := range tools { // after all names, so that the alias is at fault and not the name
		for _, alias := range t.aliases {
			claim("alias", alias, t)
		}
	}
	return errors.Join(mistakes...)
}

// goName converts make_note to MakeNote.
func goName(name string) string {
	var out strings.Builder
	for word := range strings.SplitSeq(name, "_") {
		if word != "" {
			out.WriteString(strings.ToUpper(word[:1]) + word[1:])
		}
	}
	return out.String()
}
