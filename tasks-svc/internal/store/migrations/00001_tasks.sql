-- +goose Up

-- The number last given to a task of each user. It only grows: a number is never used again.
CREATE TABLE task_counters (
    user_id     INTEGER PRIMARY KEY,
    last_number INTEGER NOT NULL
);

-- Times are milliseconds since 1970, UTC; 0 is none. A task without a due time has due_at 9223372036854775807, so that
-- the order of a list is the order of the columns. Texts are empty, and masjid_id and next_id 0, where there is none.
CREATE TABLE tasks (
    user_id       INTEGER  NOT NULL,
    id            INTEGER  NOT NULL,
    title         TEXT     NOT NULL,
    description   TEXT     NOT NULL,
    priority      SMALLINT NOT NULL, -- 1 high, 2 medium, 3 low
    linked_prayer TEXT     NOT NULL,
    due_at        BIGINT   NOT NULL,
    recurrence    TEXT     NOT NULL,
    anchor_at     BIGINT   NOT NULL,
    category      TEXT     NOT NULL,
    masjid_id     INTEGER  NOT NULL,
    completed_at  BIGINT   NOT NULL,
    next_id       INTEGER  NOT NULL,
    created_at    BIGINT   NOT NULL,
    updated_at    BIGINT   NOT NULL,
    deleted_at    BIGINT   NOT NULL,
    PRIMARY KEY (user_id, id)
);

-- A list is a range of one of these, in order, and counting what matches reads nothing else: the first for pending tasks,
-- whose completed_at is 0, the second for completed ones and for all.
CREATE INDEX tasks_pending ON tasks (user_id, completed_at, due_at, priority, id) WHERE deleted_at = 0;
CREATE INDEX tasks_all ON tasks (user_id, due_at, priority, id, completed_at) WHERE deleted_at = 0;

-- For the purge.
CREATE INDEX tasks_deleted ON tasks (deleted_at) WHERE deleted_at <> 0;
