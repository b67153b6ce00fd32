-- The followers' own median result, written with a mentor's day. Null below five followers: a figure of fewer would be of one person.
ALTER TABLE app.mentor_days ADD COLUMN follower_median_bp integer;

-- What each copy that has traded gained or lost, running and ended ones. Without copies of the mentor's own people and of simulated traders.
CREATE FUNCTION app.follower_results(p_mentor uuid) RETURNS TABLE (result bigint, amount bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT app.copy_result(c.id), c.amount FROM app.copies c JOIN app.mentors m ON m.id = c.mentor_id
  WHERE c.mentor_id = p_mentor AND c.started_at IS NOT NULL
    AND EXISTS (SELECT FROM app.copy_block_lines l JOIN app.positions p ON p.id = l.order_id WHERE l.copy_id = c.id AND p.opened_shares > 0)
    AND NOT EXISTS (SELECT FROM directory.owners a JOIN directory.owners b ON b.owner_group = a.owner_group
      WHERE a.member_id = m.member_id AND b.member_id = c.member_id)
    AND NOT EXISTS (SELECT FROM app.mentors s WHERE s.member_id = c.member_id AND s.is_simulated)
$$;
GRANT EXECUTE ON FUNCTION app.follower_results TO fairlot_worker;
