#!/bin/sh
# Dumps the database every night at 03:00 UTC into DUMP_FOLDER, and deletes dumps that are DUMP_DAYS old. The privacy policy
# promises at most 30 days. `dump.sh once` makes one dump and ends. The PG… variables specify the database.
set -eu
umask 077

case ${DUMP_DAYS:=30} in
  *[!0-9]* | '') DUMP_DAYS=0 ;;
esac
if [ "$DUMP_DAYS" -lt 1 ] || [ "$DUMP_DAYS" -gt 30 ]; then
  echo 'DUMP_DAYS must be a whole number from 1 to 30' >&2
  exit 1
fi
if [ -n "${PGPASSWORD_FILE:-}" ]; then
  PGPASSWORD=$(cat "$PGPASSWORD_FILE")
  export PGPASSWORD
fi

dump() {
  file=$DUMP_FOLDER/prosvet-$(date -u +%FT%H%M%SZ).dump
  pg_dump --format=custom --no-owner --file="$file.part"
  mv "$file.part" "$file"
  # A dump is deleted by the last run before it is DUMP_DAYS old, because the next run is a day later.
  find "$DUMP_FOLDER" -name 'prosvet-*.dump*' -mmin +$(((DUMP_DAYS - 1) * 1440 - 5)) ! -path "$file" -delete
  echo "Dumped to $file"
}

if [ "${1:-}" = once ]; then
  dump
  exit
fi
while true; do
  now=$(date -u +%s)
  sleep $((86400 - (now - 10800) % 86400))
  dump || echo 'The dump failed' >&2
done
