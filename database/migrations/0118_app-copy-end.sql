-- The api of 0.3.0 ends a copy by this function while it is replaced. 0107 made the one with p_sells in its place.
-- To be removed by the release after the next.
CREATE FUNCTION app.end_own_copy(p_copy uuid, p_member uuid, p_entry uuid, p_now timestamptz) RETURNS text
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
RETURN app.end_own_copy(p_copy, p_member, p_entry, false, p_now);
REVOKE ALL ON FUNCTION app.end_own_copy(uuid, uuid, uuid, timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.end_own_copy(uuid, uuid, uuid, timestamptz) TO fairlot_api;
