#!/usr/bin/env bash
# @remnawave/backend-contract 3.4.15: creating and updating a user have different rules. POST accepts an expiry in the past
# and the statuses LIMITED and EXPIRED, PATCH neither. POST checks the characters of the user name, PATCH does not.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix . @remnawave/backend-contract@3.4.15 >/dev/null
diff <(node -e '
  const { CreateUserCommand: create, UpdateUserCommand: update } = require("@remnawave/backend-contract");
  const future = "2099-01-01T00:00:00Z";
  const accepts = ({ RequestBodySchema }, body) => RequestBodySchema.safeParse(body).success;
  const compare = (what, body) => console.log(what, accepts(create, { expireAt: future, ...body }), accepts(update, body));
  compare("past", { username: "anna", expireAt: "2001-01-01T00:00:00Z" });
  compare("LIMITED", { username: "anna", status: "LIMITED" });
  compare("space", { username: "an na" });') - <<'OUT'
past true false
LIMITED true false
space false true
OUT
