package sqlstore

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"

	"github.com/salaatflow/platform/services/setting"
)

const (
	// postgresConnections is the most one service instance holds; PostgreSQL's default for all clients is 100.
	postgresConnections = 16
	// postgresIdle and postgresAge give connections back, so that a pool follows a fail-over and a quiet service holds
	// few.
	postgresIdle = 5 * time.Minute
	postgresAge  = 30 * time.Minute
	// postgresConnect bounds one attempt to connect, unless the URL says otherwise.
	postgresConnect = 5 * time.Second
)

func openPostgres(database string, schema Schema) (*DB, error) {
	config, err := parsePostgres(database)
	if err != nil {
		return nil, setting.Wrong(err)
	}
	if config.ConnectTimeout == 0 {
		config.ConnectTimeout = postgresConnect
	}
	if config.RuntimeParams["application_name"] == "" {
		config.RuntimeParams["application_name"] = schema.Name
	}
	condition := newCondition(PostgreSQL)
	config.Tracer = queryTracer{told: condition.note}
	pool := stdlib.OpenDB(*config)
	pool.SetMaxOpenConns(postgresConnections)
	pool.SetMaxIdleConns(postgresConnections)
	pool.SetConnMaxIdleTime(postgresIdle)
	pool.SetConnMaxLifetime(postgresAge)
	probe := stdlib.OpenDB(*config)
	probe.SetMaxOpenConns(1)
	return &DB{
		engine: PostgreSQL, location: withoutPassword(database), schema: schema, writer: pool, reader: pool, probe: probe,
		connect: config, condition: condition,
	}, nil
}

// parsePostgres reads the URL of a database. Where its password has reserved characters, pgx's error would show a part of it.
func parsePostgres(database string) (*pgx.ConnConfig, error) {
	config, err := pgx.ParseConfig(database)
	if err == nil {
		return config, nil
	}
	if _, wrong := url.Parse(database); wrong != nil {
		return nil, errors.New("the database URL must be postgres://USER:PASSWORD@HOST:PORT/DATABASE, where characters of the password " +
			"such as / @ % are percent-encoded")
	}
	return nil, fmt.Errorf("read the database URL: %w", err)
}

// withoutPassword is the URL of a database as it may be shown.
func withoutPassword(database string) string {
	shown, err := url.Parse(database)
	if err != nil { // several hosts, which only PostgreSQL's own reading knows
		return "postgres://…"
	}
	const placeholder = "PASSWORD"
	if _, has := shown.User.Password(); has {
		shown.User = url.UserPassword(shown.User.Username(), placeholder)
	}
	query := shown.Query()
	for key := range query {
		if strings.Contains(strings.ToLower(key), "password") {
			query.Set(key, placeholder)
		}
	}
	shown.RawQuery = query.Encode()
	return shown.String()
}
