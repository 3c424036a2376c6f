package address

import (
	"fmt"
	"net"
	"strconv"
	"strings"
	"unicode"
)

// Check returns an error unless a text is host:port, with a port from 0 to 65535. The host may be empty, which is every interface.
func Check(hostport string) error {
	host, port, err := net.SplitHostPort(hostport)
	_, outside := strconv.ParseUint(port, 10, 16)
	if err != nil || outside != nil || strings.ContainsFunc(host, neverInHost) {
		return fmt.Errorf("%q is not an address of the form host:port, such as 127.0.0.1:8080, with a port from 0 to 65535", hostport)
	}
	return nil
}

func neverInHost(r rune) bool {
	return unicode.IsSpace(r) || unicode.IsControl(r) || strings.ContainsRune("/@?#,;[]", r)
}
