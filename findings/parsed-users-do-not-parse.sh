#!/usr/bin/env bash
# @remnawave/backend-contract 3.4.15: the schema of a response turns its dates into Date objects and rejects Date objects. A
# user that was parsed once, as by a client library, fails in the schema that has just returned it. It passes again after
# JSON.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix . @remnawave/backend-contract@3.4.15 >/dev/null
diff <(node -e '
  const { GetUserByUsernameCommand } = require("@remnawave/backend-contract");
  const schema = GetUserByUsernameCommand.ResponseSchema;
  const at = "2027-01-01T00:00:00.000Z";
  const response = {
    id: 1, shortUuid: "a", username: "anna", status: "ACTIVE", expireAt: at, telegramId: null, email: null,
    description: null, tag: null, hwidDeviceLimit: null, externalSquadUuid: null, trojanPassword: "abcdefgh",
    vlessUuid: "7f1b2c3d-0000-4000-8000-000000000001", ssPassword: "abcdefgh", lastTriggeredThreshold: 0,
    subRevokedAt: null, lastTrafficResetAt: null, createdAt: at, updatedAt: at, trafficLimitBytes: 0,
    trafficLimitStrategy: "NO_RESET", subscriptionUrl: "https://panel.example/a", activeInternalSquads: [],
    userTraffic: { usedTrafficBytes: 0, lifetimeUsedTrafficBytes: 0, onlineAt: null, firstConnectedAt: null,
      lastConnectedNodeUuid: null },
  };
  const parsed = schema.parse({ response });
  const again = schema.safeParse(parsed);
  console.log(again.success, again.error.issues.map(({ path }) => path.join(".")).join(" "));
  console.log(schema.safeParse(JSON.parse(JSON.stringify(parsed))).success);') - <<'OUT'
false response.expireAt response.createdAt response.updatedAt
true
OUT
