#!/usr/bin/env bash
# @remnawave/backend-contract 3.4.15: the schema of PATCH /api/users/ accepts a misspelled field and drops it, so the request
# succeeds and changes nothing. It also accepts `id` beside `username`, although its description says "Exactly one of the
# fields must be provided".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix . @remnawave/backend-contract@3.4.15 >/dev/null
diff <(node -e '
  const { UpdateUserCommand } = require("@remnawave/backend-contract");
  const read = (body) => console.log(JSON.stringify(UpdateUserCommand.RequestBodySchema.parse(body)));
  read({ username: "anna", hwidDevicelimit: 3 });
  read({ username: "anna", id: 7 });') - <<'OUT'
{"username":"anna"}
{"username":"anna","id":7}
OUT
