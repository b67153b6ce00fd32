-- Taking orders: one function decides what needs a lock and writes everything an order consists of, for one order or for
-- many at once. docs/features/orders.md explains.

-- The id of the hold of one part of an order. Made from the order's own id, so that a retry makes the same one.
CREATE FUNCTION app.hold_id(p_order uuid, p_part integer) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog AS $$
  SELECT encode(set_byte(set_byte(h.digest, 6, get_byte(h.digest, 6) & 15 | 128), 8, get_byte(h.digest, 8) & 63 | 128), 'hex')::uuid
  FROM (SELECT substring(sha256(convert_to('hold ' || p_order || '/' || p_part, 'UTF8')) FROM 1 FOR 16) AS digest) AS h
$$;
GRANT EXECUTE ON FUNCTION app.hold_id(uuid, integer) TO fairlot_api, fairlot_worker;
