-- Corrections of the books by two people.

-- A correction: a balanced entry with its reason, in the text the member reads. The worker writes it with the entry.
CREATE TABLE app.journals (
  id        uuid        PRIMARY KEY,
  review_id uuid        NOT NULL UNIQUE REFERENCES app.reviews (id),
  member_id uuid        REFERENCES app.members (id),
  -- `not-posted`: the records are right and the books lacked it. With any other reason the records stay as they are,
  -- and reconciliation adds the correction to what the books must show.
  reason    text        NOT NULL CHECK (reason IN ('not-posted', 'wrong-charge', 'goodwill', 'wrong-owner')),
  -- {tw, en}
  texts     jsonb       NOT NULL,
  currency  text        NOT NULL,
  -- The entry it corrects, where there is one.
  original  uuid,
  -- [{account, amount}] as they were posted, account codes of the ledger.
  lines     jsonb       NOT NULL CHECK (jsonb_typeof(lines) = 'array'),
  entry_id  uuid        NOT NULL UNIQUE,
  posted_at timestamptz NOT NULL
);
CREATE INDEX journals_recent ON app.journals (posted_at DESC, id DESC);
CREATE INDEX journals_of_member ON app.journals (member_id, posted_at DESC) WHERE member_id IS NOT NULL;
GRANT SELECT ON app.journals TO fairlot_api, fairlot_console;
GRANT SELECT, INSERT ON app.journals TO fairlot_worker;

-- The sum of corrections on an account, on top of the records.
CREATE FUNCTION app.corrected(p_account text) RETURNS numeric
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(sum((l ->> 'amount')::numeric), 0)
  FROM app.journals j CROSS JOIN LATERAL jsonb_array_elements(j.lines) AS l
  WHERE j.reason <> 'not-posted' AND l ->> 'account' = p_account
$$;
