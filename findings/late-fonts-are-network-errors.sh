#!/usr/bin/env bash
# In Chromium 147 a face with `font-display: optional` whose file arrives after 1.5 s has the status `error`, and
# `document.fonts.load()` rejects with a `NetworkError`, although the response was complete and had the status 200. So a script
# cannot tell a slow network from a missing file. A `FontFace` that a script creates from the same file loads.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix . \
  @sparticuz/chromium@147.0.0 playwright-core@1.65.1 @fontsource-variable/onest@5.3.1 >/dev/null
# With this variable the package also unpacks the libraries of Chromium.
export AWS_LAMBDA_JS_RUNTIME=nodejs20.x TMPDIR="$folder"
cat >late.mjs <<'SCRIPT'
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import unpacked from '@sparticuz/chromium';
import { chromium } from 'playwright-core';

const font = await readFile('node_modules/@fontsource-variable/onest/files/onest-latin-wght-normal.woff2');
const html = `<!doctype html><style>
@font-face { font-family: Late; src: url(/font); font-display: optional }
p { font-family: Late, monospace }
</style><p>Text</p>`;
const server = createServer((request, response) => {
  if (request.url === '/') response.setHeader('Content-Type', 'text/html').end(html);
  else setTimeout(() => response.setHeader('Content-Type', 'font/woff2').end(font), 1500);
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const executablePath = await unpacked.executablePath();
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'], env: process.env });
const page = await browser.newPage();
const response = page.waitForResponse(/font/);
await page.goto(`http://127.0.0.1:${server.address().port}`);
console.log(`response ${(await response).status()}`);
const outcomes = await page.evaluate(async () => {
  const [late] = document.fonts;
  const outcome = (loading) => loading.then(() => 'loaded', ({ name }) => name);
  const load = await outcome(document.fonts.load('100px Late', 'i'));
  const own = await outcome(new FontFace('Own', 'url(/font?own)').load());
  return `optional face: ${late.status}, ${load}; own face: ${own}`;
});
console.log(outcomes);
await browser.close();
server.close();
SCRIPT
diff <(node late.mjs) - <<'OUTPUT'
response 200
optional face: error, NetworkError; own face: loaded
OUTPUT
