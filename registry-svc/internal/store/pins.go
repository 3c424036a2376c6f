package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"time"

	"github.com/salaatflow/platform/registry-svc/internal/registrations"
)

// pinColumns are those of a pin, as pins reads them.
const pinColumns = "hash, service, version, tools, state, since, host, decided_by, decided_at, reason"

// pinVersion names what pins are remembered of.
type pinVersion struct{ service, version string }

// pins returns what a condition selects of what is remembered, in the order of registrations.ComparePins, without definitions.
func pins(ctx context.Context, from querier, where string, args ...any) (found []registrations.Pin, err error) {
	rows, err := from.QueryContext(ctx, "SELECT "+pinColumns+" FROM registry_pins WHERE "+where, args...)
	if err != nil {
		return nil, fmt.Errorf("read the definitions that are remembered: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var (
			pin              registrations.Pin
			tools, host      string
			since, decidedAt int64
		)
		err := rows.Scan(&pin.Hash, &pin.Service, &pin.Version, &tools, &pin.State, &since, &host,
			&pin.Verdict.By, &decidedAt, &pin.Verdict.Reason)
		if err != nil {
			return nil, fmt.Errorf("read the definitions that are remembered: %w", err)
		}
		pin.Since = time.Unix(0, since)
		if tools != "" {
			pin.Tools = strings.Split(tools, ",")
		}
		if decidedAt != 0 {
			pin.Verdict.State, pin.Verdict.At = pin.State, time.Unix(0, decidedAt)
		}
		if host != "" {
			if pin.Host, err = netip.ParseAddr(host); err != nil {
				return nil, fmt.Errorf("read who offered %s first: %w", pin.Service, err)
			}
		}
		found = append(found, pin)
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil {
		return nil, fmt.Errorf("read the definitions that are remembered: %w", err)
	}
	slices.SortFunc(found, registrations.ComparePins)
	return found, nil
}

// defined reads the definitions of pins.
func (p *Postgres) defined(ctx context.Context, from querier, pins []registrations.Pin) error {
	hashes := make([]string, len(pins))
	for i := range pins {
		hashes[i] = pins[i].Hash
	}
	known, err := p.definitions.of(ctx, from, hashes)
	if err != nil {
		return err
	}
	for i := range pins {
		pins[i].Definition = known[pins[i].Hash]
	}
	return nil
}

// setPinned sets Pinned of registrations.
func (p *Postgres) setPinned(ctx context.Context, from querier, all []registrations.Registration) error {
	if p.unpinned || len(all) == 0 {
		return nil
	}
	versions := map[pinVersion]bool{}
	var services []string
	for _, r := range all {
		versions[pinVersion{r.Definition.Service, r.Definition.Version}] = true
		services = append(services, r.Definition.Service)
	}
	accepted, err := pins(ctx, from, "state = $1 AND service = ANY($2)", registrations.Accepted, services)
	if err != nil {
		return err
	}
	accepted = slices.DeleteFunc(accepted, func(pin registrations.Pin) bool { return !versions[pinVersion{pin.Service, pin.Version}] })
	if err := p.defined(ctx, from, accepted); err != nil {
		return err
	}
	byVersion := map[pinVersion][]registrations.Pin{}
	for _, pin := range accepted {
		of := pinVersion{pin.Service, pin.Version}
		byVersion[of] = append(byVersion[of], pin)
	}
	for i, r := range all {
		all[i].Pinned = registrations.Instead(byVersion[pinVersion{r.Definition.Service, r.Definition.Version}], r.Definition)
	}
	return nil
}

// remember remembers what a registration offers beside others.
func (p *Postgres) remember(
	ctx context.Context, tx *sql.Tx, r registrations.Registration, others []registrations.Registration, content []byte,
) (added *registrations.Pin, err error) {
	if p.unpinned {
		return nil, nil
	}
	service := r.Definition.Service
	all, err := pins(ctx, tx, "service = $1", service)
	if err != nil {
		return nil, err
	}
	same := slices.DeleteFunc(slices.Clone(all), func(pin registrations.Pin) bool { return pin.Version != r.Definition.Version })
	if err := p.defined(ctx, tx, same); err != nil {
		return nil, err
	}
	registered := func(service, version string) bool {
		return slices.ContainsFunc(others, func(o registrations.Registration) bool {
			return o.Definition.Service == service && (version == "" || o.Definition.Version == version)
		})
	}
	added, forgotten, err := registrations.Remember(same, all, r, func(version string) bool { return registered(service, version) })
	if err != nil || added == nil {
		return nil, err
	}
	if len(all) == 0 {
		if err := p.makeRoom(ctx, tx, func(service string) bool { return registered(service, "") }); err != nil {
			return nil, err
		}
	}
	if len(forgotten) > 0 {
		if _, err := tx.ExecContext(ctx, "DELETE FROM registry_pins WHERE hash = ANY($1)", forgotten); err != nil {
			return nil, fmt.Errorf("forget old definitions: %w", err)
		}
	}
	var decidedAt int64
	if !added.Verdict.At.IsZero() {
		decidedAt = added.Verdict.At.UnixNano()
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO registry_pins
		(hash, service, version, tools, state, since, host, decided_by, decided_at, content)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`, added.Hash, added.Service, added.Version, strings.Join(added.Tools, ","),
		added.State, added.Since.UnixNano(), hostText(added.Host), added.Verdict.By, decidedAt, content)
	if err != nil {
		return nil, fmt.Errorf("remember a definition: %w", err)
	}
	return added, nil
}

// makeRoom forgets a service if too many are remembered.
func (p *Postgres) makeRoom(ctx context.Context, tx *sql.Tx, registered func(service string) bool) error {
	var services int
	if err := tx.QueryRowContext(ctx, "SELECT count(DISTINCT service) FROM registry_pins").Scan(&services); err != nil {
		return fmt.Errorf("count the services that are remembered: %w", err)
	}
	if services < p.remembered {
		return nil
	}
	all, err := pins(ctx, tx, "TRUE")
	if err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "DELETE FROM registry_pins WHERE service = $1",
		registrations.ServiceToForget(all, p.remembered, registered)); err != nil {
		return fmt.Errorf("forget an old service: %w", err)
	}
	return nil
}

// Pins implements registrations.Store.
func (p *Postgres) Pins(ctx context.Context, service string) (found []registrations.Pin, err error) {
	err = within(ctx, func(ctx context.Context) error {
		found, err = pins(ctx, p.db.Reader(), "$1 = '' OR service = $1", service)
		return err
	})
	return found, err
}

// PinsOf implements registrations.Store.
func (p *Postgres) PinsOf(ctx context.Context, service, version string) (found []registrations.Pin, err error) {
	err = within(ctx, func(ctx context.Context) error {
		return p.db.View(ctx, func(ctx context.Context, tx *sql.Tx) error {
			if found, err = pins(ctx, tx, "service = $1 AND version = $2", service, version); err != nil {
				return err
			}
			return p.defined(ctx, tx, found)
		})
	})
	return found, err
}

// Decide implements registrations.Store.
func (p *Postgres) Decide(ctx context.Context, hash string, verdict registrations.Verdict) (judged registrations.Pin, err error) {
	err = p.update(ctx, func(ctx context.Context, tx *sql.Tx) (bool, error) {
		same, err := pins(ctx, tx, `(service, version) = (SELECT service, version FROM registry_pins WHERE hash = $1)`, hash)
		if err != nil {
			return false, err
		}
		if judged, err = registrations.Judge(same, hash, verdict); err != nil {
			return false, err
		}
		_, err = tx.ExecContext(ctx, "UPDATE registry_pins SET state = $2, decided_by = $3, decided_at = $4, reason = $5 WHERE hash = $1",
			hash, judged.State, verdict.By, verdict.At.UnixNano(), verdict.Reason)
		if err != nil {
			return false, fmt.Errorf("note what was decided: %w", err)
		}
		return true, nil
	})
	return judged, err
}
