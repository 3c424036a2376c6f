-- +goose Up

-- The words of the texts of each task, in every form in which one may be looked for, in the order in which a search reads them.
-- A word is stored as its bytes, which both engines compare in the same way.
CREATE TABLE task_words (
    user_id INTEGER NOT NULL,
    word    BYTEA   NOT NULL,
    id      INTEGER NOT NULL,
    PRIMARY KEY (user_id, word, id)
);

-- The updated_at of the task when its words were stored. Where it differs they are still to be read: of a task from before there
-- was a search, or one that an earlier version of the program has changed since.
ALTER TABLE tasks ADD COLUMN words_at BIGINT NOT NULL DEFAULT -1;
CREATE INDEX tasks_unread ON tasks (user_id, id) WHERE words_at <> updated_at;
