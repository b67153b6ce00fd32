-- Run by database/migrate.ts after the migrations, every time: a migration cannot forget it, and a database restored from
-- a dump gets it back. Everything belongs to fairlot_definer, every function pins its search path with pg_temp last, and
-- no role makes temporary objects. The database itself stays with the role that migrates.
DO $$
DECLARE
  c_owner constant text := 'fairlot_definer';
  v_item  record;
BEGIN
  BEGIN
    EXECUTE format('CREATE ROLE %I NOLOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE', c_owner);
  EXCEPTION WHEN duplicate_object OR unique_violation THEN
    NULL; -- Made by the migrations or by another database of the cluster.
  END;
  IF NOT pg_has_role(current_user, c_owner, 'MEMBER') THEN
    EXECUTE format('GRANT %I TO %I', c_owner, current_user);
  END IF;

  -- Asked of the new owner of a schema, and taken back below.
  EXECUTE format('GRANT CREATE ON DATABASE %I TO %I', current_database(), c_owner);
  FOR v_item IN
    SELECT format('ALTER SCHEMA %I OWNER TO %I', n.nspname, c_owner) AS change
    FROM pg_namespace n
    WHERE n.nspname !~ '^pg_' AND n.nspname NOT IN ('information_schema', 'public') AND n.nspowner <> c_owner::regrole
  LOOP
    EXECUTE v_item.change;
  END LOOP;
  EXECUTE format('REVOKE CREATE ON DATABASE %I FROM %I', current_database(), c_owner);

  -- A sequence of a column, a toast table and an index follow their table.
  FOR v_item IN
    SELECT format('ALTER %s %I.%I OWNER TO %I',
      CASE c.relkind WHEN 'S' THEN 'SEQUENCE' WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' WHEN 'c' THEN 'TYPE' ELSE 'TABLE' END,
      n.nspname, c.relname, c_owner) AS change
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname !~ '^pg_' AND n.nspname NOT IN ('information_schema', 'public') AND c.relowner <> c_owner::regrole
      AND c.relkind IN ('r', 'p', 'v', 'm', 'S', 'c')
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.classid = 'pg_class'::regclass
        AND c.relkind = 'S' AND d.deptype IN ('a', 'i') AND d.refclassid = 'pg_class'::regclass)
    ORDER BY c.oid
  LOOP
    EXECUTE v_item.change;
  END LOOP;

  FOR v_item IN
    SELECT format('ALTER %s %I.%I OWNER TO %I', CASE t.typtype WHEN 'd' THEN 'DOMAIN' ELSE 'TYPE' END, n.nspname, t.typname, c_owner) AS change
    FROM pg_type t JOIN pg_namespace n ON n.oid = t.typnamespace
    WHERE n.nspname !~ '^pg_' AND n.nspname NOT IN ('information_schema', 'public') AND t.typowner <> c_owner::regrole
      AND t.typtype IN ('d', 'e', 'r')
  LOOP
    EXECUTE v_item.change;
  END LOOP;

  FOR v_item IN
    SELECT format('ALTER ROUTINE %s OWNER TO %I', p.oid::regprocedure, c_owner) AS change
    FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
    WHERE n.nspname !~ '^pg_' AND n.nspname NOT IN ('information_schema', 'public') AND p.proowner <> c_owner::regrole
  LOOP
    EXECUTE v_item.change;
  END LOOP;

  -- A function whose body was bound when it was made (RETURN, BEGIN ATOMIC) looks up no name at run time.
  FOR v_item IN
    SELECT format('ALTER ROUTINE %s SET search_path = pg_catalog, pg_temp', p.oid::regprocedure) AS change
    FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
    WHERE n.nspname !~ '^pg_' AND n.nspname NOT IN ('information_schema', 'public')
      AND NOT coalesce(p.proconfig, '{}') @> ARRAY['search_path=pg_catalog, pg_temp']
      AND (p.prosqlbody IS NULL OR p.prosecdef)
  LOOP
    EXECUTE v_item.change;
  END LOOP;

  EXECUTE format('REVOKE TEMPORARY, CREATE ON DATABASE %I FROM PUBLIC', current_database());
END $$;
