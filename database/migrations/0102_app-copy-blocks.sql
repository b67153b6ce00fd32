-- Parent orders: a mentor's order leads a block, and the running copies take part in it. What each copy takes part with follows
-- from rows that the worker cannot write: the list, its order, the shares and the money of each line are written by the functions below.

CREATE TABLE app.copy_blocks (
  id            uuid        PRIMARY KEY,
  mentor_id     uuid        NOT NULL REFERENCES app.mentors (id),
  -- The mentor's own order.
  lead_order    uuid        NOT NULL UNIQUE,
  -- The mentor's position that it opens or closes.
  position_id   uuid        NOT NULL,
  symbol        text        NOT NULL REFERENCES app.instruments (symbol),
  shard         smallint    NOT NULL,
  side          text        NOT NULL CHECK (side IN ('buy', 'sell')),
  price         integer     NOT NULL CHECK (price > 0),
  quantity      integer     NOT NULL CHECK (quantity > 0),
  date          date        NOT NULL,
  -- Of a sale: the mentor's shares of the position before it; 0 of a purchase.
  mentor_shares integer     NOT NULL,
  -- What the mentor's account was worth at the last day end.
  capital       bigint      NOT NULL CHECK (capital >= 0),
  -- Of the day's opening draw, hex; empty on a day without one.
  seed          text        NOT NULL DEFAULT '',
  state         text        NOT NULL DEFAULT 'preparing' CHECK (state IN ('preparing', 'sending', 'sent', 'done')),
  -- Not prepared in time, or cancelled by the mentor meanwhile: the venue gets it for a day that is over and refuses every line.
  is_cancelled  boolean     NOT NULL DEFAULT false,
  -- On the list; null until it is written.
  copies        integer,
  prepared      integer     NOT NULL DEFAULT 0,
  -- Lines with shares, the lead's among them, and how many of them the venue has got.
  lines         integer     NOT NULL DEFAULT 1,
  sent          integer     NOT NULL DEFAULT 0,
  at            timestamptz NOT NULL,
  ended_at      timestamptz,
  CONSTRAINT copy_blocks_sale CHECK (CASE side WHEN 'buy' THEN mentor_shares = 0 AND position_id = lead_order ELSE mentor_shares >= quantity END),
  CONSTRAINT copy_blocks_ended CHECK ((state = 'done') = (ended_at IS NOT NULL)),
  -- No more orders than copies on the list, and the mentor's own.
  CONSTRAINT copy_blocks_lines CHECK (lines BETWEEN 1 AND coalesce(copies, 0) + 1 AND sent BETWEEN 0 AND lines AND prepared <= coalesce(copies, 0))
);
CREATE INDEX copy_blocks_open ON app.copy_blocks (at) WHERE state <> 'done';
CREATE INDEX copy_blocks_of_mentor ON app.copy_blocks (mentor_id, at DESC);
CREATE INDEX copy_blocks_of_position ON app.copy_blocks (position_id);
GRANT SELECT ON app.copy_blocks TO fairlot_api, fairlot_console, fairlot_worker;
CREATE TRIGGER copy_blocks_enforce_initial_state BEFORE INSERT ON app.copy_blocks
  FOR EACH ROW EXECUTE FUNCTION app.check_transition('copy-block');
CREATE TRIGGER copy_blocks_enforce_transition BEFORE UPDATE ON app.copy_blocks FOR EACH ROW
  WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION app.check_transition('copy-block');

CREATE TABLE app.copy_block_lines (
  block_id    uuid    NOT NULL REFERENCES app.copy_blocks (id),
  copy_id     uuid    NOT NULL REFERENCES app.copies (id),
  -- In the order of the day: 1 is first. The key decides it.
  place       integer NOT NULL CHECK (place > 0),
  key         bytea   NOT NULL CHECK (octet_length(key) = 32),
  -- Null until its turn; no share is an answer too, with its reason.
  planned     integer CHECK (planned >= 0),
  reason      text    CHECK (reason IN ('paused', 'stopped', 'restricted', 'too-small', 'money', 'stock-share', 'cap', 'no-shares', 'ended', 'cancelled')),
  -- Its number among the lines with shares; the lead is 0.
  line        integer CHECK (line > 0),
  order_id    uuid    UNIQUE,
  -- Of a purchase: what the order may cost, taken from the copy's hold, and what came back.
  cost        bigint  NOT NULL DEFAULT 0 CHECK (cost >= 0),
  returned    bigint  CHECK (returned BETWEEN 0 AND cost),
  PRIMARY KEY (block_id, copy_id),
  UNIQUE (block_id, place),
  UNIQUE (block_id, line),
  CONSTRAINT copy_block_lines_planned CHECK ((planned > 0) IS TRUE = (order_id IS NOT NULL) AND (order_id IS NULL) = (line IS NULL)),
  CONSTRAINT copy_block_lines_reason CHECK ((planned = 0) IS TRUE = (reason IS NOT NULL))
);
CREATE INDEX copy_block_lines_of_copy ON app.copy_block_lines (copy_id, block_id);
GRANT SELECT ON app.copy_block_lines TO fairlot_api, fairlot_console, fairlot_worker;

