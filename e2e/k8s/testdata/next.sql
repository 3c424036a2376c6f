-- A later version's migration, which the cluster test adds to tasks-svc: a new version adds, and takes nothing away that
-- the one before reads.
-- +goose Up
ALTER TABLE tasks ADD COLUMN made_by_the_cluster_test TEXT;
