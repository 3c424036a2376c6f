-- +goose Up

-- A recurring task reminds on each day of its rhythm until it is completed: those that have reminded once are planned at once.
UPDATE tasks SET plan_at = 1
WHERE recurrence <> '' AND due_at <> 9223372036854775807 AND next_id = 0 AND completed_at = 0 AND remind_at = 0 AND plan_at = 0;
