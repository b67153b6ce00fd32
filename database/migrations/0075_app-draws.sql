-- Draws: everything that is decided by lot. The terms, the hash of a secret and the round of a public beacon are fixed
-- before the first ticket; docs/features/draws.md explains. What has been published cannot be changed by any role.

INSERT INTO app.review_kinds VALUES
  ('draw-release', 'Z', NULL, 'approve', 'propose-market', 30, 72, false, false);

CREATE TABLE app.draws (
  id                  uuid        PRIMARY KEY,
  kind                text        NOT NULL CHECK (kind IN ('new-shares', 'placements', 'auctions')),
  -- The id of the offer.
  subject_id          uuid        NOT NULL,
  state               text        NOT NULL DEFAULT 'committed' CHECK (state IN ('committed', 'closed', 'released', 'decided', 'void')),
  -- {tw, en}
  title               jsonb       NOT NULL,
  places              integer     NOT NULL CHECK (places > 0),
  -- Canonical JSON of DrawTerms in packages/proof, and its hash.
  terms               text        NOT NULL,
  terms_hash          bytea       NOT NULL CHECK (terms_hash = sha256(convert_to(E'fairlot draw terms v1\n' || terms || E'\n', 'UTF8'))),
  commitment          bytea       NOT NULL CHECK (octet_length(commitment) = 32),
  closes_at           timestamptz NOT NULL,
  round               bigint      NOT NULL CHECK (round > 0),
  round_at            timestamptz NOT NULL,
  release_by          timestamptz NOT NULL,
  fallback_round      bigint      NOT NULL,
  fallback_at         timestamptz NOT NULL,
  fallback_release_by timestamptz NOT NULL,
  announced_at        timestamptz NOT NULL,
  key_id              text        NOT NULL,
  public_key          bytea       NOT NULL,
  -- Of the announcement.
  signature           bytea       NOT NULL CHECK (octet_length(signature) = 64),
  -- From the close on.
  closed_at           timestamptz,
  tickets             integer     CHECK (tickets >= 0),
  root                bytea       CHECK (octet_length(root) = 32),
  -- From the release on. The secret is public then.
  released_at         timestamptz,
  release_review      uuid        UNIQUE REFERENCES app.reviews (id),
  secret              bytea,
  release_round       bigint,
  -- From the decision on.
  decided_at          timestamptz,
  beacon_signature    bytea       CHECK (octet_length(beacon_signature) = 48),
  randomness          bytea       CHECK (randomness = sha256(beacon_signature)),
  seed                bytea       CHECK (octet_length(seed) = 32),
  -- Of the whole order.
  order_hash          bytea       CHECK (octet_length(order_hash) = 32),
  void_at             timestamptz,
  void_reason         text        CHECK (void_reason IN ('no-tickets', 'not-released')),
  CONSTRAINT draws_times CHECK (announced_at < closes_at AND closes_at < release_by AND release_by < round_at
    AND round_at < fallback_release_by AND fallback_release_by < fallback_at),
  CONSTRAINT draws_secret_is_committed CHECK (commitment = sha256(convert_to(
    E'fairlot draw secret v1\n' || id || E'\n' || encode(secret, 'hex') || E'\n', 'UTF8'))),
  CONSTRAINT draws_round_is_announced CHECK (
    release_round = round AND released_at < release_by OR release_round = fallback_round
    AND released_at >= release_by AND released_at < fallback_release_by),
  CONSTRAINT draws_closed CHECK (num_nonnulls(closed_at, tickets, root) = CASE WHEN state IN ('closed', 'released', 'decided') THEN 3
    WHEN state = 'void' AND void_reason = 'not-released' THEN 3 ELSE 0 END),
  CONSTRAINT draws_released CHECK (num_nonnulls(released_at, release_review, secret, release_round)
    = CASE WHEN state IN ('released', 'decided') THEN 4 ELSE 0 END),
  CONSTRAINT draws_decided CHECK (num_nonnulls(decided_at, beacon_signature, randomness, seed, order_hash)
    = CASE WHEN state = 'decided' THEN 5 ELSE 0 END),
  CONSTRAINT draws_void CHECK (num_nonnulls(void_at, void_reason) = CASE WHEN state = 'void' THEN 2 ELSE 0 END),
  CONSTRAINT draws_one_per_subject UNIQUE (kind, subject_id)
);
CREATE INDEX draws_recent ON app.draws (announced_at DESC, id DESC);
-- What the worker still has to do.
CREATE INDEX draws_open ON app.draws (state, closes_at) WHERE state IN ('committed', 'closed', 'released');
GRANT SELECT ON app.draws TO fairlot_api, fairlot_console;
GRANT SELECT, INSERT, UPDATE (state, closed_at, tickets, root, released_at, release_review, secret, release_round, decided_at,
  beacon_signature, randomness, seed, order_hash, void_at, void_reason) ON app.draws TO fairlot_worker;
CREATE TRIGGER draws_enforce_initial_state BEFORE INSERT ON app.draws FOR EACH ROW EXECUTE FUNCTION app.check_transition('draw');
CREATE TRIGGER draws_enforce_transition BEFORE UPDATE ON app.draws FOR EACH ROW
  WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION app.check_transition('draw');

-- A column that has a value keeps it; only the state moves on.
CREATE FUNCTION app.draws_published() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  before jsonb := jsonb_strip_nulls(to_jsonb(OLD) - 'state');
BEGIN
  IF NEW.state = OLD.state OR EXISTS (
    SELECT FROM jsonb_each(before) b WHERE to_jsonb(NEW) -> b.key IS DISTINCT FROM b.value) THEN
    RAISE EXCEPTION 'draw %: what is published stays as it is', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.state = 'released' AND NOT EXISTS (
    SELECT FROM app.reviews r WHERE r.id = NEW.release_review AND r.kind = 'draw-release' AND r.subject = NEW.id::text
      AND r.decision = 'approve' AND r.state IN ('decided', 'closed')) THEN
    RAISE EXCEPTION 'draw %: two operators have not released it', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER draws_published BEFORE UPDATE ON app.draws FOR EACH ROW EXECUTE FUNCTION app.draws_published();

