#!/usr/bin/env bash
# postgres.sh start|stop|url FOLDER: a PostgreSQL server in a folder of its own, for tests. It listens on a socket file in the
# folder alone and keeps fsync on, as a real one does. PostgreSQL refuses to run as root: root hands over to the user `postgres`.
set -euo pipefail

if [ $# != 2 ]; then
  echo "usage: postgres.sh start|stop|url FOLDER" >&2
  exit 2
fi
folder=$(realpath -m "$2")

# Debian keeps the programs out of the path; the newest version is taken.
programs=$(printf '%s\n' /usr/lib/postgresql/*/bin | sort -V | tail -n 1)
if [ -x "$programs/initdb" ]; then PATH="$programs:$PATH"; fi

as_owner() {
  if [ "$(id -u)" = 0 ]; then
    (cd / && runuser -u postgres -- env PATH="$PATH" "$@")
  else
    "$@"
  fi
}

case "$1" in
  start)
    mkdir -p "$folder"
    if [ "$(id -u)" = 0 ]; then chown postgres "$folder"; fi
    if [ ! -d "$folder/data" ]; then
      as_owner initdb -A trust -U postgres -E UTF8 --locale=C.UTF-8 -N -D "$folder/data" >/dev/null
    fi
    as_owner pg_ctl -w -s -D "$folder/data" -l "$folder/log" \
      -o "-k $folder -c listen_addresses='' -c max_connections=300" start || { cat "$folder/log" >&2; exit 1; }
    ;;
  stop) as_owner pg_ctl -w -s -D "$folder/data" -m immediate stop ;;
  url) echo "postgres:///postgres?host=$folder&user=postgres" ;;
  *)
    echo "postgres.sh: unknown command: $1" >&2
    exit 2
    ;;
esac
