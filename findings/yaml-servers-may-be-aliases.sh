#!/usr/bin/env bash
# js-yaml 5.5.0, with which Remnawave writes Clash subscriptions: an object that occurs twice is written once, and then as
# an alias. A subscription with a proxy provider repeats its servers, so a reader that searches the text for `server:` does
# not find the servers of the provider.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix . js-yaml@5.5.0 >/dev/null
diff <(node -e '
  const { dump } = require("js-yaml");
  const server = { name: "NL", server: "nl.example.com" };
  process.stdout.write(dump({ proxies: [server], "proxy-providers": { own: { payload: [server] } } }));') - <<'OUT'
proxies:
  - &ref_0
    name: NL
    server: nl.example.com
proxy-providers:
  own:
    payload:
      - *ref_0
OUT
