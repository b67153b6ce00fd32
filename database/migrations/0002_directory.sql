-- Values that must be unique over all cells: accounts, ID numbers, bank accounts; and which accounts belong to one owner.

CREATE SCHEMA directory;
GRANT USAGE ON SCHEMA directory TO fairlot_api, fairlot_worker, fairlot_reader, fairlot_console;
ALTER DEFAULT PRIVILEGES IN SCHEMA directory GRANT SELECT ON TABLES TO fairlot_reader;
ALTER DEFAULT PRIVILEGES FOR ROLE fairlot_definer IN SCHEMA directory GRANT SELECT ON TABLES TO fairlot_reader;

-- One row per account over all cells. Registration writes it first: the primary key makes an account unique.
CREATE TABLE directory.accounts (
  account    text        PRIMARY KEY CHECK (account ~ '^[0-9]{10}$'),
  member_id  uuid        NOT NULL UNIQUE,
  cell       smallint    NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL
);
GRANT SELECT, INSERT ON directory.accounts TO fairlot_api;
GRANT SELECT ON directory.accounts TO fairlot_worker, fairlot_console;

-- Codes are unique over all cells as well: a member of one cell may be invited by a member of another.
CREATE TABLE directory.invitation_codes (
  code      text PRIMARY KEY CHECK (code ~ '^[A-Z2-9]{6,8}$'),
  member_id uuid NOT NULL UNIQUE
);
GRANT SELECT, INSERT ON directory.invitation_codes TO fairlot_api;
GRANT SELECT ON directory.invitation_codes TO fairlot_worker;

-- One row per verified person over all cells, by a keyed hash of the document's number. While a key is being changed a
-- person has a row under each known key, so that processes with the old and the new secrets refuse the same people.
CREATE TABLE directory.persons (
  key_id       text  NOT NULL CHECK (key_id ~ '^[a-z0-9]{1,16}$'),
  number_index bytea NOT NULL CHECK (octet_length(number_index) = 32),
  member_id    uuid  NOT NULL,
  PRIMARY KEY (key_id, number_index),
  UNIQUE (member_id, key_id)
);
GRANT SELECT ON directory.persons TO fairlot_api;
GRANT SELECT, INSERT, DELETE ON directory.persons TO fairlot_worker;
GRANT SELECT ON directory.persons TO fairlot_console;

-- One row per account that is in use, over all members of all cells: the primary key refuses a duplicate. `kept_under` is
-- the id of the key the index was made with, so that a key can be changed.
CREATE TABLE directory.bank_accounts (
  blind           bytea PRIMARY KEY,
  kept_under      text  NOT NULL,
  bank_account_id uuid  NOT NULL,
  member_id       uuid  NOT NULL
);
CREATE INDEX bank_accounts_by_id ON directory.bank_accounts (bank_account_id);
GRANT SELECT, INSERT, DELETE ON directory.bank_accounts TO fairlot_api, fairlot_worker;

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
GRANT EXECUTE ON FUNCTION directory.join_owners TO fairlot_worker;

CREATE FUNCTION directory.mark_owner(p_kind text, p_mark bytea, p_member uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_members uuid[];
BEGIN
  INSERT INTO directory.owner_marks (kind, mark, member_id) VALUES (p_kind, p_mark, p_member) ON CONFLICT DO NOTHING;
  SELECT array_agg(m.member_id) INTO v_members FROM directory.owner_marks m WHERE m.kind = p_kind AND m.mark = p_mark;
  IF cardinality(v_members) > 1 THEN PERFORM directory.join_owners(v_members, p_kind); END IF;
END $$;

-- A row of directory.persons is written when an identity is verified, and again under a new key.
CREATE FUNCTION directory.mark_person() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM directory.mark_owner('person', convert_to(NEW.key_id || ' ', 'UTF8') || NEW.number_index, NEW.member_id);
  RETURN NULL;
END $$;
CREATE TRIGGER persons_mark_owner AFTER INSERT ON directory.persons FOR EACH ROW EXECUTE FUNCTION directory.mark_person();

-- A bank account counts once it is verified: a number that was only typed joins no members.
CREATE FUNCTION directory.mark_verified_account() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM directory.mark_owner('bank-account', d.blind, NEW.member_id)
  FROM directory.bank_accounts d WHERE d.bank_account_id = NEW.id;
  RETURN NULL;
END $$;

-- The same account under a new key.
CREATE FUNCTION directory.mark_account_again() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM app.bank_accounts b WHERE b.id = NEW.bank_account_id AND b.state = 'verified') THEN
    PERFORM directory.mark_owner('bank-account', NEW.blind, NEW.member_id);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER bank_accounts_mark_owner AFTER INSERT ON directory.bank_accounts FOR EACH ROW
  EXECUTE FUNCTION directory.mark_account_again();
