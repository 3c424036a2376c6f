package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/salaatflow/platform/registry-svc/internal/registrations"
	"github.com/salaatflow/platform/services/catalog"
)

// Publish implements registrations.Store. It takes the lock only if there is something to change.
func (p *Postgres) Publish(ctx context.Context, decide registrations.Decide) error {
	changed := false
	err := within(ctx, func(ctx context.Context) error {
		return p.db.View(ctx, func(ctx context.Context, tx *sql.Tx) error {
			changes, err := p.offer(ctx, tx, decide)
			changed = len(changes) > 0
			return err
		})
	})
	if err != nil || !changed {
		return err
	}
	return p.update(ctx, func(ctx context.Context, tx *sql.Tx) (bool, error) {
		changes, err := p.offer(ctx, tx, decide)
		if err != nil || len(changes) == 0 {
			return false, err
		}
		for _, change := range changes {
			if err := write(ctx, tx, change); err != nil {
				return false, fmt.Errorf("publish a change: %w", err)
			}
		}
		return true, forget(ctx, tx, changes[len(changes)-1].Revision)
	})
}

// offer returns what changes by what is to be published now.
func (p *Postgres) offer(ctx context.Context, tx *sql.Tx, decide registrations.Decide) ([]registrations.Change, error) {
	all, err := p.list(ctx, tx)
	if err != nil {
		return nil, err
	}
	published, err := p.published(ctx, tx)
	if err != nil {
		return nil, err
	}
	return published.Offer(decide(all)), nil
}

// write writes a change, and makes it in what is published.
func write(ctx context.Context, tx *sql.Tx, c registrations.Change) error {
	var (
		instance catalog.Instance
		effect   string
	)
	switch {
	case c.DefinitionAdded != nil:
		instance.DefinitionHash = c.DefinitionAdded.Hash
		if err := keepDefinition(ctx, tx, c.DefinitionAdded); err != nil {
			return err
		}
	case c.DefinitionRemoved != "":
		instance.DefinitionHash = c.DefinitionRemoved
	case c.InstanceAdded != nil:
		instance = *c.InstanceAdded
		effect = `INSERT INTO registry_published (service, instance_id, address, definition_hash) VALUES ($1, $2, $3, $4)
			ON CONFLICT (service, instance_id) DO UPDATE SET address = excluded.address, definition_hash = excluded.definition_hash`
	case c.InstanceRemoved != nil:
		instance = *c.InstanceRemoved
		effect = `DELETE FROM registry_published
			WHERE service = $1 AND instance_id = $2 AND address = $3 AND definition_hash = $4`
	}
	_, err := tx.ExecContext(ctx, `INSERT INTO registry_changes (revision, added, service, instance_id, address, definition_hash)
		VALUES ($1, $2, $3, $4, $5, $6)`, c.Revision, c.DefinitionAdded != nil || c.InstanceAdded != nil,
		instance.Service, instance.ID, instance.Address, instance.DefinitionHash)
	if err == nil && effect != "" {
		_, err = tx.ExecContext(ctx, effect, instance.Service, instance.ID, instance.Address, instance.DefinitionHash)
	}
	return err
}

// keepDefinition stores a definition that is published though it may be that of no registration.
func keepDefinition(ctx context.Context, tx *sql.Tx, definition *catalog.Definition) error {
	_, err := tx.ExecContext(ctx, "INSERT INTO registry_definitions (hash, content) VALUES ($1, $2) ON CONFLICT DO NOTHING",
		definition.Hash, definition.Encode())
	return err
}

// forget notes the revision, and drops changes that are too old and definitions that nothing names any more.
func forget(ctx context.Context, tx *sql.Tx, revision int64) error {
	if _, err := tx.ExecContext(ctx, "UPDATE registry_state SET revision = $1", revision); err != nil {
		return fmt.Errorf("number a change: %w", err)
	}
	dropped, err := tx.ExecContext(ctx, "DELETE FROM registry_changes WHERE revision <= $1", revision-registrations.KeptChanges)
	if err != nil {
		return fmt.Errorf("drop old changes: %w", err)
	}
	if n, err := dropped.RowsAffected(); err != nil || n == 0 {
		return err
	}
	_, err = tx.ExecContext(ctx, `DELETE FROM registry_definitions d
		WHERE NOT EXISTS (SELECT FROM registry_registrations WHERE definition_hash = d.hash)
		AND NOT EXISTS (SELECT FROM registry_published WHERE definition_hash = d.hash)
		AND NOT EXISTS (SELECT FROM registry_changes WHERE definition_hash = d.hash)`)
	if err != nil {
		return fmt.Errorf("drop old definitions: %w", err)
	}
	return nil
}

