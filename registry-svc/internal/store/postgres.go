package store

import (
	"context"
	"crypto/rand"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"net/netip"
	"time"

	"github.com/salaatflow/platform/registry-svc/internal/registrations"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/sqlstore"
)

//go:embed migrations
var migrations embed.FS

// Schema returns the tables of the registry, which are PostgreSQL's alone: a registry that shares its store with no other
// keeps it in memory.
func Schema() sqlstore.Schema {
	return sqlstore.Schema{Name: "registry", Migrations: sqlstore.Embedded(migrations), Command: "registry-svc migrate"}
}

const (
	// timeout bounds each method, so that a database which hangs holds up nobody for long.
	timeout = 3 * time.Second
	// channel is where registries tell each other that something changed.
	channel = "salaatflow_registry"
)

// Postgres stores registrations in PostgreSQL, for all registries that share the database. Whatever changes who is
// registered or what is published locks the one row of registry_state first, so that the rules, which look at all
// registrations, see all of them.
type Postgres struct {
	db          *sqlstore.DB
	clock       *DatabaseClock
	self        string // who changed something
	definitions definitions
	changed     chan struct{}
	unpinned    bool
	remembered  int // services at most
}

var _ registrations.Store = (*Postgres)(nil)

// NewPostgres returns a store in a database, and its clock, by which leases end. local measures time between two looks at
// the database's clock.
func NewPostgres(db *sqlstore.DB, local clock.Clock) (*Postgres, *DatabaseClock) {
	clock := &DatabaseClock{Clock: local}
	return &Postgres{
		db: db, clock: clock, self: rand.Text(), changed: make(chan struct{}, 1), remembered: registrations.DefaultRemembered,
	}, clock
}

// WithoutPins lets the store remember no definition. It is called before the store is used.
func (p *Postgres) WithoutPins() { p.unpinned = true }

// RememberAtMost sets of how many services definitions are remembered, at least 1. It is called before the store is used.
func (p *Postgres) RememberAtMost(services int) { p.remembered = services }

// Run listens for the changes that others make, until ctx ends.
func (p *Postgres) Run(ctx context.Context) {
	p.db.Listen(ctx, channel, func(who string) {
		if who == p.self {
			return
		}
		select {
		case p.changed <- struct{}{}:
		default:
		}
	})
}

// Changed implements registrations.Store.
func (p *Postgres) Changed() <-chan struct{} { return p.changed }

// within bounds a method, and says of a database that does not answer in time that it is away.
func within(ctx context.Context, do func(context.Context) error) error {
	bounded, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	err := do(bounded)
	if err != nil && bounded.Err() != nil && ctx.Err() == nil {
		return apperr.Unavailable("the registry's database does not answer: try again in a moment").WithCause(err)
	}
	return err
}

// update runs do in a transaction in which nobody else changes anything but the ends of leases. If do reports that it
// changed something, the others are told.
func (p *Postgres) update(ctx context.Context, do func(context.Context, *sql.Tx) (changed bool, err error)) error {
	return within(ctx, func(ctx context.Context) error {
		return p.db.Update(ctx, func(ctx context.Context, tx *sql.Tx) error {
			if _, err := tx.ExecContext(ctx, "SELECT 1 FROM registry_state WHERE id = $1 FOR UPDATE", 1); err != nil {
				return fmt.Errorf("lock the registry's state: %w", err)
			}
			changed, err := do(ctx, tx)
			if err != nil || !changed {
				return err
			}
			if _, err := tx.ExecContext(ctx, "SELECT pg_notify($1, $2)", channel, p.self); err != nil {
				return fmt.Errorf("tell the other registries: %w", err)
			}
			return nil
		})
	})
}