-- What copied purchases have taken of the amount and not given back: the hold has the remainder.
ALTER TABLE app.copies
  ADD COLUMN spent bigint NOT NULL DEFAULT 0,
  ADD CONSTRAINT copies_spent CHECK (spent BETWEEN 0 AND amount),
  DROP CONSTRAINT copies_ended,
  -- A copy whose whole amount is in shares ends without an entry.
  ADD CONSTRAINT copies_ended CHECK ((state IN ('ended', 'cancelled')) = (ended_at IS NOT NULL AND end_reason IS NOT NULL)
    AND (state IN ('under-review', 'following') OR entry_id IS NOT NULL OR spent = amount));

-- As before, over what the hold still has.
CREATE OR REPLACE FUNCTION app.is_copy_release(p_copy app.copies, p_entry uuid) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT (p_entry IS NULL AND p_copy.spent = p_copy.amount
    OR EXISTS (SELECT FROM ledger.entries e WHERE e.id = p_entry AND e.posted_at = ledger.time_of(p_entry)
      AND e.event = 'copy.released' AND e.reference = p_copy.id::text)
    AND EXISTS (SELECT FROM ledger.lines l WHERE l.entry_id = p_entry AND l.posted_at = ledger.time_of(p_entry)
      AND l.hold_id = p_copy.hold_id AND l.amount = p_copy.spent - p_copy.amount))
  AND NOT EXISTS (SELECT FROM ledger.holds h WHERE h.id = p_copy.hold_id AND h.remaining > 0)
$$;

CREATE OR REPLACE FUNCTION app.is_order(p_id uuid, p_kind text, p_side text, p_purpose text, p_position uuid, p_direction text,
  p_multiple smallint, p_price integer, p_quantity integer, p_validity text, p_worst_price integer, p_origin text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN p_kind IN ('stock', 'etf') AND p_side IN ('buy', 'sell') AND p_purpose IN ('open', 'close') AND p_direction IN ('long', 'short')
  AND p_validity IN ('ROD', 'IOC', 'FOK') AND p_origin IN ('member', 'conditional', 'liquidation', 'auto-cover', 'savings-plan', 'copy')
  AND p_multiple IN (100, 200, 250) AND (p_direction = 'long' OR p_multiple = 100)
  AND (p_side = 'buy') = ((p_purpose = 'open') = (p_direction = 'long')) AND (p_purpose = 'close' OR p_position = p_id)
  AND coalesce(p_price, 1) > 0 AND p_quantity > 0 AND p_worst_price > 0;

-- The lead of a block is a mentor's own cash order with a limit, for the day; write_orders writes both.
CREATE FUNCTION app.check_new_block() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM app.orders o JOIN app.mentors m ON m.member_id = o.member_id
    WHERE o.id = NEW.lead_order AND m.id = NEW.mentor_id AND m.state = 'active' AND o.origin = 'member' AND o.direction = 'long'
      AND o.multiple = 100 AND NOT o.day_trade AND o.validity = 'ROD' AND o.replaces IS NULL AND o.state = 'entrusted'
      AND (o.symbol, o.side, o.price, o.quantity, o.date, o.position_id)
        = (NEW.symbol, NEW.side, NEW.price, NEW.quantity, NEW.date, NEW.position_id)) THEN
    RAISE EXCEPTION 'order % leads no block', NEW.lead_order USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER copy_blocks_check_new AFTER INSERT ON app.copy_blocks FOR EACH ROW EXECUTE FUNCTION app.check_new_block();

-- An order of a copy is a line of a block that is prepared: its member, its shares, its money.
CREATE FUNCTION app.check_copy_order() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM app.copy_block_lines l JOIN app.copy_blocks b ON b.id = l.block_id JOIN app.copies c ON c.id = l.copy_id
    WHERE l.order_id = NEW.id AND c.member_id = NEW.member_id AND b.state IN ('preparing', 'sending') AND b.sent = 0
      AND (b.symbol, b.side, b.price, b.date, l.planned) = (NEW.symbol, NEW.side, NEW.price, NEW.date, NEW.quantity)
      AND (NEW.purpose = 'open') = (b.side = 'buy') AND NEW.held_cash = l.cost
      AND (b.side = 'buy' OR NEW.position_id = app.copied_position(b.position_id, c.id)))
    OR NEW.direction <> 'long' OR NEW.multiple <> 100 OR NEW.day_trade OR NEW.validity <> 'ROD' OR NEW.replaces IS NOT NULL THEN
    RAISE EXCEPTION 'order % is of no block', NEW.id USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER orders_of_copy AFTER INSERT ON app.orders FOR EACH ROW WHEN (NEW.origin = 'copy') EXECUTE FUNCTION app.check_copy_order();

-- A line never stays without the order that its money was taken for.
CREATE FUNCTION app.check_copy_line() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM app.orders o WHERE o.id = NEW.order_id AND o.origin = 'copy') THEN
    RAISE EXCEPTION 'line % of block % has no order', NEW.place, NEW.block_id USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER copy_block_lines_have_orders AFTER UPDATE OF order_id ON app.copy_block_lines DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.order_id IS NOT NULL AND OLD.order_id IS NULL) EXECUTE FUNCTION app.check_copy_line();

-- The position that a copy opened together with this position of its mentor; it has the id of its order.
CREATE FUNCTION app.copied_position(p_position uuid, p_copy uuid) RETURNS uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT l.order_id FROM app.copy_blocks s JOIN app.copy_block_lines l ON l.block_id = s.id AND l.copy_id = p_copy
  WHERE s.lead_order = p_position AND s.side = 'buy'
$$;
