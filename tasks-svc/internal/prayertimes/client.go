// Package prayertimes asks masjid-svc when prayers begin.
package prayertimes

import (
	"context"
	"fmt"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	masjidv1 "github.com/salaatflow/platform/proto/salaatflow/masjid/v1"
	"github.com/salaatflow/platform/services/identity"
	"github.com/salaatflow/platform/tasks-svc/internal/tasks"
)

// timeout bounds an answer, for which who creates a task may be waiting.
const timeout = time.Second

// Client asks masjid-svc. It is safe for concurrent use.
type Client struct{ masjids masjidv1.MasjidServiceClient }

// New returns a Client that asks at conn.
func New(conn grpc.ClientConnInterface) *Client {
	return &Client{masjids: masjidv1.NewMasjidServiceClient(conn)}
}

// Start returns when a prayer begins on a date, YYYY-MM-DD: at a masjid or, where masjidID is 0, at the user's own place.
func (c *Client) Start(ctx context.Context, userID, masjidID int32, prayer, date string) (time.Time, error) {
	day, err := c.ask(ctx, userID, masjidID, &masjidv1.GetPrayerTimesRequest{Date: proto.String(date)})
	if err != nil {
		return time.Time{}, err
	}
	return start(day.GetStartDatetimes(), prayer, date)
}

// Starts returns when each prayer begins on so many dates from one on, by the date and the prayer's name. It returns tasks.ErrNoPrayers if
// masjid-svc can say of no date.
func (c *Client) Starts(
	ctx context.Context, userID, masjidID int32, from string, days int32,
) (map[string]map[string]time.Time, error) {
	asked, err := c.ask(ctx, userID, masjidID, &masjidv1.GetPrayerTimesRequest{Date: proto.String(from), Days: proto.Int32(days)})
	switch status.Code(err) {
	case codes.OK:
	case codes.NotFound, codes.FailedPrecondition, codes.InvalidArgument, codes.OutOfRange:
		return nil, fmt.Errorf("%w: %w", tasks.ErrNoPrayers, err)
	default:
		return nil, err
	}
	found := map[string]map[string]time.Time{}
	for _, day := range asked.GetDays() {
		starts := map[string]time.Time{}
		for _, prayer := range tasks.Prayers() {
			if starts[prayer], err = start(day.GetStartDatetimes(), prayer, day.GetDate()); err != nil {
				return nil, err
			}
		}
		found[day.GetDate()] = starts
	}
	return found, nil
}

// ask asks for the prayer times of a user at a masjid, or at the user's own place for 0.
func (c *Client) ask(
	ctx context.Context, userID, masjidID int32, request *masjidv1.GetPrayerTimesRequest,
) (*masjidv1.GetPrayerTimesResponse, error) {
	ctx, cancel := context.WithTimeout(identity.NewContext(ctx, identity.Caller{UserID: userID}), timeout)
	defer cancel()
	if masjidID != 0 {
		request.MasjidId = proto.Int32(masjidID)
	}
	answer, err := c.masjids.GetPrayerTimes(ctx, request)
	if err != nil {
		return nil, fmt.Errorf("ask for prayer times: %w", err)
	}
	return answer, nil
}

// start returns when a prayer begins, of those of a date.
func start(starts *masjidv1.FiveDatetimes, prayer, date string) (time.Time, error) {
	texts := map[string]string{
		"Fajr": starts.GetFajr(), "Dhuhr": starts.GetDhuhr(), "Asr": starts.GetAsr(), "Maghrib": starts.GetMaghrib(), "Isha": starts.GetIsha(),
	}
	at, err := time.Parse(time.RFC3339, texts[prayer])
	if err != nil {
		return time.Time{}, fmt.Errorf("the start of %s on %s: %w", prayer, date, err)
	}
	return at, nil
}
