package prayers

import (
	"context"
	"time"

	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/proto/toolnames"
)

// startFrom adds to the arguments from which day of ours on a day is looked for: that of a year, or the last one that was. It
// returns false if it could not be found out.
func (t Talk) startFrom(ctx context.Context, named *detect.HijriDay, args dialogue.Arguments) bool {
	switch {
	case named == nil:
	case named.Since != "":
		args["date"] = named.Since
	case named.Year != 0 && named.Occasion != "":
		first := t.elsewhere(args)
		setHijri(first, &detect.HijriDay{Month: 1, Day: 1, Year: named.Year})
		var day IslamicDay
		if !t.LookUp(ctx, toolnames.GetIslamicDate, first, &day) {
			return false
		}
		args["date"] = day.Date
	case named.Former && named.Year == 0:
		return t.startFromLast(ctx, named, args)
	}
	return true
}

// startFromLast sets the date to the last day of that name before today. Of Eid there are two in a year, of other days one, and of
// some one in each month.
func (t Talk) startFromLast(ctx context.Context, named *detect.HijriDay, args dialogue.Arguments) bool {
	const year, most = 356, 14
	from := t.Now.AddDate(0, 0, -year).Format(time.DateOnly)
	for range most {
		asked := t.elsewhere(args)
		setHijri(asked, named)
		asked["date"] = from
		t.ExtraCalls++
		var day IslamicDay
		if !t.LookUp(ctx, toolnames.GetIslamicDate, asked, &day) {
			return false
		}
		if day.DaysUntil >= 0 {
			break
		}
		args["date"] = day.Date
		until, err := time.Parse(time.DateOnly, day.Until)
		if err != nil {
			break
		}
		from = until.AddDate(0, 0, 1).Format(time.DateOnly)
	}
	return true
}

// elsewhere returns the arguments that say where, alone.
func (t Talk) elsewhere(args dialogue.Arguments) dialogue.Arguments {
	where := dialogue.Arguments{}
	for _, place := range []string{"masjid_id", "area", "city", "latitude", "longitude"} {
		if value, named := args[place]; named {
			where[place] = value
		}
	}
	return where
}
