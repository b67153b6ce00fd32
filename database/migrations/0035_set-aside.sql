-- An event that settlement cannot apply is set aside, with every later event of the same orders. All other events of
-- the shard continue. The worker retries it repeatedly; it ends by being applied, or by two operators who decide to
-- leave it out. docs/features/settlement.md explains.

CREATE TABLE settlement.set_aside (
  shard        smallint    NOT NULL,
  event        bigint      NOT NULL,
  -- The event's own time, and the shard's trading day then. The event itself is in exchange.events.
  at           timestamptz NOT NULL,
  date         date,
  kind         text        NOT NULL,
  symbol       text,
  -- The members' orders in the event: they wait with it.
  orders       text[]      NOT NULL,
  -- The fault of the last attempt; `waits` when only an earlier event of the same order blocks it.
  reason       text        NOT NULL,
  waits        boolean     NOT NULL,
  set_aside_at timestamptz NOT NULL,
  tried_at     timestamptz NOT NULL,
  -- The review that asks two operators to leave it out, and when another may be opened.
  review_id    uuid,
  review_after timestamptz,
  state        text        NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'applied', 'left-out')),
  ended_at     timestamptz,
  PRIMARY KEY (shard, event),
  CHECK ((state = 'waiting') = (ended_at IS NULL))
);
CREATE INDEX set_aside_waiting ON settlement.set_aside (shard, event) WHERE state = 'waiting';
GRANT SELECT, INSERT ON settlement.set_aside TO fairlot_worker;
GRANT UPDATE (reason, waits, tried_at, review_id, review_after, state, ended_at) ON settlement.set_aside TO fairlot_worker;
GRANT USAGE ON SCHEMA settlement TO fairlot_console;
GRANT SELECT ON settlement.set_aside TO fairlot_console;

-- Only an event of the log can be set aside; it is left out only with a review about it that two people approved.
CREATE FUNCTION settlement.check_set_aside() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.state <> 'waiting' THEN RAISE EXCEPTION 'an event is set aside as waiting' USING ERRCODE = 'check_violation'; END IF;
    PERFORM FROM exchange.events e WHERE e.shard = NEW.shard AND e.event = NEW.event AND e.kind = NEW.kind AND e.at = NEW.at;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'event %/% is not in the log', NEW.shard, NEW.event USING ERRCODE = 'FX003';
    END IF;
    RETURN NEW;
  END IF;
  IF OLD.state <> 'waiting' THEN
    RAISE EXCEPTION 'event %/% has ended as %', OLD.shard, OLD.event, OLD.state USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.state = 'left-out' AND (
    SELECT count(DISTINCT v.operator_id) FROM app.reviews r
    JOIN app.review_votes v ON v.review_id = r.id AND v.decision = 'approve' AND v.payload_hash = r.payload_hash
    WHERE r.id = NEW.review_id AND r.kind = 'event-set-aside' AND r.subject = NEW.shard || '/' || NEW.event
      AND r.state IN ('decided', 'closed') AND r.decision = 'approve') < 2 THEN
    RAISE EXCEPTION 'event %/% is left out by two operators only', OLD.shard, OLD.event USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
REVOKE ALL ON FUNCTION settlement.check_set_aside() FROM PUBLIC;
CREATE TRIGGER by_two BEFORE INSERT OR UPDATE ON settlement.set_aside
  FOR EACH ROW EXECUTE FUNCTION settlement.check_set_aside();

INSERT INTO app.review_kinds VALUES ('event-set-aside', 'E', 'review', 'approve', NULL, 60, 168, false);