// Settle implements registrations.Store.
func (p *Postgres) Settle(ctx context.Context) error {
	return p.update(ctx, func(ctx context.Context, tx *sql.Tx) (bool, error) {
		if _, err := tx.ExecContext(ctx, "UPDATE registry_state SET settled = $1", true); err != nil {
			return false, fmt.Errorf("note that the catalogue has settled: %w", err)
		}
		return true, nil
	})
}

// Published implements registrations.Store.
func (p *Postgres) Published(ctx context.Context) (published registrations.Published, err error) {
	err = within(ctx, func(ctx context.Context) error {
		return p.db.View(ctx, func(ctx context.Context, tx *sql.Tx) error {
			published, err = p.published(ctx, tx)
			return err
		})
	})
	return published, err
}

func (p *Postgres) published(ctx context.Context, tx *sql.Tx) (registrations.Published, error) {
	published, err := state(ctx, tx)
	if err != nil {
		return registrations.Published{}, err
	}
	published.Instances = map[catalog.InstanceKey]catalog.Instance{}
	rows, err := tx.QueryContext(ctx, "SELECT service, instance_id, address, definition_hash FROM registry_published")
	if err != nil {
		return registrations.Published{}, fmt.Errorf("read the catalogue: %w", err)
	}
	defer rows.Close()
	var hashes []string
	for rows.Next() {
		var instance catalog.Instance
		if err := rows.Scan(&instance.Service, &instance.ID, &instance.Address, &instance.DefinitionHash); err != nil {
			return registrations.Published{}, fmt.Errorf("read the catalogue: %w", err)
		}
		published.Instances[instance.Key()] = instance
		hashes = append(hashes, instance.DefinitionHash)
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil {
		return registrations.Published{}, fmt.Errorf("read the catalogue: %w", err)
	}
	published.Definitions, err = p.definitions.of(ctx, tx, hashes)
	return published, err
}

func state(ctx context.Context, tx *sql.Tx) (s registrations.Published, err error) {
	err = tx.QueryRowContext(ctx, "SELECT history, revision, settled FROM registry_state WHERE id = $1", 1).
		Scan(&s.History, &s.Revision, &s.Settled)
	if err != nil {
		return s, fmt.Errorf("read the registry's state: %w", err)
	}
	return s, nil
}

// Changes implements registrations.Store.
func (p *Postgres) Changes(
	ctx context.Context, history string, after int64,
) (changes []registrations.Change, settled bool, err error) {
	err = within(ctx, func(ctx context.Context) error {
		return p.db.View(ctx, func(ctx context.Context, tx *sql.Tx) error {
			s, err := state(ctx, tx)
			if err != nil {
				return err
			}
			if history != s.History || after < 0 || after > s.Revision {
				return registrations.ErrNoChanges
			}
			settled = s.Settled
			if after == s.Revision {
				return nil
			}
			if changes, err = p.changes(ctx, tx, after); err == nil && int64(len(changes)) != s.Revision-after {
				return registrations.ErrNoChanges
			}
			return err
		})
	})
	return changes, settled, err
}

func (p *Postgres) changes(ctx context.Context, tx *sql.Tx, after int64) ([]registrations.Change, error) {
	rows, err := tx.QueryContext(ctx, `SELECT revision, added, service, instance_id, address, definition_hash
		FROM registry_changes WHERE revision > $1 ORDER BY revision`, after)
	if err != nil {
		return nil, fmt.Errorf("read changes: %w", err)
	}
	defer rows.Close()
	var (
		changes []registrations.Change
		defined = map[int]string{} // index in changes -> hash
		hashes  []string
	)
	for rows.Next() {
		var (
			change   registrations.Change
			added    bool
			instance catalog.Instance
		)
		if err := rows.Scan(&change.Revision, &added, &instance.Service, &instance.ID, &instance.Address,
			&instance.DefinitionHash); err != nil {
			return nil, fmt.Errorf("read changes: %w", err)
		}
		switch {
		case instance.Service != "" && added:
			change.InstanceAdded = &instance
		case instance.Service != "":
			change.InstanceRemoved = &instance
		case added:
			defined[len(changes)] = instance.DefinitionHash
			hashes = append(hashes, instance.DefinitionHash)
		default:
			change.DefinitionRemoved = instance.DefinitionHash
		}
		changes = append(changes, change)
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil {
		return nil, fmt.Errorf("read changes: %w", err)
	}
	known, err := p.definitions.of(ctx, tx, hashes)
	if err != nil {
		return nil, err
	}
	for i, hash := range defined {
		changes[i].DefinitionAdded = known[hash]
	}
	return changes, nil
}