CREATE FUNCTION app.draws_kept() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RAISE EXCEPTION '%: rows of a draw are kept', TG_TABLE_NAME USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER draws_kept BEFORE DELETE ON app.draws FOR EACH ROW EXECUTE FUNCTION app.draws_kept();
CREATE TRIGGER draws_no_truncate BEFORE TRUNCATE ON app.draws FOR EACH STATEMENT EXECUTE FUNCTION app.draws_kept();

-- Sealed until two operators release it. Only the worker reads it.
CREATE TABLE app.draw_secrets (
  draw_id uuid PRIMARY KEY REFERENCES app.draws (id),
  sealed  text NOT NULL
);
REVOKE SELECT ON app.draw_secrets FROM fairlot_reader;
GRANT SELECT, INSERT ON app.draw_secrets TO fairlot_worker;
CREATE TRIGGER draw_secrets_kept BEFORE UPDATE OR DELETE ON app.draw_secrets FOR EACH ROW EXECUTE FUNCTION app.draws_kept();
CREATE TRIGGER draw_secrets_no_truncate BEFORE TRUNCATE ON app.draw_secrets FOR EACH STATEMENT EXECUTE FUNCTION app.draws_kept();

CREATE TABLE app.draw_tickets (
  draw_id   uuid        NOT NULL REFERENCES app.draws (id),
  id        bytea       NOT NULL,
  member_id uuid        NOT NULL REFERENCES app.members (id),
  -- The application.
  reference uuid        NOT NULL,
  salt      bytea       NOT NULL CHECK (octet_length(salt) = 32),
  issued_at timestamptz NOT NULL,
  PRIMARY KEY (draw_id, id),
  CONSTRAINT draw_tickets_reference UNIQUE (draw_id, reference),
  CONSTRAINT draw_tickets_hash CHECK (id = sha256(convert_to(
    E'fairlot draw ticket v1\n' || draw_id || E'\n' || reference || E'\n' || encode(salt, 'hex') || E'\n', 'UTF8')))
);
CREATE INDEX draw_tickets_of_member ON app.draw_tickets (member_id, draw_id);
GRANT SELECT, INSERT, DELETE ON app.draw_tickets TO fairlot_api;
GRANT SELECT ON app.draw_tickets TO fairlot_worker;
GRANT SELECT (draw_id) ON app.draw_tickets TO fairlot_console;

-- Tickets come and go only before the close. The lock makes a close wait for tickets that are being issued.
CREATE FUNCTION app.draw_tickets_open() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  draw  uuid := CASE WHEN TG_OP = 'INSERT' THEN NEW.draw_id ELSE OLD.draw_id END;
  found text;
BEGIN
  SELECT state INTO found FROM app.draws WHERE id = draw FOR SHARE;
  IF TG_OP = 'UPDATE' OR found IS DISTINCT FROM 'committed' THEN
    RAISE EXCEPTION 'draw %: the list is closed', draw USING ERRCODE = 'check_violation';
  END IF;
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END $$;
REVOKE EXECUTE ON FUNCTION app.draw_tickets_open FROM PUBLIC;
CREATE TRIGGER draw_tickets_open BEFORE INSERT OR UPDATE OR DELETE ON app.draw_tickets
  FOR EACH ROW EXECUTE FUNCTION app.draw_tickets_open();
CREATE TRIGGER draw_tickets_no_truncate BEFORE TRUNCATE ON app.draw_tickets FOR EACH STATEMENT EXECUTE FUNCTION app.draws_kept();

-- The drawn order, the first first. The first `places` win.
CREATE TABLE app.draw_ranks (
  draw_id   uuid    NOT NULL,
  rank      integer NOT NULL CHECK (rank > 0),
  ticket_id bytea   NOT NULL,
  -- The place of the ticket in the list, from 0.
  n         integer NOT NULL CHECK (n >= 0),
  PRIMARY KEY (draw_id, rank),
  CONSTRAINT draw_ranks_once UNIQUE (draw_id, ticket_id),
  FOREIGN KEY (draw_id, ticket_id) REFERENCES app.draw_tickets (draw_id, id)
);
GRANT SELECT ON app.draw_ranks TO fairlot_api, fairlot_console;
GRANT SELECT, INSERT ON app.draw_ranks TO fairlot_worker;

CREATE FUNCTION app.draw_ranks_released() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM (SELECT DISTINCT draw_id FROM added) a JOIN app.draws d ON d.id = a.draw_id WHERE d.state <> 'released') THEN
    RAISE EXCEPTION 'the order of a draw is written once, after its release' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER draw_ranks_released AFTER INSERT ON app.draw_ranks REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION app.draw_ranks_released();
CREATE TRIGGER draw_ranks_kept BEFORE UPDATE OR DELETE ON app.draw_ranks FOR EACH ROW EXECUTE FUNCTION app.draws_kept();
CREATE TRIGGER draw_ranks_no_truncate BEFORE TRUNCATE ON app.draw_ranks FOR EACH STATEMENT EXECUTE FUNCTION app.draws_kept();

-- The list of a draw is a tree like those of fills and balances; its asset is the id of the draw.
ALTER TABLE audit.trees DROP CONSTRAINT trees_kind_check,
  ADD CONSTRAINT trees_kind_check CHECK (kind IN ('fills', 'orders', 'ledger-lines', 'balances', 'debts', 'draws'));
