-- +goose Up

-- A list is a merge of ranges of one of these, each already in the order of the list within one priority: by due time, then
-- by number. Whatever a filter leaves open among the columns before due_at is named value by value.
CREATE INDEX tasks_by_priority ON tasks
    (user_id, (CASE completed_at WHEN 0 THEN 0 ELSE 1 END), priority, due_at, id, completed_at) WHERE deleted_at = 0;
CREATE INDEX tasks_by_prayer ON tasks
    (user_id, linked_prayer, (CASE completed_at WHEN 0 THEN 0 ELSE 1 END), priority, due_at, id, completed_at) WHERE deleted_at = 0;
CREATE INDEX tasks_by_category ON tasks
    (user_id, category, (CASE completed_at WHEN 0 THEN 0 ELSE 1 END), priority, due_at, id, completed_at) WHERE deleted_at = 0;
CREATE INDEX tasks_by_recurrence ON tasks
    (user_id, recurrence, (CASE completed_at WHEN 0 THEN 0 ELSE 1 END), priority, due_at, id, completed_at) WHERE deleted_at = 0;
CREATE INDEX tasks_by_several ON tasks
    (user_id, linked_prayer, category, recurrence, (CASE completed_at WHEN 0 THEN 0 ELSE 1 END), priority, due_at, id, completed_at)
    WHERE deleted_at = 0;

-- The lists of before.
DROP INDEX tasks_pending;
DROP INDEX tasks_all;
