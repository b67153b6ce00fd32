-- Written by `npm run schema` from packages/rules/src/state-machines.ts and packages/contract/src/live/member-events.ts.
-- Run by database/migrate.ts after the migrations, every time. A migration that adds a machine adds its triggers.
DO $$
BEGIN
  -- A test migrates other folders than ours.
  IF to_regclass('app.state_steps') IS NULL THEN RETURN; END IF;
  WITH steps (machine, from_state, to_state) AS (VALUES
    ('appeal', NULL, 'pending'),
    ('appeal', 'pending', 'passed'),
    ('appeal', 'pending', 'rejected'),
    ('auction', NULL, 'not-started'),
    ('auction', 'not-started', 'bidding'),
    ('auction', 'not-started', 'void'),
    ('auction', 'bidding', 'closed'),
    ('auction', 'bidding', 'void'),
    ('auction', 'closed', 'opened'),
    ('auction', 'opened', 'cleared'),
    ('auction', 'cleared', 'paying'),
    ('auction', 'paying', 'settled'),
    ('auction', 'settled', 'listed'),
    ('bank-account', NULL, 'pending'),
    ('bank-account', 'pending', 'verified'),
    ('bank-account', 'pending', 'rejected'),
    ('bank-account', 'pending', 'removed'),
    ('bank-account', 'verified', 'removed'),
    ('bank-account', 'rejected', 'removed'),
    ('bid', NULL, 'sealed'),
    ('bid', 'sealed', 'cancelled'),
    ('bid', 'sealed', 'void'),
    ('bid', 'sealed', 'invalid'),
    ('bid', 'sealed', 'not-won'),
    ('bid', 'sealed', 'payment-due'),
    ('bid', 'payment-due', 'paid'),
    ('bid', 'paid', 'delivered'),
    ('bid', 'payment-due', 'forfeited'),
    ('block-application', NULL, 'pending'),
    ('block-application', 'pending', 'passed'),
    ('block-application', 'pending', 'rejected'),
    ('block-listing', NULL, 'open'),
    ('block-listing', 'open', 'closing'),
    ('block-listing', 'closing', 'closed'),
    ('coupon', NULL, 'available'),
    ('coupon', 'available', 'used'),
    ('coupon', 'available', 'expired'),
    ('day-trading-application', NULL, 'pending'),
    ('day-trading-application', NULL, 'passed'),
    ('day-trading-application', 'pending', 'passed'),
    ('day-trading-application', 'pending', 'rejected'),
    ('deposit', NULL, 'pending'),
    ('deposit', 'pending', 'passed'),
    ('deposit', 'pending', 'rejected'),
    ('draw', NULL, 'committed'),
    ('draw', 'committed', 'closed'),
    ('draw', 'committed', 'void'),
    ('draw', 'closed', 'released'),
    ('draw', 'closed', 'void'),
    ('draw', 'released', 'decided'),
    ('identity', NULL, 'under-review'),
    ('identity', 'under-review', 'verified'),
    ('identity', 'under-review', 'rejected'),
    ('identity', 'rejected', 'under-review'),
    ('mentor', NULL, 'active'),
    ('mentor', 'active', 'closed'),
    ('mentor', 'closed', 'active'),
    ('mentor-application', NULL, 'pending'),
    ('mentor-application', 'pending', 'passed'),
    ('mentor-application', 'pending', 'rejected'),
    ('offer', NULL, 'not-started'),
    ('offer', 'not-started', 'pending'),
    ('offer', 'not-started', 'ended'),
    ('offer', 'pending', 'subscribing'),
    ('offer', 'pending', 'ended'),
    ('offer', 'subscribing', 'ended'),
    ('offer-stage', NULL, 'waiting-draw'),
    ('offer-stage', NULL, 'void'),
    ('offer-stage', 'waiting-draw', 'applying'),
    ('offer-stage', 'waiting-draw', 'void'),
    ('offer-stage', 'applying', 'paying'),
    ('offer-stage', 'paying', 'settled'),
    ('offer-stage', 'settled', 'listed'),
    ('order', 'entrusted', 'filled'),
    ('order', 'entrusted', 'cancelled'),
    ('order', 'entrusted', 'refused'),
    ('payout', NULL, 'queued'),
    ('payout', 'queued', 'sent'),
    ('payout', 'sent', 'paid'),
    ('payout', 'sent', 'returned'),
    ('payout', 'paid', 'returned'),
    ('placement', NULL, 'open'),
    ('placement', 'open', 'drawing'),
    ('placement', 'drawing', 'allotting'),
    ('placement', 'drawing', 'void'),
    ('placement', 'allotting', 'allotted'),
    ('placement-application', NULL, 'waiting'),
    ('placement-application', 'waiting', 'allotted'),
    ('placement-application', 'waiting', 'not-allotted'),
    ('placement-application', 'waiting', 'cancelled'),
    ('placement-application', 'waiting', 'void'),
    ('position', 'holding', 'preparing-to-close'),
    ('position', 'preparing-to-close', 'holding'),
    ('position', 'preparing-to-close', 'closed'),
    ('position', 'closed', 'holding'),
    ('recovery-request', NULL, 'pending'),
    ('recovery-request', 'pending', 'passed'),
    ('recovery-request', 'pending', 'rejected'),
    ('review', 'waiting', 'second'),
    ('review', 'waiting', 'decided'),
    ('review', 'waiting', 'expired'),
    ('review', 'waiting', 'cancelled'),
    ('review', 'second', 'decided'),
    ('review', 'second', 'expired'),
    ('review', 'second', 'cancelled'),
    ('review', 'decided', 'closed'),
    ('subscription', NULL, 'waiting'),
    ('subscription', 'waiting', 'won'),
    ('subscription', 'waiting', 'not-won'),
    ('subscription', 'waiting', 'cancelled'),
    ('subscription', 'waiting', 'void'),
    ('subscription', 'won', 'payment-due'),
    ('subscription', 'payment-due', 'paid'),
    ('subscription', 'payment-due', 'unpaid'),
    ('subscription', 'paid', 'delivered'),
    ('subscription', 'not-won', 'won'),
    ('suspense-item', NULL, 'held'),
    ('suspense-item', 'held', 'returning'),
    ('suspense-item', 'held', 'released'),
    ('suspense-item', 'returning', 'returned'),
    ('withdrawal', NULL, 'pending'),
    ('withdrawal', 'pending', 'passed'),
    ('withdrawal', 'pending', 'rejected')
  ), gone AS (
    DELETE FROM app.state_steps s WHERE NOT EXISTS (
      SELECT FROM steps n
      WHERE n.machine = s.machine AND n.from_state IS NOT DISTINCT FROM s.from_state AND n.to_state = s.to_state
    )
  )
  INSERT INTO app.state_steps SELECT machine, from_state, to_state FROM steps ON CONFLICT DO NOTHING;
