package httphost

import (
	"fmt"
	"net/netip"
	"strings"
)

// Check returns an error unless a text is a name or an address that a request can be for, as Rule.Allowed takes it: without a scheme, a
// port or a path.
func Check(name string) error {
	if _, err := netip.ParseAddr(name); err == nil || isName(name) {
		return nil
	}
	return fmt.Errorf("%q is not the name of a host such as tasks.example.org: without a scheme, a port or a path, and several have commas "+
		"between them", name)
}

// isName is as strict as names are that people type: letters of other scripts stand in the header Host in Punycode.
func isName(name string) bool {
	for label := range strings.SplitSeq(strings.TrimSuffix(name, "."), ".") {
		if label == "" || strings.Trim(label, "-") != label || strings.ContainsFunc(label, neverInName) {
			return false
		}
	}
	return true
}

func neverInName(r rune) bool {
	return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '-' && r != '_'
}
