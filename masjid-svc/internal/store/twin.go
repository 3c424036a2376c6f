package store

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"github.com/salaatflow/platform/masjid-svc/internal/masjids"
)

// crowded is the largest number of masjids around a record with whose names its name is compared. If there are more,
// their positions are wrong, and a masjid with another name is another masjid.
const crowded = 64

// candidate selects a masjid that may be alike, with the columns that decide it.
const candidate = `SELECT id, source, name, name_urdu, latitude, longitude, accuracy FROM masjids WHERE `

// nearby selects the masjids of cellsAround, as long as there are not many more than crowded. Each row of cells has its
// own bound, so that an index returns them whatever the planner chooses.
var nearby = limited(`cell`, `cell BETWEEN $1 AND $2`, `cell BETWEEN $3 AND $4`, `cell BETWEEN $5 AND $6`)

// namesakes selects those of them with a name's key, $7, in a column.
func namesakes(column string) string {
	is := column + ` = $7 AND cell BETWEEN `
	return limited(`cell, id`, is+`$1 AND $2`, is+`$3 AND $4`, is+`$5 AND $6`)
}

// limited selects the candidates under each of the conditions, the first ones in the order of an index.
func limited(order string, conditions ...string) string {
	rows := make([]string, len(conditions))
	for n, condition := range conditions {
		rows[n] = fmt.Sprintf(`SELECT * FROM (%s%s ORDER BY %s LIMIT %d) row%d`, candidate, condition, order, crowded+1, n)
	}
	return strings.Join(rows, ` UNION ALL `)
}

// twin returns the first masjid of the same source that is alike.
func (i *importing) twin(ctx context.Context, m masjids.Masjid) (twin masjids.Masjid, found bool, err error) {
	cells := cellsAround(m)
	first, around, err := i.firstAlike(ctx, m, i.near, cells)
	if err == nil && around > crowded {
		first, err = i.namesake(ctx, m, cells)
	}
	if err != nil || first == 0 {
		return twin, false, err
	}
	return one(i.byID.QueryRowContext(ctx, first))
}

// namesake returns the first alike masjid with the same name in one of the scripts, or 0.
func (i *importing) namesake(ctx context.Context, m masjids.Masjid, cells []any) (first int32, err error) {
	for _, name := range []struct {
		statement *sql.Stmt
		key       string
	}{{i.byName, masjids.NameKey(m.Name)}, {i.byUrdu, masjids.NameKey(m.NameUrdu)}} {
		if name.key == "" {
			continue
		}
		id, _, err := i.firstAlike(ctx, m, name.statement, append(cells[:len(cells):len(cells)], name.key))
		if err != nil {
			return 0, err
		}
		if id != 0 && (first == 0 || id < first) {
			first = id
		}
	}
	return first, nil
}

// firstAlike returns the lowest id of the alike candidates of the same source, or 0, and the number of candidates.
func (i *importing) firstAlike(
	ctx context.Context, m masjids.Masjid, candidates *sql.Stmt, values []any,
) (first int32, count int, err error) {
	rows, err := candidates.QueryContext(ctx, values...)
	if err != nil {
		return 0, 0, err
	}
	defer rows.Close()
	for ; rows.Next(); count++ {
		var near masjids.Masjid
		err := rows.Scan(&near.ID, &near.Source, &near.Name, &near.NameUrdu, &near.Latitude, &near.Longitude, &near.Accuracy)
		if err != nil {
			return 0, 0, err
		}
		if near.Source == m.Source && (first == 0 || near.ID < first) && masjids.Alike(near, m) {
			first = near.ID
		}
	}
	i.looked += count
	return first, count, rows.Err()
}

// placed returns the columns by which a masjid is found as a twin.
func placed(m masjids.Masjid) []any {
	return []any{cellOf(m), masjids.NameKey(m.Name), masjids.NameKey(m.NameUrdu)}
}

// keyNames sets the name keys of masjids that an earlier version stored.
func (i *importing) keyNames(ctx context.Context) error {
	const batch = 1000
	for {
		rows, err := i.tx.QueryContext(ctx, selectMasjid+` WHERE name_key = '?' LIMIT $1`, batch)
		if err != nil {
			return fmt.Errorf("look for names without keys: %w", err)
		}
		unkeyed, err := collect(rows)
		if err != nil {
			return err
		}
		for _, m := range unkeyed {
			_, err := i.tx.ExecContext(ctx, `UPDATE masjids SET cell = $2, name_key = $3, urdu_key = $4 WHERE id = $1`,
				append([]any{m.ID}, placed(m)...)...)
			if err != nil {
				return fmt.Errorf("key the name of masjid %d: %w", m.ID, err)
			}
		}
		if len(unkeyed) < batch {
			return nil
		}
	}
}
