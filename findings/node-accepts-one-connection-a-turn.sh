#!/usr/bin/env bash
# Node.js 20 and 24 on Linux: an event loop turn accepts one connection, however many wait. A turn without work therefore does not
# show that the queue is empty, and closing the port resets the connections that wait, also those with a request.
set -euo pipefail
node_version=24.21.0
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund "node@$node_version"
cat >turns.mjs <<'JS'
import net from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
let accepted = 0;
const server = net.createServer(() => { accepted += 1; });
server.listen(0, '127.0.0.1', async () => {
  const clients = `const { workerData, parentPort } = require('node:worker_threads');
    const sockets = Array.from({ length: 5 }, () => require('node:net').connect(workerData, '127.0.0.1'));
    Promise.all(sockets.map((socket) => new Promise((done) => socket.once('connect', done)))).then(() => {
      Atomics.store(shared, 0, 1); Atomics.notify(shared, 0);
    });
    const shared = new Int32Array(require('node:worker_threads').getEnvironmentData('shared'));`;
  const { setEnvironmentData } = await import('node:worker_threads');
  const shared = new SharedArrayBuffer(4);
  setEnvironmentData('shared', shared);
  const worker = new Worker(clients, { eval: true, workerData: server.address().port });
  worker.once('online', async () => {
    // The loop stands still until the kernel has connected all five.
    Atomics.wait(new Int32Array(shared), 0, 0);
    await turn();
    const turns = [];
    const before = accepted;
    for (let each = 0; each < 7; each += 1) {
      const known = accepted;
      await turn();
      turns.push(accepted - known);
    }
    console.log(`at most one a turn: ${before <= 1 && turns.every((count) => count <= 1)}; in all ${accepted}`);
    process.exit();
  });
});
JS
diff <(node_modules/.bin/node turns.mjs) - <<'OUT'
at most one a turn: true; in all 5
OUT
