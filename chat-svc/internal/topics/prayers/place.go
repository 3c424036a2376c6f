package prayers

import (
	"context"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/language/gazetteer"
)

// resolvePlace adds the place to the arguments: a masjid by name or by position, an area, a city, or the place of the
// conversation. Without any of these, the tool uses the user's place. resolvePlace reports whether the turn may go
// on.
func (t Talk) resolvePlace(ctx context.Context, intent detect.Intent, slots *detect.Slots, args dialogue.Arguments) bool {
	pointsAtMasjid := t.Detected.Cues.Ordinal != 0 && t.State.Listed.Kind == conversation.Masjids
	switch {
	case slots.Latitude != nil && slots.Longitude != nil:
		args["latitude"], args["longitude"] = *slots.Latitude, *slots.Longitude
	case slots.MasjidName != nil || pointsAtMasjid:
		chosen, ok := t.masjids().Which(ctx, intent, *slots)
		if !ok {
			return false
		}
		chosen.Said = dialogue.TextOf(slots.MasjidName)
		t.State.Masjid = chosen
		args["masjid_id"] = chosen.ID
	case slots.Area != nil || slots.City != nil:
		dialogue.Set(args, "area", slots.Area)
		dialogue.Set(args, "city", slots.City)
	case t.refersToPlace():
		t.placeArguments(slots, args)
	}
	return true
}

// refersToPlace reports whether a message that names no place means the place of the conversation: it says "there",
// or the previous message was about that place.
func (t Talk) refersToPlace() bool {
	if t.Detected.Cues.There || t.Detected.Cues.Continues {
		return true
	}
	switch t.State.Last.Intent {
	case detect.ListMasjids, detect.SearchMasjids, detect.GetMasjidDetails, detect.GetPrayerTimes, detect.GetCurrentPrayer,
		detect.GetIslamicDate:
		return true
	default:
		return false
	}
}

func (t Talk) placeArguments(slots *detect.Slots, args dialogue.Arguments) {
	place := t.State.Place
	switch {
	case place.Masjid != 0:
		args["masjid_id"] = place.Masjid
	case place.Area != "":
		slots.Area = &place.Area
		args["area"] = place.Area
	case place.City != "":
		slots.City = &place.City
		args["city"] = place.City
	}
}

// placeOf returns the name of the place that prayer times are for.
func (t Talk) placeOf(day prayerDay) string {
	switch {
	case day.MasjidName != nil:
		known := conversation.Item{Name: *day.MasjidName}
		if day.MasjidID != nil && t.State.Masjid.ID == *day.MasjidID {
			known = t.State.Masjid
		}
		return t.MasjidName(known)
	case day.Area != nil:
		return t.AreaName(*day.Area)
	case day.City != nil:
		return t.CityAt(*day.City, gazetteer.Point{Latitude: day.Latitude, Longitude: day.Longitude})
	default:
		return t.Book.Say("your_place", nil)
	}
}

// asksWhere asks where one is who asks for the times near by, and of whom no place is known. It reports whether it asked.
func (t Talk) asksWhere(ctx context.Context, slots detect.Slots) bool {
	placed := slots.City != nil || slots.Area != nil || slots.MasjidName != nil || slots.Latitude != nil
	if !t.Detected.Cues.Near || placed {
		return false
	}
	if _, city := t.Home(ctx); city != nil {
		return false
	}
	t.Ask(conversation.Question{
		Asks: dialogue.AsksArea, Asked: conversation.Asked{Intent: detect.GetPrayerTimes, Slots: slots},
	}, "ask_near", nil)
	return true
}
