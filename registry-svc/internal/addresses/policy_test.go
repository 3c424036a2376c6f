package addresses_test

import (
	"context"
	"errors"
	"net/netip"
	"strings"
	"testing"

	"github.com/salaatflow/platform/registry-svc/internal/addresses"
)

func TestWhichAddressesMayBeRegistered(t *testing.T) {
	everywhere := []string{"0.0.0.0/0", "::/0"}
	for name, tc := range map[string]struct {
		loopback        bool
		allowed         []string
		caller, address string
		want            string // the address registered, or empty if it is refused
	}{
		"one's own":                             {false, nil, "10.0.0.7", "10.0.0.7:9001", "10.0.0.7:9001"},
		"one's own, mapped":                     {false, nil, "::ffff:10.0.0.7", "10.0.0.7:9001", "10.0.0.7:9001"},
		"one's own, written mapped":             {false, nil, "10.0.0.7", "[::ffff:10.0.0.7]:9001", "10.0.0.7:9001"},
		"one's own of IPv6":                     {false, nil, "2001:db8::7", "[2001:db8::7]:9001", "[2001:db8::7]:9001"},
		"another's":                             {false, nil, "10.0.0.7", "10.0.0.8:22", ""},
		"another's, of a stranger":              {false, nil, "", "10.0.0.8:22", ""},
		"another's that is allowed":             {false, []string{"10.0.0.0/24"}, "10.0.0.7", "10.0.0.8:9001", "10.0.0.8:9001"},
		"another's that is not":                 {false, []string{"10.0.0.0/24"}, "10.0.0.7", "10.0.1.8:9001", ""},
		"loopback of a loopback registry":       {true, nil, "127.0.0.1", "127.0.0.1:9001", "127.0.0.1:9001"},
		"another loopback of it":                {true, nil, "127.0.0.1", "[::1]:9001", "[::1]:9001"},
		"loopback, from elsewhere":              {true, nil, "10.0.0.7", "127.0.0.1:9001", ""},
		"loopback of another registry":          {false, everywhere, "127.0.0.1", "127.0.0.1:9001", ""},
		"another's, from loopback":              {true, nil, "127.0.0.1", "10.0.0.1:5432", ""},
		"unspecified":                           {true, everywhere, "127.0.0.1", "0.0.0.0:22", ""},
		"unspecified of IPv6":                   {true, everywhere, "127.0.0.1", "[::]:22", ""},
		"link-local":                            {false, everywhere, "169.254.0.7", "169.254.0.7:80", ""},
		"link-local of IPv6":                    {false, everywhere, "fe80::1", "[fe80::1]:80", ""},
		"of one link":                           {false, everywhere, "fe80::1", "[fe80::1%eth0]:80", ""},
		"multicast":                             {false, everywhere, "10.0.0.7", "224.0.0.1:80", ""},
		"multicast of IPv6":                     {false, everywhere, "10.0.0.7", "[ff02::1]:80", ""},
		"broadcast":                             {false, everywhere, "10.0.0.7", "255.255.255.255:80", ""},
		"metadata":                              {false, everywhere, "10.0.0.7", "169.254.169.254:80", ""},
		"metadata, mapped":                      {false, everywhere, "10.0.0.7", "[::ffff:169.254.169.254]:80", ""},
		"metadata of IPv6":                      {false, everywhere, "10.0.0.7", "[fd00:ec2::254]:80", ""},
		"metadata behind NAT64":                 {false, everywhere, "10.0.0.7", "[64:ff9b::a9fe:a9fe]:80", ""},
		"metadata behind 6to4":                  {false, everywhere, "10.0.0.7", "[2002:a9fe:a9fe::1]:80", ""},
		"metadata in an old form":               {false, everywhere, "10.0.0.7", "[::a9fe:a9fe]:80", ""},
		"a name of one's own":                   {false, nil, "10.0.0.7", "own:9001", "10.0.0.7:9001"},
		"a name of one's own, among others":     {false, []string{"10.0.0.0/24"}, "10.0.0.7", "both:9001", "10.0.0.7:9001"},
		"a name that is another's too":          {false, nil, "10.0.0.7", "both:9001", ""},
		"a name that is metadata":               {false, everywhere, "10.0.0.7", "metadata:80", ""},
		"a name that is one's own and metadata": {false, everywhere, "10.0.0.7", "rebound:80", ""},
		"a name of nobody":                      {false, everywhere, "10.0.0.7", "nobody:80", ""},
		"no address":                            {false, everywhere, "10.0.0.7", "10.0.0.7", ""},
	} {
		t.Run(name, func(t *testing.T) {
			allowed, err := addresses.Parse(tc.allowed)
			if err != nil {
				t.Fatal(err)
			}
			policy := addresses.New(tc.loopback, allowed...)
			policy.Lookup = lookup
			var caller netip.Addr
			if tc.caller != "" {
				caller = netip.MustParseAddr(tc.caller)
			}
			got, err := policy.Admit(t.Context(), caller, tc.address)
			if got != tc.want {
				t.Errorf("got %q, %v; want %q", got, err, tc.want)
			}
			var refused *addresses.RefusedError
			if tc.want == "" && !errors.As(err, &refused) {
				t.Errorf("it is refused with %v", err)
			}
		})
	}
}

func lookup(_ context.Context, host string) ([]netip.Addr, error) {
	found := map[string][]string{
		"own": {"10.0.0.7"}, "both": {"10.0.0.3", "10.0.0.7"}, "metadata": {"169.254.169.254"},
		"rebound": {"10.0.0.7", "169.254.169.254"},
	}[host]
	if found == nil {
		return nil, errors.New("no such host")
	}
	var ips []netip.Addr
	for _, text := range found {
		ips = append(ips, netip.MustParseAddr(text))
	}
	return ips, nil
}

func TestNetworksThatAreNoneAreRefusedByName(t *testing.T) {
	for _, text := range []string{"", "10.0.0.1", "10.0.0.0/33", "tasks-svc"} {
		if _, err := addresses.Parse([]string{text}); err == nil || !strings.Contains(err.Error(), text) {
			t.Errorf("%q: %v", text, err)
		}
	}
}
