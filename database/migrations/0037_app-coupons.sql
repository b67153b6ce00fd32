-- Fee vouchers. The house reserves money when it grants them; a fee is charged in full, and the voucher's part is
-- refunded to the member when the order has ended. docs/features/coupons.md explains.

-- The grants of two operators, their members, and the entry that reserved the money.
CREATE TABLE app.coupon_grants (
  id         uuid        PRIMARY KEY,
  review_id  uuid        NOT NULL UNIQUE REFERENCES app.reviews (id),
  -- {tw, en}
  name       jsonb       NOT NULL,
  fee        text        NOT NULL CHECK (fee IN ('brokerage')),
  amount     bigint      NOT NULL CHECK (amount > 0),
  audience   jsonb       NOT NULL,
  members    integer     NOT NULL CHECK (members > 0),
  granted_at timestamptz NOT NULL,
  until_at   timestamptz NOT NULL CHECK (until_at > granted_at),
  entry_id   uuid        NOT NULL UNIQUE
);
CREATE INDEX coupon_grants_recent ON app.coupon_grants (granted_at DESC, id DESC);
GRANT SELECT, INSERT ON app.coupon_grants TO fairlot_worker;
GRANT SELECT ON app.coupon_grants TO fairlot_api, fairlot_console;

CREATE TABLE app.coupons (
  id         uuid        PRIMARY KEY,
  grant_id   uuid        NOT NULL REFERENCES app.coupon_grants (id),
  member_id  uuid        NOT NULL REFERENCES app.members (id),
  amount     bigint      NOT NULL CHECK (amount > 0),
  state      text        NOT NULL DEFAULT 'available' CHECK (state IN ('available', 'used', 'expired')),
  from_at    timestamptz NOT NULL,
  until_at   timestamptz NOT NULL,
  -- The order whose fee it pays, from its first fill on; after its end, the refund and its entry.
  order_id   uuid        UNIQUE,
  used       bigint      NOT NULL DEFAULT 0 CHECK (used BETWEEN 0 AND amount),
  used_at    timestamptz,
  entry_id   uuid        UNIQUE,
  CONSTRAINT coupons_unique_per_grant UNIQUE (grant_id, member_id),
  CONSTRAINT coupons_used_by_an_order CHECK ((state = 'used') = (order_id IS NOT NULL)),
  CONSTRAINT coupons_paid_complete CHECK (num_nonnulls(used_at, entry_id) IN (0, 2) AND (used > 0) = (entry_id IS NOT NULL))
);
CREATE INDEX coupons_of_member ON app.coupons (member_id, until_at, id);
CREATE INDEX coupons_available ON app.coupons (until_at) WHERE state = 'available';
CREATE INDEX coupons_to_pay ON app.coupons (member_id, id) WHERE state = 'used' AND entry_id IS NULL;
GRANT SELECT, INSERT, UPDATE (state, order_id, used, used_at, entry_id) ON app.coupons TO fairlot_worker;
GRANT SELECT ON app.coupons TO fairlot_api, fairlot_console;
CREATE TRIGGER coupons_enforce_initial_state BEFORE INSERT ON app.coupons FOR EACH ROW EXECUTE FUNCTION app.check_transition('coupon');
CREATE TRIGGER coupons_enforce_transition BEFORE UPDATE ON app.coupons FOR EACH ROW
  WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION app.check_transition('coupon');

CREATE FUNCTION app.coupons_grant_immutable() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF (NEW.id, NEW.grant_id, NEW.member_id, NEW.amount, NEW.from_at, NEW.until_at)
     IS DISTINCT FROM (OLD.id, OLD.grant_id, OLD.member_id, OLD.amount, OLD.from_at, OLD.until_at)
     OR OLD.order_id IS NOT NULL AND NEW.order_id IS DISTINCT FROM OLD.order_id
     OR OLD.entry_id IS NOT NULL AND (NEW.entry_id, NEW.used) IS DISTINCT FROM (OLD.entry_id, OLD.used) THEN
    RAISE EXCEPTION 'voucher % stays as it was granted and is paid once', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER coupons_grant_immutable BEFORE UPDATE ON app.coupons FOR EACH ROW EXECUTE FUNCTION app.coupons_grant_immutable();

-- The last fill of each shard that was checked for vouchers.
CREATE TABLE app.coupon_cursors (
  shard smallint PRIMARY KEY,
  event bigint   NOT NULL
);
GRANT SELECT, INSERT, UPDATE (event) ON app.coupon_cursors TO fairlot_worker;
