#!/usr/bin/env bash
# @remnawave/backend-contract 3.4.15: the schema of PATCH /api/users/ accepts a date without a time zone, and reads it in the
# time zone of the machine that runs the schema. A panel in a container with UTC reads it as UTC, so a check with this package
# on another machine finds another time than the panel.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix . @remnawave/backend-contract@3.4.15 >/dev/null
read_in() {
  TZ=$1 node -e '
    const { UpdateUserCommand } = require("@remnawave/backend-contract");
    const body = { username: "anna", expireAt: "2099-01-01T00:00:00" };
    console.log(UpdateUserCommand.RequestBodySchema.parse(body).expireAt.toISOString());'
}
diff <(read_in UTC; read_in America/New_York) - <<'OUT'
2099-01-01T00:00:00.000Z
2099-01-01T05:00:00.000Z
OUT
