// Package prayertimes asks masjid-svc when prayers begin.
package prayertimes

import (
	"context"
	"fmt"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"

	masjidv1 "github.com/salaatflow/platform/proto/salaatflow/masjid/v1"
	"github.com/salaatflow/platform/services/identity"
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
	ctx, cancel := context.WithTimeout(identity.NewContext(ctx, identity.Caller{UserID: userID}), timeout)
	defer cancel()
	request := &masjidv1.GetPrayerTimesRequest{Date: proto.String(date)}
	if masjidID != 0 {
		request.MasjidId = proto.Int32(masjidID)
	}
	day, err := c.masjids.GetPrayerTimes(ctx, request)
	if err != nil {
		return time.Time{}, fmt.Errorf("ask for prayer times: %w", err)
	}
	starts := day.GetStartDatetimes()
	texts := map[string]string{
		"Fajr": starts.GetFajr(), "Dhuhr": starts.GetDhuhr(), "Asr": starts.GetAsr(), "Maghrib": starts.GetMaghrib(), "Isha": starts.GetIsha(),
	}
	at, err := time.Parse(time.RFC3339, texts[prayer])
	if err != nil {
		return time.Time{}, fmt.Errorf("the start of %s on %s: %w", prayer, date, err)
	}
	return at, nil
}
