#!/usr/bin/env bash
# PGlite 0.5.16 keeps its 128 MB of shared buffers resident from the first query of a new database. The option `postgresqlconf`
# reduces them, but it replaces the whole postgresql.conf of initdb instead of adding to it: the time zone is GMT again.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund @electric-sql/pglite@0.5.16
cat >open.mjs <<'SCRIPT'
import fs from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
const [name, ...lines] = process.argv.slice(2);
const db = await PGlite.create({ dataDir: name, ...(lines.length === 0 ? {} : { postgresqlconf: lines }) });
const { rows } = await db.query("select current_setting('shared_buffers') as buffers, current_setting('timezone') as zone");
await new Promise((resolve) => setTimeout(resolve, 2000));
for (let time = 0; time < 3; time += 1) {
  globalThis.gc();
  await new Promise((resolve) => setTimeout(resolve, 500));
}
fs.writeFileSync(`${name}.rss`, String(process.memoryUsage().rss / 1e6));
const conf = fs.readFileSync(`${name}/postgresql.conf`, 'utf8');
console.log(rows[0].buffers, rows[0].zone, conf.split('\n').length > 100 ? 'file of initdb' : conf);
process.exit();
SCRIPT
{
  node --expose-gc --liftoff-only open.mjs usual
  node --expose-gc --liftoff-only open.mjs small shared_buffers=8MB
  node --print "$(cat usual.rss) - $(cat small.rss) > 100 ? 'saves more than 100 MB' : 'saves less'"
} | diff - <(
  cat <<'OUT'
128MB UTC file of initdb
8MB GMT shared_buffers=8MB
saves more than 100 MB
OUT
)
