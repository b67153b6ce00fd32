-- Leaves and nodes of a tree are stored page by page, before its row: only the last page decides the root.

ALTER TABLE audit.tree_leaves ALTER CONSTRAINT tree_leaves_tree_fkey DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE audit.tree_nodes ALTER CONSTRAINT tree_nodes_tree_fkey DEFERRABLE INITIALLY DEFERRED;

CREATE FUNCTION audit.reserve_tree() RETURNS bigint
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$ SELECT nextval('audit.trees_id_seq') $$;
GRANT EXECUTE ON FUNCTION audit.reserve_tree TO fairlot_worker;

-- Trees are ordered by their id, so no tree may take an id that stays behind those of later trees.
CREATE FUNCTION audit.check_tree_id() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  IF NEW.id > (SELECT s.last_value FROM audit.trees_id_seq s) THEN
    RAISE EXCEPTION 'tree % has no reserved id: call audit.reserve_tree', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER trees_enforce_id BEFORE INSERT ON audit.trees FOR EACH ROW EXECUTE FUNCTION audit.check_tree_id();
