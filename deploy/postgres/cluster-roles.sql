-- Run once on the primary, in the database postgres, when the cluster is new. Patroni makes the roles for replication
-- and rewinding itself; the application's roles come from the migrations and roles.sql.
-- A backup starts, ends and archives; it reads no table. It connects by the local socket only (pg_hba.conf).
CREATE ROLE fairlot_backup LOGIN CONNECTION LIMIT 8;
GRANT pg_read_all_settings TO fairlot_backup;
GRANT EXECUTE ON FUNCTION pg_backup_start(text, boolean) TO fairlot_backup;
GRANT EXECUTE ON FUNCTION pg_backup_stop(boolean) TO fairlot_backup;
GRANT EXECUTE ON FUNCTION pg_switch_wal() TO fairlot_backup;
GRANT EXECUTE ON FUNCTION pg_create_restore_point(text) TO fairlot_backup;
