-- Two operators let the second source of a currency be quoted alone for a short time. docs/features/currency-exchange.md
-- explains.

INSERT INTO app.review_kinds VALUES ('currency-backup', 'Q', NULL, 'approve', 'propose-funds', 10, 4, false, false);

CREATE TABLE app.currency_backups (
  review_id uuid        PRIMARY KEY REFERENCES app.reviews (id),
  currency  text        NOT NULL CHECK (currency IN ('RMB', 'HKD', 'USD', 'THB', 'JPY', 'VND', 'MYR', 'KRW', 'INR')),
  -- The source that the two operators saw.
  source    text        NOT NULL CHECK (source ~ '^[a-z][a-z-]{1,30}$'),
  began_at  timestamptz NOT NULL,
  until     timestamptz NOT NULL,
  -- Before `until` when the first source agreed again, or a newer decision took its place.
  ended_at  timestamptz,
  CONSTRAINT currency_backups_short CHECK (until > began_at AND until <= began_at + interval '1 day'),
  CONSTRAINT currency_backups_ended CHECK (ended_at >= began_at)
);
CREATE UNIQUE INDEX currency_backups_running ON app.currency_backups (currency) WHERE ended_at IS NULL;
GRANT SELECT ON app.currency_backups TO fairlot_api, fairlot_console, fairlot_worker;
GRANT UPDATE (ended_at) ON app.currency_backups TO fairlot_worker;

-- The decision under which the rate is that of the second source; the second rate is then that of the first.
ALTER TABLE app.currency_rates ADD COLUMN backup_id uuid REFERENCES app.currency_backups (review_id);

-- Begins what two operators decided, once. False when it has begun already.
CREATE FUNCTION app.begin_currency_backup(p_review uuid, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_review app.reviews;
BEGIN
  SELECT r.* INTO STRICT v_review FROM app.reviews r WHERE r.id = p_review;
  IF NOT recon.is_approved_by_two(p_review, 'currency-backup', v_review.subject) THEN
    RAISE EXCEPTION 'review % is not approved by two operators', p_review USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF EXISTS (SELECT FROM app.currency_backups b WHERE b.review_id = p_review) THEN
    RETURN false;
  END IF;
  UPDATE app.currency_backups b SET ended_at = greatest(p_now, b.began_at) WHERE b.currency = v_review.subject AND b.ended_at IS NULL;
  INSERT INTO app.currency_backups (review_id, currency, source, began_at, until)
  VALUES (p_review, v_review.subject, v_review.payload ->> 'source', p_now,
    p_now + (v_review.payload ->> 'minutes')::integer * interval '1 minute');
  RETURN true;
END $$;
GRANT EXECUTE ON FUNCTION app.begin_currency_backup TO fairlot_worker;

-- A rate of the second source alone needs a decision for this currency and this source that has not ended.
CREATE FUNCTION app.check_currency_backup() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM app.currency_backups b WHERE b.review_id = NEW.backup_id AND b.currency = NEW.currency AND b.source = NEW.source
      AND b.ended_at IS NULL AND b.until > clock_timestamp() - (SELECT c.seconds FROM platform.clock_bound c) * interval '1 second'
  ) THEN
    RAISE EXCEPTION '%: no running decision to quote % alone', NEW.currency, NEW.source USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER currency_rates_enforce_backup BEFORE INSERT OR UPDATE ON app.currency_rates
  FOR EACH ROW WHEN (NEW.backup_id IS NOT NULL) EXECUTE FUNCTION app.check_currency_backup();
