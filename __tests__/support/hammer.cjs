/**
 * A worker thread that sends requests to a server without pause, as a proxy does, until the port rejects connections. It
 * keeps its connections, or opens one for each request if `isKeptAlive` is false. The worker runs outside the server's
 * thread, so that requests are pending at every moment.
 * The worker posts the connection errors as `[error code, …]`.
 */
const http = require('node:http');
const { parentPort, workerData } = require('node:worker_threads');

const agent = new http.Agent({ keepAlive: workerData.isKeptAlive });
const broken = [];

function ask() {
  return new Promise((resolve) => {
    const request = http.request(
      { port: workerData.port, host: '127.0.0.1', agent, method: 'POST' },
      (response) => {
        response.resume();
        response.once('end', () => resolve(true));
      },
    );
    request.once('error', ({ code }) => {
      if (code !== 'ECONNREFUSED') broken.push(code);
      resolve(false);
    });
    request.end('{}');
  });
}

async function askOn() {
  while (await ask());
}

void Promise.all(Array.from({ length: workerData.callers }, askOn)).then(() => {
  parentPort.postMessage(broken);
  agent.destroy();
});
