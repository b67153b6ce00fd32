-- A command that makes the engine fail leaves the queue and waits here; the rest of its shard goes on. Two operators refuse
-- it for good, or one of them has it tried again. docs/architecture/exchange.md explains.

CREATE TABLE exchange.commands_set_aside (
  shard        smallint    NOT NULL,
  -- Its id in exchange.queue.
  id           bigint      NOT NULL,
  command      text        NOT NULL,
  submitted_at timestamptz NOT NULL,
  reason       text        NOT NULL,
  set_aside_at timestamptz NOT NULL DEFAULT now(),
  state        text        NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'retried', 'refused')),
  ended_at     timestamptz,
  -- Its id in exchange.queue after the decision: the command again, or its refusal.
  queued_as    bigint,
  PRIMARY KEY (shard, id),
  CHECK ((state = 'waiting') = (ended_at IS NULL) AND (state = 'waiting') = (queued_as IS NULL))
);
CREATE INDEX commands_set_aside_waiting ON exchange.commands_set_aside (shard, id) WHERE state = 'waiting';
CREATE UNIQUE INDEX commands_set_aside_queued ON exchange.commands_set_aside (shard, queued_as) WHERE queued_as IS NOT NULL;
GRANT SELECT ON exchange.commands_set_aside TO fairlot_worker;

-- False when twenty wait already: then something general is wrong, and the shard has to halt.
CREATE FUNCTION exchange.set_command_aside(p_shard integer, p_epoch bigint, p_id bigint, p_reason text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $$
BEGIN
  PERFORM FROM exchange.shards s WHERE s.shard = p_shard AND s.epoch = p_epoch FOR NO KEY UPDATE;
  IF NOT FOUND THEN RAISE EXCEPTION 'shard % is not at epoch % any more', p_shard, p_epoch USING ERRCODE = 'FX001'; END IF;
  IF (SELECT count(*) FROM exchange.commands_set_aside a WHERE a.shard = p_shard AND a.state = 'waiting') >= 20 THEN
    RETURN false;
  END IF;
  WITH taken AS (
    DELETE FROM exchange.queue q WHERE q.shard = p_shard AND q.id = p_id RETURNING q.shard, q.id, q.command, q.submitted_at
  )
  INSERT INTO exchange.commands_set_aside (shard, id, command, submitted_at, reason)
  SELECT t.shard, t.id, t.command, t.submitted_at, left(p_reason, 500) FROM taken t;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'shard %: command % is not in the queue', p_shard, p_id USING ERRCODE = 'FX001';
  END IF;
  RETURN true;
END $$;
GRANT EXECUTE ON FUNCTION exchange.set_command_aside TO fairlot_exchange;

-- Executes the review about a command, in the transaction that closes it. Two approved: the queue gets its refusal.
-- Rejected: the queue gets the command again, or its refusal when the member has cancelled the order meanwhile. Null when
-- there is nothing to decide, or the review showed another command.
CREATE FUNCTION exchange.decide_command(p_shard integer, p_id bigint, p_review uuid) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_row     exchange.commands_set_aside;
  v_review  app.reviews;
  v_people  integer;
  v_command jsonb;
  v_kind    text;
  v_member  uuid;
  v_order   uuid;
  v_cancelled boolean;
  v_state   text := 'refused';
BEGIN
  SELECT * INTO v_row FROM exchange.commands_set_aside a
  WHERE a.shard = p_shard AND a.id = p_id AND a.state = 'waiting' FOR UPDATE;
  IF NOT FOUND THEN RETURN NULL; END IF;
  SELECT * INTO v_review FROM app.reviews r
  WHERE r.id = p_review AND r.kind = 'command-set-aside' AND r.subject = p_shard || '/' || p_id AND r.state = 'decided';
  -- As app.close_review counts them; the worker has verified the signatures.
  SELECT count(DISTINCT v.operator_id) INTO v_people
  FROM app.review_votes v
  JOIN app.review_signatures s
    ON s.review_id = v.review_id AND s.operator_id = v.operator_id AND s.decision = v.decision
  JOIN app.operator_voting_keys k ON k.id = s.key_id AND k.operator_id = v.operator_id
    AND k.valid_from <= s.received_at AND (k.revoked_at IS NULL OR k.revoked_at > s.received_at)
  WHERE v.review_id = v_review.id AND v.decision = v_review.decision AND v.payload_hash = v_review.payload_hash;
  IF v_people < (CASE v_review.decision WHEN 'reject' THEN 1 ELSE 2 END) THEN
    RAISE EXCEPTION 'command %/% is decided by a review with its votes only', p_shard, p_id
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF v_review.payload ->> 'command' IS DISTINCT FROM v_row.command THEN RETURN NULL; END IF;

  v_command := v_row.command::jsonb;
  v_kind := v_command ->> 'kind';
  IF v_command ->> 'account' LIKE 'member:%' THEN
    v_member := substr(v_command ->> 'account', 8)::uuid;
    v_order := coalesce(v_command ->> 'newOrder', v_command ->> 'order')::uuid;
  END IF;
  SELECT o.cancel_asked_at IS NOT NULL INTO v_cancelled FROM app.orders o WHERE o.id = v_order FOR NO KEY UPDATE;
  IF v_review.decision = 'reject' AND (v_kind NOT IN ('place', 'replace') OR v_cancelled IS NOT TRUE) THEN
    v_state := 'retried';
  END IF;
  -- One statement, so that the check of the queue sees where its new row comes from.
  WITH queued AS (
    INSERT INTO exchange.queue (shard, command)
    VALUES (p_shard, CASE v_state WHEN 'retried' THEN v_row.command ELSE jsonb_strip_nulls(jsonb_build_object(
      'kind', 'refuse', 'command', v_kind, 'order', v_command -> 'order', 'newOrder', v_command -> 'newOrder',
      'account', v_command -> 'account', 'symbol', v_command -> 'symbol'))::text END)
    RETURNING id
  )
  UPDATE exchange.commands_set_aside a SET state = v_state, ended_at = now(), queued_as = q.id
  FROM queued q WHERE a.shard = p_shard AND a.id = p_id;
  -- A refused cancel leaves the order as it was before: its member may ask again.
  IF v_state = 'refused' AND v_kind IN ('cancel', 'cancel-all') THEN
    UPDATE app.orders o SET cancel_asked_at = NULL
    WHERE o.member_id = v_member AND o.state = 'entrusted' AND o.id = coalesce(v_order, o.id);
  END IF;
  RETURN v_state;
END $$;
GRANT EXECUTE ON FUNCTION exchange.decide_command TO fairlot_worker;
