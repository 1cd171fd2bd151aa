#!/usr/bin/env bash
# hono 4.13.19: an application that is mounted with route() loses its notFound handler. Unknown paths below the mount get the
# response of the outer application, here the text "404 Not Found" instead of JSON.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix . hono@4.13.19 >/dev/null
diff <(node -e '
  const { Hono } = require("hono");
  const inner = new Hono().get("/known", (context) => context.text("known"));
  inner.notFound((context) => context.json({ statusCode: 404 }, 404));
  const read = async (app, path) => console.log(await (await app.request(path)).text());
  (async () => {
    await read(inner, "/unknown");
    await read(new Hono().route("/api", inner), "/api/unknown");
  })();') - <<'OUT'
{"statusCode":404}
404 Not Found
OUT
