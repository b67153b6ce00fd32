-- Which documents an operator opened before voting, why a review was rejected, and which reviews are urgent.

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
CREATE TRIGGER openings_stay BEFORE UPDATE OR DELETE ON app.review_openings
  FOR EACH ROW EXECUTE FUNCTION app.reviews_stay();

-- The details of a vote besides its note: the reason's code (packages/rules/src/operators/rejection.ts), the faulty
-- fields and why, and the opened documents. Written in the transaction of the vote; the key is the vote's.
CREATE TABLE app.vote_details (
  review_id   uuid  NOT NULL,
  operator_id uuid  NOT NULL,
  decision    text  NOT NULL,
  reason      text  CHECK (reason ~ '^[a-z][a-z_-]{1,39}$'),
  faults      jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(faults) = 'array'),
  opened      jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(opened) = 'array'),
  PRIMARY KEY (review_id, operator_id, decision),
  FOREIGN KEY (review_id, operator_id, decision) REFERENCES app.review_votes (review_id, operator_id, decision),
  CHECK (decision = 'reject' OR (reason IS NULL AND faults = '[]'))
);
GRANT SELECT, INSERT ON app.vote_details TO fairlot_console;
GRANT SELECT ON app.vote_details TO fairlot_worker;
CREATE TRIGGER details_stay BEFORE UPDATE OR DELETE ON app.vote_details
  FOR EACH ROW EXECUTE FUNCTION app.reviews_stay();

-- Halts, resumptions, corrections and restrictions are decided within minutes.
UPDATE app.review_kinds SET promised_minutes = 10 WHERE kind IN ('market-halt', 'market-resume');
UPDATE app.review_kinds SET promised_minutes = 30 WHERE kind IN ('restriction', 'journal');

-- Urgent reviews are at the top of the queue. A takeover is a restriction with the flag.
ALTER TABLE app.reviews ADD COLUMN is_urgent boolean NOT NULL
  GENERATED ALWAYS AS (kind IN ('market-halt', 'market-resume', 'journal') OR 'takeover' = ANY (flags)) STORED;
DROP INDEX app.reviews_queue;
DROP INDEX app.reviews_queue_by_kind;
CREATE INDEX reviews_queue ON app.reviews ((NOT is_urgent), (state <> 'second'), opened_at, id)
  WHERE state IN ('waiting', 'second');
CREATE INDEX reviews_queue_by_kind ON app.reviews (kind, (NOT is_urgent), (state <> 'second'), opened_at, id)
  WHERE state IN ('waiting', 'second');

-- A withdrawal may be rejected because the member could not be reached, which is not the same as a refused account.
ALTER TABLE app.withdrawals DROP CONSTRAINT withdrawals_fault_check;
ALTER TABLE app.withdrawals ADD CONSTRAINT withdrawals_fault_check CHECK (fault IN (
  'name-differs', 'account-refused', 'not-confirmed', 'suspected-takeover', 'court-order', 'bank-returned', 'taken_back',
  'expired'
));
-- A bank account whose review expired was not refused by the bank.
ALTER TABLE app.bank_accounts DROP CONSTRAINT bank_accounts_fault_check;
ALTER TABLE app.bank_accounts ADD CONSTRAINT bank_accounts_fault_check CHECK (fault IN (
  'name-differs', 'account-unknown', 'bank-refused', 'taken_back', 'expired'
));
