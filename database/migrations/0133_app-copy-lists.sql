-- The list of a block is a few rows of ids, and a line is written once, with everything that its turn decides. Before, each line was
-- written with the list and again at its turn, with all index entries both times.

-- The copies of a block that waits for its turn, in the order of the day: part n has the places n * 1000 + 1 to n * 1000 + 1000. Deleted
-- when the last line is written.
CREATE TABLE app.copy_block_lists (
  block_id uuid    NOT NULL REFERENCES app.copy_blocks (id),
  part     integer NOT NULL CHECK (part >= 0),
  copies   uuid[]  NOT NULL CHECK (cardinality(copies) BETWEEN 1 AND 1000),
  PRIMARY KEY (block_id, part)
);

-- Blocks that wait keep their list.
INSERT INTO app.copy_block_lists (block_id, part, copies)
SELECT b.id, (l.place - 1) / 1000, array_agg(l.copy_id ORDER BY l.place)
FROM app.copy_blocks b JOIN app.copy_block_lines l ON l.block_id = b.id
WHERE b.state = 'preparing' AND b.copies IS NOT NULL GROUP BY b.id, (l.place - 1) / 1000;
DELETE FROM app.copy_block_lines l USING app.copy_blocks b WHERE b.id = l.block_id AND b.state = 'preparing' AND l.planned IS NULL;

-- One index less: each line is found by its copy, by its place, by its number and by its order.
DROP INDEX app.copy_block_lines_of_copy;
ALTER TABLE app.copy_block_lines
  DROP CONSTRAINT copy_block_lines_pkey,
  ADD CONSTRAINT copy_block_lines_pkey PRIMARY KEY (copy_id, block_id);
-- A line has two versions, and the second one changes no index when it stays on its page.
ALTER TABLE app.copy_block_lines SET (fillfactor = 45);
-- What a copy has spent is in no index, so that a purchase changes none.
DROP INDEX app.copies_with_stop_loss;
CREATE INDEX copies_with_stop_loss ON app.copies (id) WHERE state = 'following' AND stop_loss_bp IS NOT NULL;
ALTER TABLE app.copies SET (fillfactor = 70);

-- A line never stays without the order that its money was taken for.
CREATE CONSTRAINT TRIGGER copy_block_lines_have_orders_at_once AFTER INSERT ON app.copy_block_lines DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.order_id IS NOT NULL) EXECUTE FUNCTION app.check_copy_line();

-- See dayOrderText: it decides the place of a copy on the list of a day.
CREATE FUNCTION app.copy_key(p_block app.copy_blocks, p_seed text, p_copy uuid) RETURNS bytea
LANGUAGE sql STABLE PARALLEL SAFE
RETURN sha256(convert_to(concat_ws(E'\n', 'fairlot copy v1', to_char(p_block.date, 'YYYY-MM-DD'), p_block.mentor_id, p_seed, p_copy, ''), 'UTF8'));

-- The list of a block, at once: it is as it was at one moment. Who started after the mentor's order is not on it.
CREATE OR REPLACE FUNCTION app.list_block_copies(p_block app.copy_blocks) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_seed   text := coalesce((SELECT encode(d.seed, 'hex') FROM app.opening_draws d WHERE d.date = p_block.date), '');
  v_source uuid := (SELECT s.id FROM app.copy_blocks s WHERE s.lead_order = p_block.position_id AND s.side = 'buy');
  v_copies integer;
BEGIN
  WITH keyed AS MATERIALIZED (
    SELECT c.id, app.copy_key(p_block, v_seed, c.id) AS key FROM app.copies c
    WHERE c.mentor_id = p_block.mentor_id AND c.state = 'following' AND c.starts_on <= p_block.date AND c.started_at <= p_block.at
      AND (p_block.side = 'buy' OR EXISTS (SELECT FROM app.copy_block_lines l WHERE l.block_id = v_source AND l.copy_id = c.id AND l.order_id IS NOT NULL))
  ), placed AS (
    SELECT k.id, row_number() OVER (ORDER BY k.key) AS place FROM keyed k
  ), written AS (
    INSERT INTO app.copy_block_lists (block_id, part, copies)
    SELECT p_block.id, ((p.place - 1) / 1000)::integer AS part, array_agg(p.id ORDER BY p.place) FROM placed p GROUP BY 2
    RETURNING cardinality(copies) AS copies
  )
  SELECT coalesce(sum(w.copies), 0) INTO v_copies FROM written w;
  UPDATE app.copy_blocks b SET seed = v_seed, copies = v_copies, state = CASE v_copies WHEN 0 THEN 'sending' ELSE b.state END
  WHERE b.id = p_block.id;
END $$;

-- The next copies of the list.
CREATE FUNCTION app.next_copies(p_block app.copy_blocks, p_limit integer) RETURNS uuid[]
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(array_agg(u.id ORDER BY l.part, u.n), '{}') FROM app.copy_block_lists l
  CROSS JOIN LATERAL unnest(l.copies) WITH ORDINALITY AS u (id, n)
  WHERE l.block_id = p_block.id AND l.part BETWEEN p_block.prepared / 1000 AND (p_block.prepared + p_limit - 1) / 1000
    AND l.part * 1000 + u.n > p_block.prepared AND l.part * 1000 + u.n <= p_block.prepared + p_limit
$$;
