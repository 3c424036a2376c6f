package reminders

import (
	"fmt"
	"net/netip"
	"net/url"
	"strconv"
	"strings"

	"golang.org/x/net/idna"

	"github.com/salaatflow/platform/services/webaddress"
)

// URLError means that nothing may be posted to a URL. It is what the URL must be, for whoever gave it.
type URLError string

func (e URLError) Error() string { return string(e) }

// checkURL returns a URLError unless reminders may be posted to a URL, as far as it can be told without looking up its host. private lets
// hosts be those of a network of one's own, and without TLS; what nothing can reach is refused then, too. The address is checked again
// when it is known: see newClient.
func checkURL(text string, private bool) error {
	if webaddress.Check(text) != nil {
		return URLError("must be an https URL such as https://example.org/reminders, without a user name or blanks")
	}
	address, err := url.Parse(text)
	if err != nil {
		return URLError("must be an https URL such as https://example.org/reminders")
	}
	if port := address.Port(); port != "" {
		if number, err := strconv.ParseUint(port, 10, 16); err != nil || number == 0 {
			return URLError("must have a port from 1 to 65535, or none")
		}
	}
	if address.Scheme != "https" && !private {
		return URLError("must begin with https://, since what is posted is for its receiver alone")
	}
	return checkHost(address.Hostname(), private)
}

func checkHost(host string, private bool) error {
	host, err := toASCII(host)
	if err != nil {
		return err
	}
	if literal, err := netip.ParseAddr(host); err == nil {
		return checkLiteral(literal.Unmap(), private)
	}
	host = strings.TrimSuffix(host, ".") // the root, which a name may end with
	labels := strings.Split(host, ".")
	if err := checkLabels(host, labels); err != nil {
		return err
	}
	if private {
		return nil
	}
	if len(labels) == 1 {
		return URLError(fmt.Sprintf("must be at a public host such as hooks.example.org: %s is a name without a domain", host))
	}
	for _, local := range localDomains {
		if strings.HasSuffix("."+host, local) {
			return URLError("must be at a public host such as hooks.example.org: the public internet has no names that end in " + local)
		}
	}
	return nil
}

// toASCII returns a host as it is looked up, which for a name of other letters is Punycode, and for digits of other scripts an address.
func toASCII(host string) (string, error) {
	ascii := strings.ToLower(host)
	if strings.ContainsFunc(host, isNotASCII) {
		var err error
		if ascii, err = idna.Lookup.ToASCII(host); err != nil {
			return "", URLError("must have a host whose name may be registered, such as hooks.example.org")
		}
	}
	return ascii, nil
}

func checkLiteral(literal netip.Addr, private bool) error {
	limitedBroadcast := netip.AddrFrom4([4]byte{255, 255, 255, 255})
	switch {
	case literal.IsUnspecified() || literal.IsMulticast() || literal == limitedBroadcast || literal.Zone() != "":
		return URLError(fmt.Sprintf("must be at the address of one host: %s is none", literal))
	case !private && !isPublic(literal):
		return URLError(fmt.Sprintf("must be at a public address: %s is not one", literal))
	default:
		return nil
	}
}

// The limits of names in the DNS, in bytes.
const (
	longestName  = 253
	longestLabel = 63
)

// checkLabels refuses what can be looked up nowhere: it is no name, and no address in the one spelling that all programs read alike.
func checkLabels(host string, labels []string) error {
	for _, label := range labels {
		if !isLabel(label) {
			return URLError("must have a host whose name may be registered, such as hooks.example.org")
		}
	}
	switch {
	case len(host) > longestName:
		return URLError(fmt.Sprintf("must have a host of at most %d characters", longestName))
	case isNumber(labels[len(labels)-1]):
		return URLError(fmt.Sprintf(
			"must have a host that is a name, or an address of four decimal numbers such as 1.1.1.1: %s is neither", host))
	default:
		return nil
	}
}

func isLabel(label string) bool {
	if label == "" || len(label) > longestLabel || strings.Trim(label, "-") != label || strings.Contains(label, ":") {
		return false
	}
	if !strings.HasPrefix(label, "xn--") {
		return true
	}
	_, err := idna.Lookup.ToUnicode(label)
	return err == nil
}

// isNumber reports whether the last label of a host makes it an IPv4 address for programs that read it as WHATWG's standard of URLs
// does: in decimal, octal or hexadecimal digits. No name ends so.
func isNumber(label string) bool {
	digits, hexadecimal := strings.CutPrefix(label, "0x")
	return strings.IndexFunc(digits, func(r rune) bool {
		return (r < '0' || r > '9') && (!hexadecimal || r < 'a' || r > 'f')
	}) < 0
}

// localDomains are the ends of names that the public internet has not: those of RFC 6761 and its successors, the one that ICANN keeps for
// private use, and those that local networks use by custom.
var localDomains = []string{
	".localhost", ".local", ".internal", ".home.arpa", ".test", ".invalid", ".onion", ".alt",
	".localdomain", ".lan", ".home", ".corp", ".intranet", ".private", ".mail",
}

// reserved are the networks that are not the public internet's, beside those that netip knows: RFC 6890 and its successors. Some hold
// IPv4 addresses, which may be private.
var reserved = func() (networks []netip.Prefix) {
	for _, text := range []string{
		"0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24",
		"240.0.0.0/4", "::/96", "64:ff9b::/96", "64:ff9b:1::/48", "100::/64", "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20",
		"5f00::/16", "fec0::/10",
	} {
		networks = append(networks, netip.MustParsePrefix(text))
	}
	return networks
}()

// isPublic reports whether an address is one of the public internet.
func isPublic(address netip.Addr) bool {
	address = address.Unmap().WithZone("")
	if !address.IsGlobalUnicast() || address.IsPrivate() {
		return false
	}
	for _, network := range reserved {
		if network.Contains(address) {
			return false
		}
	}
	return true
}
