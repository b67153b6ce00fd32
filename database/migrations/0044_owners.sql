-- Which accounts belong to one owner. The venue never lets their orders trade with each other: an order names its
-- owner's group, and the engine's self-trade rule applies to the group as to the account.
--
-- Two accounts are joined when both were verified with the same ID number or the same bank account, even at different
-- times; or when two operators decide so. Most members are in no group and have no row here.

-- Everything a member was ever verified with, as keyed hashes. Rows stay when the document or the account is removed,
-- to detect an account that changes hands.
CREATE TABLE directory.owner_marks (
  kind      text        NOT NULL CHECK (kind IN ('person', 'bank-account')),
  mark      bytea       NOT NULL,
  member_id uuid        NOT NULL,
  seen_at   timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (kind, mark, member_id)
);

CREATE TABLE directory.owners (
  member_id   uuid        PRIMARY KEY,
  owner_group uuid        NOT NULL,
  joined_by   text        NOT NULL CHECK (joined_by IN ('person', 'bank-account', 'review')),
  joined_at   timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX owners_of_group ON directory.owners (owner_group);
GRANT SELECT ON directory.owners TO fairlot_worker, fairlot_console;

-- Joins members, and with them every group one of them was in. Joins wait for each other, so that two that overlap end
-- as one group.
CREATE FUNCTION directory.join_owners(p_members uuid[], p_by text) RETURNS uuid
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_groups uuid[];
  v_group  uuid;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('directory.owners', 0));
  SELECT array_agg(DISTINCT o.owner_group) INTO v_groups FROM directory.owners o WHERE o.member_id = ANY (p_members);
  v_group := coalesce(v_groups[1], gen_random_uuid());
  UPDATE directory.owners o SET owner_group = v_group
  WHERE o.owner_group = ANY (v_groups) AND o.owner_group <> v_group;
  INSERT INTO directory.owners (member_id, owner_group, joined_by)
  SELECT DISTINCT m.id, v_group, p_by FROM unnest(p_members) AS m (id)
  ON CONFLICT (member_id) DO NOTHING;
  RETURN v_group;
END $$;
REVOKE ALL ON FUNCTION directory.join_owners(uuid[], text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION directory.join_owners(uuid[], text) TO fairlot_worker;

CREATE FUNCTION directory.mark_owner(p_kind text, p_mark bytea, p_member uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_members uuid[];
BEGIN
  INSERT INTO directory.owner_marks (kind, mark, member_id) VALUES (p_kind, p_mark, p_member) ON CONFLICT DO NOTHING;
  SELECT array_agg(m.member_id) INTO v_members FROM directory.owner_marks m WHERE m.kind = p_kind AND m.mark = p_mark;
  IF cardinality(v_members) > 1 THEN PERFORM directory.join_owners(v_members, p_kind); END IF;
END $$;
REVOKE ALL ON FUNCTION directory.mark_owner(text, bytea, uuid) FROM PUBLIC;

-- A row of directory.persons is written when an identity is verified, and again under a new key.
CREATE FUNCTION directory.mark_person() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM directory.mark_owner('person', convert_to(NEW.key_id || ' ', 'UTF8') || NEW.number_index, NEW.member_id);
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION directory.mark_person() FROM PUBLIC;
CREATE TRIGGER mark_owner AFTER INSERT ON directory.persons FOR EACH ROW EXECUTE FUNCTION directory.mark_person();

-- A bank account counts once it is verified: a number that was only typed joins no members.
CREATE FUNCTION directory.mark_verified_account() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM directory.mark_owner('bank-account', d.blind, NEW.member_id)
  FROM directory.bank_accounts d WHERE d.bank_account_id = NEW.id;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION directory.mark_verified_account() FROM PUBLIC;
CREATE TRIGGER mark_owner AFTER UPDATE OF state ON app.bank_accounts FOR EACH ROW
  WHEN (NEW.state = 'verified') EXECUTE FUNCTION directory.mark_verified_account();

-- The same account under a new key.
CREATE FUNCTION directory.mark_account_again() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM app.bank_accounts b WHERE b.id = NEW.bank_account_id AND b.state = 'verified') THEN
    PERFORM directory.mark_owner('bank-account', NEW.blind, NEW.member_id);
  END IF;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION directory.mark_account_again() FROM PUBLIC;
CREATE TRIGGER mark_owner AFTER INSERT ON directory.bank_accounts FOR EACH ROW
  EXECUTE FUNCTION directory.mark_account_again();

-- Members verified before this migration.
SELECT directory.mark_owner('person', convert_to(p.key_id || ' ', 'UTF8') || p.number_index, p.member_id)
FROM directory.persons p;
SELECT directory.mark_owner('bank-account', d.blind, d.member_id)
FROM directory.bank_accounts d JOIN app.bank_accounts b ON b.id = d.bank_account_id AND b.state = 'verified';

-- Drafts of orders for app.place_orders, with the owner's group in the command of each member who has one. Members
-- without a group cost two lookups by key.
CREATE FUNCTION app.with_owner_groups(p_orders json, p_members uuid[]) RETURNS json
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM directory.owners o WHERE o.member_id = ANY (p_members)) THEN RETURN p_orders; END IF;
  RETURN (
    SELECT json_agg(CASE WHEN o.owner_group IS NULL THEN d.draft
      ELSE (d.draft::jsonb || jsonb_build_object('command',
        left(d.draft ->> 'command', -1) || ',"group":"owner:' || o.owner_group || '"}'))::json END ORDER BY d.place)
    FROM json_array_elements(p_orders) WITH ORDINALITY AS d (draft, place)
    LEFT JOIN directory.owners o ON o.member_id = (d.draft ->> 'member_id')::uuid
  );
END $$;
REVOKE ALL ON FUNCTION app.with_owner_groups(json, uuid[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.with_owner_groups(json, uuid[]) TO fairlot_api, fairlot_worker;
