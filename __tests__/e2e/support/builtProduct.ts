/** Runs the built product in its own process, for scripts that visit its screens. */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { FIRST_ADMIN } from './staff';

export interface BuiltProduct {
  base: string;
  get<ResponseBody>(path: string): Promise<ResponseBody>;
  post<ResponseBody>(path: string, body: object, token?: string): Promise<ResponseBody>;
  stop(): void;
}

/**
 * Starts the built product in `folder` with an empty data folder and further environment `variables`. Resolves when the product is ready to serve requests.
 */
export async function startBuiltProduct(
  port: number,
  folder = '.',
  variables: Readonly<Record<string, string>> = {},
): Promise<BuiltProduct> {
  const base = `http://localhost:${String(port)}`;
  const data = fs.mkdtempSync(path.join(os.tmpdir(), 'prosvet-screens-'));
  const server = spawn(process.execPath, ['dist/server/start.js'], {
    cwd: folder,
    env: {
      SANDBOX_CARD_PROCESS: 'false',
      ...process.env,
      ...variables,
      PORT: String(port),
      PUBLIC_URL: base,
      DATA_DIR: data,
      STAFF_USERNAME: FIRST_ADMIN.username,
      STAFF_PASSWORD: FIRST_ADMIN.password,
    },
    stdio: 'inherit',
  });
  const stop = (): void => {
    server.kill('SIGTERM');
    fs.rmSync(data, { recursive: true, force: true });
  };
  const read = async <ResponseBody>(address: string, init?: RequestInit): Promise<ResponseBody> => {
    const response = await fetch(`${base}${address}`, init);
    if (!response.ok) throw new Error(`${address}: ${String(response.status)} ${await response.text()}`);
    return (await response.json()) as ResponseBody;
  };
  const deadline = Date.now() + 180_000;
  for (;;) {
    const isReady = await fetch(`${base}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) break;
    if (Date.now() > deadline) {
      stop();
      throw new Error('the product was not ready after 180 s');
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return {
    base,
    stop,
    get: (address) => read(address),
    post: (address, body, token) =>
      read(address, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify(body),
      }),
  };
}
