#!/usr/bin/env bash
# Chromium 147 parses the last part of a document and sends `DOMContentLoaded` in one task, so a `MutationObserver` has not yet
# been called for the elements of that part. A listener that disconnects the observer loses these elements, unless it calls
# `takeRecords()`. By the HTML standard the event is queued as a task of its own. If the document arrives in one part, the
# observer is called before the event.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix . \
  @sparticuz/chromium@147.0.0 playwright-core@1.65.1 >/dev/null
# With this variable the package also unpacks the libraries of Chromium.
export AWS_LAMBDA_JS_RUNTIME=nodejs20.x TMPDIR="$folder"
cat >observer.mjs <<'SCRIPT'
import { createServer } from 'node:http';
import unpacked from '@sparticuz/chromium';
import { chromium } from 'playwright-core';

const first = `<!doctype html><script>
let hasSeen = false;
const observer = new MutationObserver(() => {
  hasSeen ||= document.getElementById('last') !== null;
});
observer.observe(document.documentElement, { childList: true, subtree: true });
document.addEventListener('DOMContentLoaded', () => {
  window.atEnd = 'observed: ' + hasSeen + ', waiting records: ' + (observer.takeRecords().length > 0);
});
</script><p>First</p>`;
const last = '<p id="last">Last</p>';
const server = createServer((request, response) => {
  response.setHeader('Content-Type', 'text/html');
  if (request.url === '/one') return response.end(first + last);
  response.write(first);
  return setTimeout(() => response.end(last), 500);
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const executablePath = await unpacked.executablePath();
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'], env: process.env });
const page = await browser.newPage();
for (const parts of ['one', 'two']) {
  await page.goto(`http://127.0.0.1:${server.address().port}/${parts}`);
  console.log(`${parts}: ${await page.evaluate(() => window.atEnd)}`);
}
await browser.close();
server.close();
SCRIPT
diff <(node observer.mjs) - <<'OUTPUT'
one: observed: true, waiting records: false
two: observed: false, waiting records: true
OUTPUT
