package kitsql

import (
	"errors"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/salaatflow/platform/services/sqlstore"
)

// CountFailures registers the metric of the statements that failed by a fault of what holds a database.
func CountFailures(registerer prometheus.Registerer, db *sqlstore.DB) error {
	var errs []error
	for _, fault := range sqlstore.Faults() {
		errs = append(errs, registerer.Register(prometheus.NewCounterFunc(prometheus.CounterOpts{
			Name:        "salaatflow_storage_failures_total",
			Help:        "Statements that failed because of the disk, the file or the server of the database, by fault.",
			ConstLabels: prometheus.Labels{"fault": string(fault)},
		}, func() float64 { return float64(db.Failures(fault)) })))
	}
	return errors.Join(errs...)
}
