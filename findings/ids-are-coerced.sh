#!/usr/bin/env bash
# @remnawave/backend-contract 3.4.15: numbers in paths and queries are read with Number(), so "1e3" is the id 1000, and a
# fraction is an id. A client that compares ids as texts and the panel do not mean the same user.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix . @remnawave/backend-contract@3.4.15 >/dev/null
diff <(node -e '
  const { DeleteUserCommand, GetUsersStreamCommand } = require("@remnawave/backend-contract");
  for (const userId of ["1000", "1e3", "1.5"])
    console.log(DeleteUserCommand.RequestParamSchema.parse({ userId }).userId);
  console.log(GetUsersStreamCommand.RequestQuerySchema.parse({ size: "1e2" }).size);') - <<'OUT'
1000
1000
1.5
100
OUT
