// Package zones determines the time zone of a point on earth.
package zones

import (
	"fmt"
	"sync"

	"github.com/ringsaturn/tzf"
	tzfdata "github.com/ringsaturn/tzf-rel-lite"
	tzfv1 "github.com/ringsaturn/tzf/gen/go/tzf/v1"
	"google.golang.org/protobuf/proto"
)

// The borders of all zones never change. They are read once in a process, and only when needed: the squares that lie in
// a single zone take a tenth of a second of processor time, and the borders themselves a second and 30 MB.
var (
	squares = sync.OnceValues(func() (tzf.F, error) {
		data := &tzfv1.PreindexTimezones{}
		if err := proto.Unmarshal(tzfdata.PreindexData, data); err != nil {
			return nil, err
		}
		return tzf.NewFuzzyFinderFromPB(data)
	})
	borders = sync.OnceValues(tzf.NewDefaultFinder)
)

// At returns the IANA name of the zone at a point, in degrees, north and east positive. At sea it is one such as
// Etc/GMT+5.
func At(latitude, longitude float64) (string, error) {
	for _, read := range []func() (tzf.F, error){squares, borders} {
		zones, err := read()
		if err != nil {
			return "", fmt.Errorf("read the borders of time zones: %w", err)
		}
		if name := zones.GetTimezoneName(longitude, latitude); name != "" {
			return name, nil
		}
	}
	return nautical(longitude), nil
}

// nautical returns the zone of a longitude at sea. POSIX has its sign the other way round.
func nautical(longitude float64) string {
	switch hours := int((longitude+187.5)/15) - 12; {
	case hours > 0:
		return fmt.Sprintf("Etc/GMT-%d", hours)
	case hours < 0:
		return fmt.Sprintf("Etc/GMT+%d", -hours)
	default:
		return "Etc/GMT"
	}
}