// Put implements registrations.Store.
func (p *Postgres) Put(
	ctx context.Context, r registrations.Registration, admit registrations.Admit,
) (added *registrations.Pin, err error) {
	content := r.Definition.Encode()
	err = p.update(ctx, func(ctx context.Context, tx *sql.Tx) (bool, error) {
		all, err := p.list(ctx, tx)
		if err != nil {
			return false, err
		}
		var replaced *registrations.Registration
		others := make([]registrations.Registration, 0, len(all))
		for _, other := range all {
			if other.Instance.Key() == r.Instance.Key() {
				replaced = &other
			} else {
				others = append(others, other)
			}
		}
		candidate := []registrations.Registration{r}
		if err := p.setPinned(ctx, tx, candidate); err != nil {
			return false, err
		}
		if err := admit(candidate[0].Pinned, replaced, others); err != nil {
			return false, err
		}
		if added, err = p.remember(ctx, tx, r, others, content); err != nil {
			return false, err
		}
		if replaced == nil {
			err = p.depart(ctx, tx, func(departed []registrations.Departed) []registrations.Departed {
				return registrations.Returned(departed, r.Instance)
			})
		} else if _, err = tx.ExecContext(ctx, "DELETE FROM registry_registrations WHERE lease_id = $1", replaced.LeaseID); err != nil {
			err = fmt.Errorf("replace a registration: %w", err)
		}
		if err != nil {
			return false, err
		}
		if _, err := tx.ExecContext(ctx, "INSERT INTO registry_definitions (hash, content) VALUES ($1, $2) ON CONFLICT DO NOTHING",
			r.Definition.Hash, content); err != nil {
			return false, fmt.Errorf("store a definition: %w", err)
		}
		p.definitions.add(r.Definition)
		_, err = tx.ExecContext(ctx, `INSERT INTO registry_registrations
			(lease_id, service, instance_id, address, definition_hash, host, trusted, since, expires)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
			r.LeaseID, r.Instance.Service, r.Instance.ID, r.Instance.Address, r.Definition.Hash,
			hostText(r.Holder.Host), r.Holder.Trusted, r.Since.UnixNano(), r.Expires.UnixNano())
		if err != nil {
			return false, fmt.Errorf("store a registration: %w", err)
		}
		return true, nil
	})
	if err != nil {
		return nil, err
	}
	return added, nil
}

// Renew implements registrations.Store.
func (p *Postgres) Renew(ctx context.Context, leaseIDs []string, now, expires time.Time) (renewed []string, err error) {
	if len(leaseIDs) == 0 {
		return nil, nil
	}
	err = within(ctx, func(ctx context.Context) error {
		return p.db.Update(ctx, func(ctx context.Context, tx *sql.Tx) error {
			renewed = nil
			rows, err := tx.QueryContext(ctx, `UPDATE registry_registrations SET expires = GREATEST(expires, $3)
				WHERE lease_id = ANY($1) AND expires > $2 RETURNING lease_id`, leaseIDs, now.UnixNano(), expires.UnixNano())
			if err != nil {
				return fmt.Errorf("renew leases: %w", err)
			}
			defer rows.Close()
			for rows.Next() {
				var leaseID string
				if err := rows.Scan(&leaseID); err != nil {
					return fmt.Errorf("renew leases: %w", err)
				}
				renewed = append(renewed, leaseID)
			}
			return rows.Err()
		})
	})
	return renewed, err
}

// Delete implements registrations.Store.
func (p *Postgres) Delete(
	ctx context.Context, leaseID string, depart registrations.Depart,
) (gone registrations.Registration, err error) {
	err = p.update(ctx, func(ctx context.Context, tx *sql.Tx) (bool, error) {
		deleted, err := p.registrations(ctx, tx, "DELETE FROM registry_registrations WHERE lease_id = $1 RETURNING "+columns, leaseID)
		if err != nil {
			return false, err
		}
		if len(deleted) == 0 {
			return false, registrations.ErrNoLease
		}
		gone = deleted[0]
		return true, p.remove(ctx, tx, depart, deleted)
	})
	return gone, err
}

// DeleteExpired implements registrations.Store.
func (p *Postgres) DeleteExpired(
	ctx context.Context, now time.Time, depart registrations.Depart,
) (expired []registrations.Registration, next time.Time, err error) {
	err = p.update(ctx, func(ctx context.Context, tx *sql.Tx) (bool, error) {
		var err error
		expired, err = p.registrations(ctx, tx, "DELETE FROM registry_registrations WHERE expires <= $1 RETURNING "+columns, now.UnixNano())
		if err != nil {
			return false, err
		}
		if err := p.remove(ctx, tx, depart, expired); err != nil {
			return false, err
		}
		var earliest sql.NullInt64
		if err := tx.QueryRowContext(ctx, "SELECT MIN(expires) FROM registry_registrations").Scan(&earliest); err != nil {
			return false, fmt.Errorf("find the next end of a lease: %w", err)
		}
		if next = (time.Time{}); earliest.Valid {
			next = time.Unix(0, earliest.Int64)
		}
		return len(expired) > 0, nil
	})
	return expired, next, err
}

// Beat implements registrations.Store. It looks at the database's clock as well.
func (p *Postgres) Beat(ctx context.Context, last, now time.Time, tolerance time.Duration) (lost time.Duration, err error) {
	if err := p.Synchronize(ctx); err != nil {
		return 0, err
	}
	err = p.update(ctx, func(ctx context.Context, tx *sql.Tx) (bool, error) {
		var beat int64
		if err := tx.QueryRowContext(ctx, "SELECT beat FROM registry_state WHERE id = $1", 1).Scan(&beat); err != nil {
			return false, fmt.Errorf("read when a registry ran last: %w", err)
		}
		if !last.IsZero() {
			beat = max(beat, last.UnixNano())
		}
		lost = 0
		if gap := time.Duration(now.UnixNano() - beat); beat != 0 && gap > tolerance {
			lost = gap
			if _, err := tx.ExecContext(ctx, "UPDATE registry_registrations SET expires = expires + $1", int64(lost)); err != nil {
				return false, fmt.Errorf("extend the leases: %w", err)
			}
		}
		if _, err := tx.ExecContext(ctx, "UPDATE registry_state SET beat = GREATEST(beat, $1)", now.UnixNano()); err != nil {
			return false, fmt.Errorf("note that a registry runs: %w", err)
		}
		return false, nil
	})
	return lost, err
}

// Mark implements registrations.Store.
func (p *Postgres) Mark(ctx context.Context, conditions map[string]registrations.Condition) error {
	return p.update(ctx, func(ctx context.Context, tx *sql.Tx) (bool, error) {
		for leaseID, c := range conditions {
			_, err := tx.ExecContext(ctx,
				"UPDATE registry_registrations SET renewed = $2, silent = $3, not_serving = $4, lost = $5, error = $6 WHERE lease_id = $1",
				leaseID, c.Renewed, c.Silent, c.NotServing, c.Lost, c.Error)
			if err != nil {
				return false, fmt.Errorf("store what is known of an instance: %w", err)
			}
		}
		return true, nil
	})
}

// Lead implements registrations.Store.
func (p *Postgres) Lead(ctx context.Context, now, until time.Time) (leads bool, err error) {
	err = within(ctx, func(ctx context.Context) error {
		return p.db.Update(ctx, func(ctx context.Context, tx *sql.Tx) error {
			done, err := tx.ExecContext(ctx,
				"UPDATE registry_state SET checker = $1, checker_until = $3 WHERE checker = $1 OR checker_until <= $2",
				p.self, now.UnixNano(), until.UnixNano())
			if err != nil {
				return fmt.Errorf("see who checks the instances: %w", err)
			}
			rows, err := done.RowsAffected()
			leads = rows == 1
			return err
		})
	})
	return leads, err
}

// List implements registrations.Store.
func (p *Postgres) List(ctx context.Context) (all []registrations.Registration, err error) {
	err = within(ctx, func(ctx context.Context) error {
		all, err = p.list(ctx, p.db.Reader())
		return err
	})
	return all, err
}

// columns are those of a registration, as registrations reads them.
const columns = `lease_id, service, instance_id, address, definition_hash, host, trusted, since, expires,
	renewed, silent, not_serving, lost, error`

func (p *Postgres) list(ctx context.Context, from querier) ([]registrations.Registration, error) {
	return p.registrations(ctx, from, "SELECT "+columns+" FROM registry_registrations ORDER BY service, instance_id")
}

// querier is a transaction or a pool.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// registrations returns what a statement selects or removes.
func (p *Postgres) registrations(
	ctx context.Context, from querier, statement string, args ...any,
) (all []registrations.Registration, err error) {
	rows, err := from.QueryContext(ctx, statement, args...)
	if err != nil {
		return nil, fmt.Errorf("read registrations: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var (
			r              registrations.Registration
			host           string
			since, expires int64
		)
		err := rows.Scan(&r.LeaseID, &r.Instance.Service, &r.Instance.ID, &r.Instance.Address, &r.Instance.DefinitionHash,
			&host, &r.Holder.Trusted, &since, &expires,
			&r.Condition.Renewed, &r.Condition.Silent, &r.Condition.NotServing, &r.Condition.Lost, &r.Condition.Error)
		if err != nil {
			return nil, fmt.Errorf("read registrations: %w", err)
		}
		if host != "" {
			if r.Holder.Host, err = netip.ParseAddr(host); err != nil {
				return nil, fmt.Errorf("read who registered %s: %w", r.Instance.Service, err)
			}
		}
		r.Since, r.Expires = time.Unix(0, since), time.Unix(0, expires)
		all = append(all, r)
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil {
		return nil, fmt.Errorf("read registrations: %w", err)
	}
	hashes := make([]string, len(all))
	for i := range all {
		hashes[i] = all[i].Instance.DefinitionHash
	}
	known, err := p.definitions.of(ctx, from, hashes)
	if err != nil {
		return nil, err
	}
	for i := range all {
		all[i].Definition = known[all[i].Instance.DefinitionHash]
	}
	return all, p.setPinned(ctx, from, all)
}

func hostText(host netip.Addr) string {
	if !host.IsValid() {
		return ""
	}
	return host.String()
}