END $$;

DO $$
DECLARE
  c_kinds constant text[] := ARRAY[
    'alert.fired',
    'order.changed',
    'order.filled',
    'conditional.changed',
    'position.changed',
    'day-trading.covering',
    'margin.called',
    'margin.ended',
    'deposit.changed',
    'withdrawal.changed',
    'block-trade.changed',
    'funds.corrected',
    'bank-account.changed',
    'identity.changed',
    'restriction.changed',
    'coupon.changed',
    'subscription.changed',
    'auction.changed',
    'placement.changed',
    'currency.exchanged',
    'mentor.changed',
    'notice.new'
  ];
BEGIN
  IF to_regclass('app.member_events') IS NULL THEN RETURN; END IF;
  -- Only a changed list takes the lock on the table.
  IF EXISTS (
    SELECT FROM pg_constraint c
    WHERE c.conrelid = 'app.member_events'::regclass AND c.conname = 'member_events_kind'
      AND c_kinds = ARRAY(SELECT m[1] FROM regexp_matches(pg_get_constraintdef(c.oid), '''([^'']+)''', 'g') m)
  ) THEN RETURN; END IF;
  ALTER TABLE app.member_events DROP CONSTRAINT IF EXISTS member_events_kind;
  -- Not valid: old rows may have a kind that no code writes any more.
  EXECUTE format(
    'ALTER TABLE app.member_events ADD CONSTRAINT member_events_kind CHECK (kind IN (%s)) NOT VALID',
    array_to_string(ARRAY(SELECT quote_literal(k) FROM unnest(c_kinds) k), ', '));
END $$;
