package store

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"github.com/salaatflow/platform/hadith-svc/internal/hadith"
)

// insertLabels labels a hadith without labels. Their ranks are not known yet.
func insertLabels(ctx context.Context, tx *sql.Tx, h hadith.Hadith) error {
	row, values := []any{h.ID}, []string{}
	for _, label := range h.Labels() {
		row = append(row, label)
		values = append(values, fmt.Sprintf("($1, -1, $%d)", len(row)))
	}
	text := "INSERT INTO labels (hadith_id, rank, label) VALUES " + strings.Join(values, ", ") //nolint:gosec // only numbers
	if _, err := tx.ExecContext(ctx, text, row...); err != nil {
		return fmt.Errorf("label hadith %s: %w", h.Number, err)
	}
	return nil
}

// rankLabels counts the hadiths of each label again.
func rankLabels(ctx context.Context, tx *sql.Tx) error {
	_, err := tx.ExecContext(ctx,
		`UPDATE labels SET rank = ranked.rank FROM
			(SELECT label, hadith_id, ROW_NUMBER() OVER (PARTITION BY label ORDER BY hadith_id) - 1 AS rank FROM labels) ranked
		WHERE labels.label = ranked.label AND labels.hadith_id = ranked.hadith_id AND labels.rank <> ranked.rank`)
	if err != nil {
		return fmt.Errorf("rank labels: %w", err)
	}
	return nil
}

// relabel labels all hadiths again.
func relabel(ctx context.Context, tx *sql.Tx, get *sql.Stmt, all []int32) error {
	if _, err := tx.ExecContext(ctx, `DELETE FROM labels`); err != nil {
		return fmt.Errorf("remove all labels: %w", err)
	}
	for _, id := range all {
		h, err := scan(get.QueryRowContext(ctx, id))
		if err != nil {
			return err
		}
		if err := insertLabels(ctx, tx, h); err != nil {
			return err
		}
	}
	return rankLabels(ctx, tx)
}
