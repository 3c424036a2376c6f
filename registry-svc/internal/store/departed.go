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
	"github.com/salaatflow/platform/services/catalog"
)

// remove remembers the instances of registrations that were removed.
func (p *Postgres) remove(ctx context.Context, tx *sql.Tx, depart registrations.Depart, removed []registrations.Registration) error {
	if depart == nil || len(removed) == 0 {
		return nil
	}
	left, err := p.list(ctx, tx)
	if err != nil {
		return err
	}
	return p.depart(ctx, tx, func(departed []registrations.Departed) []registrations.Departed {
		return depart(departed, left, removed)
	})
}

// depart makes what is remembered of departed instances what change returns of it.
func (p *Postgres) depart(ctx context.Context, tx *sql.Tx, change func([]registrations.Departed) []registrations.Departed) error {
	before, err := departed(ctx, tx)
	if err != nil {
		return err
	}
	after := change(slices.Clone(before))
	kept := make(map[catalog.InstanceKey]registrations.Departed, len(after))
	for _, d := range after {
		kept[d.Instance.Key()] = d
	}
	for _, d := range before {
		if now, stays := kept[d.Instance.Key()]; stays && now.At.Equal(d.At) {
			delete(kept, d.Instance.Key())
			continue
		}
		if _, err := forgetDeparted(ctx, tx, d.Instance.Service, d.Instance.ID); err != nil {
			return err
		}
	}
	for _, d := range kept {
		_, err := tx.ExecContext(ctx, `INSERT INTO registry_departed
			(service, instance_id, address, definition_hash, version, host, tools, since, at, stopped, error)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
			d.Instance.Service, d.Instance.ID, d.Instance.Address, d.Instance.DefinitionHash, d.Version, hostText(d.Host),
			strings.Join(d.Tools, ","), d.Since.UnixNano(), d.At.UnixNano(), d.Stopped, d.Error)
		if err != nil {
			return fmt.Errorf("remember an instance that departed: %w", err)
		}
	}
	return nil
}

// forgetDeparted forgets a departed instance or, if instance is empty, all of the service.
func forgetDeparted(ctx context.Context, tx *sql.Tx, service, instance string) (forgotten int, err error) {
	done, err := tx.ExecContext(ctx, "DELETE FROM registry_departed WHERE service = $1 AND ($2 = '' OR instance_id = $2)", service, instance)
	if err != nil {
		return 0, fmt.Errorf("forget an instance that departed: %w", err)
	}
	rows, err := done.RowsAffected()
	return int(rows), err
}

// Departed implements registrations.Store.
func (p *Postgres) Departed(ctx context.Context) (all []registrations.Departed, err error) {
	err = within(ctx, func(ctx context.Context) error {
		all, err = departed(ctx, p.db.Reader())
		return err
	})
	return all, err
}

// Forget implements registrations.Store.
func (p *Postgres) Forget(ctx context.Context, service, instance string) (forgotten int, err error) {
	err = p.update(ctx, func(ctx context.Context, tx *sql.Tx) (bool, error) {
		forgotten, err = forgetDeparted(ctx, tx, service, instance)
		return false, err
	})
	return forgotten, err
}

func departed(ctx context.Context, from querier) (all []registrations.Departed, err error) {
	rows, err := from.QueryContext(ctx, `SELECT service, instance_id, address, definition_hash, version, host, tools, since, at, stopped, error
		FROM registry_departed ORDER BY service, instance_id`)
	if err != nil {
		return nil, fmt.Errorf("read which instances departed: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var (
			d           registrations.Departed
			host, tools string
			since, at   int64
		)
		err := rows.Scan(&d.Instance.Service, &d.Instance.ID, &d.Instance.Address, &d.Instance.DefinitionHash, &d.Version, &host,
			&tools, &since, &at, &d.Stopped, &d.Error)
		if err == nil && host != "" {
			d.Host, err = netip.ParseAddr(host)
		}
		if err != nil {
			return nil, fmt.Errorf("read which instances departed: %w", err)
		}
		if tools != "" {
			d.Tools = strings.Split(tools, ",")
		}
		d.Since, d.At = time.Unix(0, since), time.Unix(0, at)
		all = append(all, d)
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil {
		return nil, fmt.Errorf("read which instances departed: %w", err)
	}
	return all, nil
}
