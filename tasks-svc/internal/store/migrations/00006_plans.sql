-- +goose Up

-- When to find out when the task reminds, because that follows from the time of its prayer; 0 if there is nothing to find out. Tasks of
-- before that are linked to a prayer and due at no time are planned at once.
ALTER TABLE tasks ADD COLUMN plan_at BIGINT NOT NULL DEFAULT 0;
UPDATE tasks SET plan_at = 1 WHERE linked_prayer <> '' AND completed_at = 0 AND due_at = 9223372036854775807;
CREATE INDEX tasks_planning ON tasks (plan_at) WHERE plan_at <> 0 AND completed_at = 0 AND deleted_at = 0;
