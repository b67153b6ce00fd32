-- An operator replaces their own password. The console writes nothing of an operator itself, and a change that crosses
-- another one changes nothing.
CREATE FUNCTION app.change_operator_password(
  p_operator uuid, p_before text, p_password text, p_pepper text, p_now timestamptz
) RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE app.operators SET password_hash = p_password, pepper_key = p_pepper
  WHERE id = p_operator AND password_hash = p_before AND (left_at IS NULL OR left_at > p_now);
  RETURN FOUND;
END $$;
GRANT EXECUTE ON FUNCTION app.change_operator_password TO fairlot_console;
