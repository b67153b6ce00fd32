#!/bin/bash
# Makes every image from Debian packages, npm packages and this repository: no image registry is asked.
#   deploy/images/make.sh            all
#   deploy/images/make.sh server     one of debian, node, server, postgres, nats, redis, postgres-ha, proxy
# Needs mmdebstrap, podman, npm, and `npm ci` and `npm run setup` in this repository.
# FAIRLOT_BUILD_FLAGS are further flags of `podman build`. FAIRLOT_CA_FILE is the CA of a proxy that npm must believe.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
images=deploy/images
context=$(mktemp -d)
trap 'rm -rf "$context"' EXIT
read -ra flags <<<"${FAIRLOT_BUILD_FLAGS:-}"

# Every time in an image is that of the last commit: the same sources, Debian packages and npm packages give the same digest.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
export SOURCE_DATE_EPOCH

build() {
  podman build --network=host --timestamp "$SOURCE_DATE_EPOCH" --build-arg "SOURCE_DATE_EPOCH=$SOURCE_DATE_EPOCH" "${flags[@]}" --tag "$@"
}

debian() {
  mmdebstrap --variant=minbase --include=ca-certificates,tini bookworm "$context/debian.tar"
  mkdir "$context/debian"
  mv "$context/debian.tar" "$context/debian/"
  build fairlot-debian --file $images/debian/Containerfile "$context/debian"
}
node() {
  cp node_modules/node/bin/node "$context/node"
  npm pack --silent --pack-destination "$context" npm@11 >/dev/null
  mkdir "$context/npm"
  tar -xzf "$context"/npm-11*.tgz -C "$context/npm" --strip-components=1
  build fairlot-node --file $images/node/Containerfile "$context"
}
server() {
  local ca=()
  if [ -n "${FAIRLOT_CA_FILE:-}" ]; then
    ca=(--volume "$FAIRLOT_CA_FILE:$FAIRLOT_CA_FILE:ro" --build-arg "NODE_EXTRA_CA_CERTS=$FAIRLOT_CA_FILE")
  fi
  build fairlot-server "${ca[@]}" --file $images/Containerfile .
}
postgres() { build fairlot-postgres $images/postgres; }
nats() {
  cp "${FAIRLOT_NATS_SERVER:-.dev/bin/nats-server}" "$context/nats-server"
  build fairlot-nats --file $images/nats/Containerfile "$context"
}
redis() { build fairlot-redis $images/redis; }
postgres-ha() { build fairlot-postgres-ha $images/postgres-ha; }
proxy() { build fairlot-proxy $images/proxy; }

for name in "${@:-debian node server postgres nats redis}"; do
  for each in $name; do
    echo "== $each"
    $each
  done
done
