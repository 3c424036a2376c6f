package identity

import (
	"fmt"
	"sync"
	"time"
	_ "time/tzdata" // the same zones on every machine
)

// DefaultTimezone is the time zone of a caller whose own is not known.
const DefaultTimezone = "Asia/Karachi"

var defaultZone = func() *time.Location {
	zone, err := time.LoadLocation(DefaultTimezone)
	if err != nil {
		panic(fmt.Sprintf("identity: the embedded zone database lacks %s: %v", DefaultTimezone, err))
	}
	return zone
}()

// zones caches loaded zones, because loading parses a file each time. It holds only names that exist, so it stays small.
var zones sync.Map // string -> *time.Location

// LoadZone returns the time zone of an IANA name such as Asia/Karachi. It refuses "" and "Local", which are not IANA
// names. It is safe for concurrent use, and cheap for a name it has seen.
func LoadZone(name string) (*time.Location, error) {
	if zone, ok := zones.Load(name); ok {
		return zone.(*time.Location), nil
	}
	if name == "" || name == "Local" {
		return nil, fmt.Errorf("%q is no IANA time zone such as %s", name, DefaultTimezone)
	}
	zone, err := time.LoadLocation(name)
	if err != nil {
		return nil, fmt.Errorf("%q is no IANA time zone such as %s", name, DefaultTimezone)
	}
	zones.Store(name, zone)
	return zone, nil
}
