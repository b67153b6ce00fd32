-- Reviews: the single path for every decision that needs two people. The console reads, opens reviews and votes; the
-- worker executes what two have approved.

-- The same as packages/rules/src/operators/reviews.ts, for what is checked here. A test compares the two. Halts,
-- resumptions, corrections and restrictions are decided within minutes.
CREATE TABLE app.review_kinds (
  kind             text    PRIMARY KEY,
  letter           text    NOT NULL CHECK (letter ~ '^[A-Z]$'),
  first_right      text,
  second_right     text    NOT NULL,
  propose_right    text,
  promised_minutes integer NOT NULL,
  expires_hours    integer NOT NULL,
  may_revise       boolean NOT NULL,
  reject_by_two    boolean NOT NULL DEFAULT false,
  CHECK ((first_right IS NULL) <> (propose_right IS NULL))
);
INSERT INTO app.review_kinds VALUES
  ('identity', 'K', 'review', 'approve', NULL, 1440, 168, false, false),
  ('bank-account', 'B', 'review', 'approve', NULL, 240, 168, false, false),
  ('deposit', 'D', 'review', 'approve', NULL, 60, 168, true, false),
  ('deposit-reversal', 'V', NULL, 'approve', 'propose-funds', 30, 72, false, false),
  ('bank-line', 'L', NULL, 'approve', 'propose-funds', 1440, 72, false, false),
  ('withdrawal', 'W', 'review', 'approve', NULL, 240, 168, false, false),
  ('payout-batch', 'P', NULL, 'approve', 'propose-funds', 1440, 72, false, false),
  ('payout-return', 'P', NULL, 'approve', 'propose-funds', 1440, 72, false, false),
  ('day-trading', 'T', 'review', 'approve', NULL, 1440, 168, false, false),
  ('recovery', 'R', 'review', 'approve', NULL, 1440, 168, false, false),
  ('appeal', 'A', 'review', 'approve', NULL, 4320, 168, false, true),
  ('restriction', 'X', NULL, 'approve', 'propose-funds', 30, 72, false, false),
  ('restriction-lift', 'X', NULL, 'approve', 'propose-funds', 1440, 72, false, false),
  ('journal', 'J', NULL, 'approve', 'propose-funds', 30, 72, false, false),
  ('rule-change', 'U', NULL, 'approve', 'propose-rules', 1440, 72, false, false),
  ('site-config', 'S', NULL, 'approve', 'propose-rules', 1440, 72, false, false),
  ('channel', 'C', NULL, 'approve', 'propose-funds', 1440, 72, false, false),
  ('closure', 'M', NULL, 'approve', 'propose-market', 1440, 72, false, false),
  ('market-halt', 'M', NULL, 'approve', 'propose-market', 10, 72, false, false),
  ('market-resume', 'M', NULL, 'approve', 'propose-market', 10, 72, false, false),
  ('operator', 'O', NULL, 'approve', 'propose-people', 1440, 72, false, false),
  ('operator-key', 'O', 'approve', 'approve', NULL, 1440, 168, false, false),
  ('coupon-grant', 'G', NULL, 'approve', 'propose-funds', 1440, 72, false, false),
  ('notice', 'N', NULL, 'approve', 'write-notices', 1440, 72, false, false),
  ('surveillance', 'V', 'review', 'approve', NULL, 1440, 168, false, false),
  ('event-set-aside', 'E', 'review', 'approve', NULL, 60, 168, false, false),
  ('command-set-aside', 'E', 'review', 'approve', NULL, 60, 168, false, false);
GRANT SELECT ON app.review_kinds TO fairlot_api, fairlot_worker, fairlot_console;

CREATE SEQUENCE app.review_numbers;

