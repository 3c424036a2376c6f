package cli

import (
	"context"
	"fmt"
	"io"
	"strconv"

	"github.com/salaatflow/platform/salaatflow/internal/output"
)

type calendarCommand struct {
	Create calendarCreate `cmd:"" help:"Make a private address of your tasks' calendar feed and print it, which nothing does again."`
	List   calendarList   `cmd:"" help:"List the private addresses of your calendar feed."`
	Revoke calendarRevoke `cmd:"" help:"Revoke a private address of your calendar feed."`
}

type calendarCreate struct {
	remote
	asUser
	printed
	Name string `arg:"" optional:"" help:"What to call it, such as the calendar that reads it."`
}

// Run prints the address alone on standard output, so that it can be sent into a file.
func (c calendarCreate) Run(ctx context.Context, streams Streams) error {
	gateway, err := c.client()
	if err != nil {
		return err
	}
	defer gateway.Close()
	made, err := gateway.CreateCalendar(ctx, c.Name, c.User)
	if err != nil {
		return err
	}
	fmt.Fprintf(streams.Err, "Calendar %d. Whoever has its address reads your tasks, and it is not shown again.\n", made.ID)
	return c.Output.Write(streams.Out, made, func(out io.Writer) error {
		_, err := fmt.Fprintln(out, made.URL)
		return err
	})
}

type calendarList struct {
	remote
	asUser
	printed
}

// Run prints the addresses without their secrets.
func (c calendarList) Run(ctx context.Context, streams Streams) error {
	gateway, err := c.client()
	if err != nil {
		return err
	}
	defer gateway.Close()
	calendars, err := gateway.Calendars(ctx, c.User)
	if err != nil {
		return err
	}
	return c.Output.Write(streams.Out, calendars, func(out io.Writer) error {
		rows := output.Rows{{"ID", "NAME", "CREATED", "LAST READ"}}
		for _, calendar := range calendars {
			name, read := "", "never"
			if calendar.Name != nil {
				name = *calendar.Name
			}
			if calendar.LastReadAt != nil {
				read = *calendar.LastReadAt
			}
			rows.Add(strconv.Itoa(int(calendar.ID)), strconv.Quote(name), calendar.CreatedAt, read)
		}
		return rows.Write(out)
	})
}

type calendarRevoke struct {
	remote
	asUser
	ID int32 `arg:"" help:"The number of the address, as \"salaatflow calendar list\" shows it."`
}

// Run revokes the address.
func (c calendarRevoke) Run(ctx context.Context, streams Streams) error {
	gateway, err := c.client()
	if err != nil {
		return err
	}
	defer gateway.Close()
	if err := gateway.RevokeCalendar(ctx, c.ID, c.User); err != nil {
		return err
	}
	fmt.Fprintf(streams.Err, "Calendar %d is revoked: its address answers 404.\n", c.ID)
	return nil
}
