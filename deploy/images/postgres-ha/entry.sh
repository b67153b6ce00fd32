#!/bin/bash
# The folders of PostgreSQL inside the volume, which is empty at the first start.
set -euo pipefail
mkdir -p -m 700 /var/lib/fairlot/postgres/{socket,log,lock,spool}
exec "$@"