CREATE TABLE app.reviews (
  id           uuid        PRIMARY KEY,
  number       text        NOT NULL UNIQUE,
  kind         text        NOT NULL REFERENCES app.review_kinds (kind),
  member_id    uuid        REFERENCES app.members (id),
  -- The id of the feature's own row.
  subject      text        NOT NULL CHECK (subject <> ''),
  amount       bigint,
  currency     text,
  payload      jsonb       NOT NULL CHECK (jsonb_typeof(payload) = 'object'),
  -- SHA-256 of the payload as PostgreSQL writes it: a fixed key order and no arbitrary spaces.
  payload_hash text        NOT NULL,
  -- The requested value, where the first approver set another one.
  asked        jsonb,
  opened_at    timestamptz NOT NULL,
  promised_at  timestamptz NOT NULL,
  expires_at   timestamptz NOT NULL,
  flags        text[]      NOT NULL DEFAULT '{}',
  -- Null when a member asked for it.
  opened_by    uuid        REFERENCES app.operators (id),
  reason       text        NOT NULL,
  evidence     jsonb       NOT NULL DEFAULT '[]',
  state        text        NOT NULL
    CHECK (state IN ('waiting', 'second', 'decided', 'closed', 'expired', 'cancelled')),
  decision     text        CHECK (decision IN ('approve', 'reject')),
  decided_at   timestamptz,
  -- The worker's outcome. Null until it is executed.
  outcome      text,
  closed_at    timestamptz,
  trouble      text,
  tries        integer     NOT NULL DEFAULT 0,
  retry_at     timestamptz,
  -- Urgent reviews are at the top of the queue. A takeover is a restriction with the flag.
  is_urgent    boolean     NOT NULL
    GENERATED ALWAYS AS (kind IN ('market-halt', 'market-resume', 'journal') OR 'takeover' = ANY (flags)) STORED,
  CONSTRAINT reviews_hash CHECK (payload_hash = encode(sha256(convert_to(payload::text, 'UTF8')), 'hex')),
  CONSTRAINT reviews_decided CHECK ((decision IS NOT NULL) = (state IN ('decided', 'closed'))),
  CONSTRAINT reviews_decided_at CHECK ((decided_at IS NOT NULL) = (state IN ('decided', 'closed'))),
  CONSTRAINT reviews_closed CHECK (state <> 'closed' OR (outcome IS NOT NULL AND closed_at IS NOT NULL)),
  CONSTRAINT reviews_open_has_no_outcome CHECK (outcome IS NULL OR state IN ('closed', 'expired', 'cancelled'))
);
CREATE UNIQUE INDEX reviews_one_open ON app.reviews (kind, subject) WHERE state IN ('waiting', 'second', 'decided');
CREATE INDEX reviews_to_execute ON app.reviews (opened_at)
  WHERE outcome IS NULL AND state IN ('decided', 'expired', 'cancelled');
CREATE INDEX reviews_to_expire ON app.reviews (expires_at) WHERE state IN ('waiting', 'second');
CREATE INDEX reviews_of_member ON app.reviews (member_id, opened_at DESC) WHERE member_id IS NOT NULL;
CREATE INDEX reviews_recent ON app.reviews (opened_at DESC, id DESC);
CREATE INDEX reviews_decided_lately ON app.reviews (decided_at) WHERE decided_at IS NOT NULL;
CREATE INDEX reviews_of_subject ON app.reviews (kind, subject);
-- The queue: urgent reviews first, then those that need one more approval, then the longest waiting. With the kind first
-- for the tabs.
CREATE INDEX reviews_queue ON app.reviews ((NOT is_urgent), (state <> 'second'), opened_at, id)
  WHERE state IN ('waiting', 'second');
CREATE INDEX reviews_queue_by_kind ON app.reviews (kind, (NOT is_urgent), (state <> 'second'), opened_at, id)
  WHERE state IN ('waiting', 'second');
-- Written only by the functions of this schema.
GRANT SELECT ON app.reviews TO fairlot_api, fairlot_worker, fairlot_console;
CREATE TRIGGER reviews_enforce_transition BEFORE UPDATE ON app.reviews FOR EACH ROW
  WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION app.check_transition('review');

-- A flag may be added while a review is open. It is never removed.
CREATE FUNCTION app.reviews_request_immutable() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF (NEW.id, NEW.number, NEW.kind, NEW.member_id, NEW.subject, NEW.currency, NEW.opened_at, NEW.promised_at,
      NEW.expires_at, NEW.opened_by, NEW.reason, NEW.evidence)
     IS DISTINCT FROM
     (OLD.id, OLD.number, OLD.kind, OLD.member_id, OLD.subject, OLD.currency, OLD.opened_at, OLD.promised_at,
      OLD.expires_at, OLD.opened_by, OLD.reason, OLD.evidence)
     OR NOT NEW.flags @> OLD.flags THEN
    RAISE EXCEPTION 'review %: what was asked stays as it was', OLD.number USING ERRCODE = 'check_violation';
  END IF;
  -- The first approval may revise; after that the second sees the same content as the first.
  IF (NEW.payload, NEW.amount) IS DISTINCT FROM (OLD.payload, OLD.amount)
     AND NOT (OLD.state = 'waiting' AND NEW.state = 'second') THEN
    RAISE EXCEPTION 'review %: the payload changed after it was approved', OLD.number
      USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.outcome IS NOT NULL AND NEW.outcome IS DISTINCT FROM OLD.outcome THEN
    RAISE EXCEPTION 'review % was executed already', OLD.number USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER reviews_request_immutable BEFORE UPDATE ON app.reviews
  FOR EACH ROW EXECUTE FUNCTION app.reviews_request_immutable();

