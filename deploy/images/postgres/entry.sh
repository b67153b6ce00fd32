#!/bin/bash
# The first start makes the cluster with checksums, its owner and its database. Runs as postgres; needs no root.
set -euo pipefail
[ "$1" = postgres ] || exec "$@"
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  initdb --pgdata="$PGDATA" --username="$POSTGRES_USER" --pwfile=<(printf '%s\n' "$POSTGRES_PASSWORD") \
    --auth-local=trust --auth-host=scram-sha-256 --data-checksums --encoding=UTF8 --locale=C.UTF-8
  # `samenet`: only the network of the containers.
  echo 'host all all samenet scram-sha-256' >>"$PGDATA/pg_hba.conf"
  pg_ctl --pgdata="$PGDATA" --options="-c listen_addresses= -c unix_socket_directories=/tmp" --wait start
  createdb --host=/tmp --username="$POSTGRES_USER" "$POSTGRES_DB"
  pg_ctl --pgdata="$PGDATA" --mode=fast --wait stop
fi
exec "$@" -D "$PGDATA"
