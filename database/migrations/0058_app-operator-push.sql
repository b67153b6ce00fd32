-- Urgent reviews are pushed to the browsers of the operators who may decide them. The queue stays the truth: a lost push
-- changes nothing.

-- One subscription per browser, of the operator who turned it on. Keys are the browser's own public ones; the endpoint is
-- the address of its push service. The console can write it and not read its keys; the worker sends.
CREATE TABLE app.operator_push_subscriptions (
  device_id   uuid        PRIMARY KEY REFERENCES app.operator_devices (id),
  operator_id uuid        NOT NULL REFERENCES app.operators (id),
  key_id      text        NOT NULL,
  endpoint    text        NOT NULL CHECK (length(endpoint) <= 500),
  p256dh      text        NOT NULL CHECK (length(p256dh) <= 200),
  auth        text        NOT NULL CHECK (length(auth) <= 100),
  language    text        NOT NULL CHECK (language IN ('tw', 'en')),
  made_at     timestamptz NOT NULL
);
CREATE INDEX operator_push_subscriptions_of ON app.operator_push_subscriptions (operator_id);
GRANT SELECT (device_id, operator_id, key_id, endpoint), INSERT, DELETE ON app.operator_push_subscriptions
  TO fairlot_console;
GRANT SELECT, DELETE ON app.operator_push_subscriptions TO fairlot_worker;

-- The states in which a review was pushed: each once.
CREATE TABLE app.review_pushes (
  review_id uuid        NOT NULL REFERENCES app.reviews (id),
  state     text        NOT NULL CHECK (state IN ('waiting', 'second')),
  queued_at timestamptz NOT NULL,
  PRIMARY KEY (review_id, state)
);
GRANT SELECT, INSERT, DELETE ON app.review_pushes TO fairlot_worker;

-- Pending pushes. A row is deleted when the push service has it or will never accept it, and when the review moves on.
CREATE TABLE app.review_push_jobs (
  review_id uuid        NOT NULL,
  state     text        NOT NULL,
  device_id uuid        NOT NULL REFERENCES app.operator_push_subscriptions (device_id) ON DELETE CASCADE,
  tries     integer     NOT NULL DEFAULT 0,
  due_at    timestamptz NOT NULL,
  PRIMARY KEY (review_id, state, device_id),
  FOREIGN KEY (review_id, state) REFERENCES app.review_pushes (review_id, state) ON DELETE CASCADE
);
CREATE INDEX review_push_jobs_due ON app.review_push_jobs (due_at);
CREATE INDEX review_push_jobs_of_device ON app.review_push_jobs (device_id);
GRANT SELECT, INSERT, UPDATE (tries, due_at), DELETE ON app.review_push_jobs TO fairlot_worker;

-- Read every second by the worker, and by the bell.
CREATE INDEX reviews_urgent ON app.reviews (promised_at, id) WHERE is_urgent AND state IN ('waiting', 'second');

-- The worker decides who gets a push by the condition that decides whose vote counts.
GRANT EXECUTE ON FUNCTION app.setters_of, app.is_related TO fairlot_worker;
