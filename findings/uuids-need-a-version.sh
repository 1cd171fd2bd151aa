#!/usr/bin/env bash
# @remnawave/backend-contract 3.4.15 with its zod: a squad UUID needs a version and a variant of RFC 9562, except the nil
# UUID, which is accepted. A sample UUID such as "1111…" is rejected for its form alone.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix . @remnawave/backend-contract@3.4.15 >/dev/null
diff <(node -e '
  const { UpdateUserCommand } = require("@remnawave/backend-contract");
  for (const uuid of [
    "5f0c3e1c-6a43-4a52-9d6b-0a1f5f1f2a11",
    "00000000-0000-0000-0000-000000000000",
    "11111111-1111-1111-1111-111111111111",
  ])
    console.log(uuid[0], UpdateUserCommand.RequestBodySchema.safeParse({ username: "anna", activeInternalSquads: [uuid] }).success);') - <<'OUT'
5 true
0 true
1 false
OUT
