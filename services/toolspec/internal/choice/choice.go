// Package choice says which of some values a text may be.
package choice

import (
	"fmt"
	"slices"
	"strings"

	"github.com/salaatflow/platform/services/suggest"
)

// Many is how many values are listed at most wherever they are told.
const Many = 16

// some is how many of more are named.
const some = 8

// Expected says which of these values was expected in place of a text. Of more than Many it names the nearest, and the first of the
// others, which a contract has in the order of use.
func Expected(values []string, given string) string {
	if len(values) <= Many {
		return "Expected one of: " + strings.Join(values, ", ")
	}
	return fmt.Sprintf("Expected one of %d values, such as %s", len(values), strings.Join(nearest(values, given)[:some], ", "))
}

// Some describes more than Many values.
func Some(values []string) string {
	return fmt.Sprintf("One of %d values, such as %s; any other text is answered with the nearest.",
		len(values), strings.Join(values[:some], ", "))
}

// longest is how much of a text is looked at, in bytes.
const longest = 64

// nearest returns the values, those first that a text resembles.
func nearest(values []string, given string) []string {
	closest := suggest.Closest(given[:min(len(given), longest)], values)
	others := slices.DeleteFunc(slices.Clone(values), func(value string) bool { return slices.Contains(closest, value) })
	return append(closest, others...)
}