CREATE FUNCTION app.refuse_review_change() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RAISE EXCEPTION '% on % is refused: reviews and votes are kept', TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER reviews_delete_refused BEFORE DELETE ON app.reviews FOR EACH ROW EXECUTE FUNCTION app.refuse_review_change();

CREATE TABLE app.review_votes (
  review_id    uuid        NOT NULL REFERENCES app.reviews (id),
  operator_id  uuid        NOT NULL REFERENCES app.operators (id),
  session_id   uuid        NOT NULL,
  device_id    uuid        NOT NULL,
  decision     text        NOT NULL CHECK (decision IN ('approve', 'reject')),
  payload_hash text        NOT NULL,
  note         text        NOT NULL,
  at           timestamptz NOT NULL,
  PRIMARY KEY (review_id, operator_id, decision)
);
-- Two approvals never come from one device, even if a function has a bug.
CREATE UNIQUE INDEX review_votes_one_per_device ON app.review_votes (review_id, device_id) WHERE decision = 'approve';
CREATE INDEX review_votes_of_operator ON app.review_votes (operator_id, at DESC);
GRANT SELECT ON app.review_votes TO fairlot_worker, fairlot_console;
CREATE TRIGGER review_votes_immutable BEFORE UPDATE OR DELETE ON app.review_votes
  FOR EACH ROW EXECUTE FUNCTION app.refuse_review_change();

-- An operator's signature of a vote. The worker rebuilds the statement from the review, the vote and this row, and
-- verifies the signature over it. `received_at` is PostgreSQL's own time.
CREATE TABLE app.review_signatures (
  review_id   uuid        NOT NULL,
  operator_id uuid        NOT NULL,
  decision    text        NOT NULL,
  key_id      uuid        NOT NULL REFERENCES app.operator_voting_keys (id),
  signed_at   timestamptz NOT NULL,
  opened      jsonb       NOT NULL CHECK (jsonb_typeof(opened) = 'array'),
  revised     jsonb       CHECK (jsonb_typeof(revised) = 'object'),
  signature   jsonb       NOT NULL CHECK (jsonb_typeof(signature) = 'object'),
  received_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (review_id, operator_id, decision),
  FOREIGN KEY (review_id, operator_id, decision) REFERENCES app.review_votes (review_id, operator_id, decision)
);
GRANT SELECT, INSERT (review_id, operator_id, decision, key_id, signed_at, opened, revised, signature)
  ON app.review_signatures TO fairlot_console;
GRANT SELECT ON app.review_signatures TO fairlot_worker;
CREATE TRIGGER review_signatures_immutable BEFORE UPDATE OR DELETE ON app.review_signatures
  FOR EACH ROW EXECUTE FUNCTION app.refuse_review_change();

-- One row per document and operator: valid until the review is decided.
CREATE TABLE app.review_openings (
  review_id   uuid        NOT NULL REFERENCES app.reviews (id),
  operator_id uuid        NOT NULL REFERENCES app.operators (id),
  document    text        NOT NULL CHECK (length(document) BETWEEN 1 AND 60),
  at          timestamptz NOT NULL,
  PRIMARY KEY (review_id, operator_id, document)
);
GRANT SELECT, INSERT ON app.review_openings TO fairlot_console;
GRANT SELECT ON app.review_openings TO fairlot_worker;
CREATE TRIGGER review_openings_immutable BEFORE UPDATE OR DELETE ON app.review_openings
  FOR EACH ROW EXECUTE FUNCTION app.refuse_review_change();

-- The details of a vote besides its note: the reason's code (packages/rules/src/operators/rejection.ts), the wrong
-- fields and why, and the opened documents. Written in the transaction of the vote; the key is the vote's.
CREATE TABLE app.vote_details (
  review_id   uuid  NOT NULL,
  operator_id uuid  NOT NULL,
  decision    text  NOT NULL,
  reason      text  CHECK (reason ~ '^[a-z][a-z_-]{1,39}$'),
  problems      jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(problems) = 'array'),
  opened      jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(opened) = 'array'),
  PRIMARY KEY (review_id, operator_id, decision),
  FOREIGN KEY (review_id, operator_id, decision) REFERENCES app.review_votes (review_id, operator_id, decision),
  CHECK (decision = 'reject' OR (reason IS NULL AND problems = '[]'))
);
GRANT SELECT, INSERT ON app.vote_details TO fairlot_console;
GRANT SELECT ON app.vote_details TO fairlot_worker;
CREATE TRIGGER vote_details_immutable BEFORE UPDATE OR DELETE ON app.vote_details
  FOR EACH ROW EXECUTE FUNCTION app.refuse_review_change();
