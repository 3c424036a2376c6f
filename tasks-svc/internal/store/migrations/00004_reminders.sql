-- +goose Up

-- When a task reminds; 0 once it has, and when it does not. Whoever looks for reminders passes over completed and deleted tasks.
-- Tasks of before that are due in the past have been due, and remind nobody: a reminder lapses after a day.
ALTER TABLE tasks ADD COLUMN remind_at BIGINT NOT NULL DEFAULT 0;
UPDATE tasks SET remind_at = due_at WHERE due_at <> 9223372036854775807 AND completed_at = 0;
CREATE INDEX tasks_reminding ON tasks (remind_at) WHERE remind_at <> 0 AND completed_at = 0 AND deleted_at = 0;

-- Who is given reminders: those of one user, or of everybody if user_id is 0.
CREATE TABLE reminder_channels (
    user_id INTEGER NOT NULL,
    name    TEXT    NOT NULL,
    seen_at BIGINT  NOT NULL,
    PRIMARY KEY (user_id, name)
);

-- The reminders that wait for their channel. A row comes when the task's time has come, and goes when it is acknowledged, when the task
-- is completed, deleted or given another time, and when it lapses.
CREATE TABLE reminders (
    channel_user_id INTEGER NOT NULL,
    channel         TEXT    NOT NULL,
    user_id         INTEGER NOT NULL,
    task_id         INTEGER NOT NULL,
    remind_at       BIGINT  NOT NULL,
    next_at         BIGINT  NOT NULL, -- when it is sent next: while it is leased, the end of the lease
    attempts        INTEGER NOT NULL,
    PRIMARY KEY (user_id, task_id, remind_at, channel_user_id, channel)
);
CREATE INDEX reminders_waiting ON reminders (channel_user_id, channel, next_at);
CREATE INDEX reminders_lapsing ON reminders (remind_at);
