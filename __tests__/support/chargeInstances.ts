/**
 * Two server processes that make charges at one fake YooKassa, and that a test kills in the middle of a request. The
 * fake and the clock are in the process of the test, at an HTTP port.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type RunningChild, startChild } from './childProcess';
import { testDatabaseUrl } from './database';
import type { SeededRandom } from './seededRandom';
import { YOOKASSA_SHOP, type YooKassaServer } from './yooKassaServer';

const INSTANCE = path.resolve('__tests__/support/chargeInstance.ts');

/** When the process that sends a charge is killed: before the charge is made, before its response, or right after it. */
export type KillPoint = 'before' | 'made' | 'answered';

/** Longest time between the response to a charge and SIGKILL, in ms. */
const AFTER_ANSWER_MS = 20;

interface PlannedKill {
  /** Number of the charge request at which the process is killed, starting at 1. */
  request: number;
  point: KillPoint;
  /** Receives the key of the charge whose process was killed. */
  killed: (chargeKey: string) => void;
}

export interface ChargeInstances {
  /** Starts the processes that do not run. */
  start(): Promise<void>;
  /** Kills a process at one of the next charge requests. Resolves to the key of the charge when the process is dead. */
  killAt(plan: Omit<PlannedKill, 'killed'>): Promise<string>;
  kill(index: number): Promise<void>;
  /** Everything that the running processes have written. */
  output(): string;
  /** Share of the charge requests whose request or response gets lost. */
  lose(share: number): void;
  close(): Promise<void>;
}

async function readBody(incoming: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** Returns the key of the server's charge, or null for a request that charges nothing. */
function parseChargeKey(body: Buffer): string | null {
  if (body.length === 0) return null;
  const { metadata } = JSON.parse(body.toString()) as { metadata?: { charge_key?: string } };
  return metadata?.charge_key ?? null;
}

/** Opens the port of the fake. Each process has its own path, so that the sender of a request is known. */
export async function openChargeInstances(
  server: YooKassaServer,
  random: SeededRandom,
): Promise<ChargeInstances> {
  const children: (RunningChild | null)[] = [null, null];
  let requests = 0;
  let lostShare = 0;
  let planned: PlannedKill | null = null;

  async function kill(index: number): Promise<void> {
    const child = children[index] ?? null;
    children[index] = null;
    await child?.kill('SIGKILL');
  }

  /** Returns what happens to a charge request: a kill, a loss, or nothing. */
  function chooseFate(isCharge: boolean): { kill: PlannedKill | null; lost: 'request' | 'response' | null } {
    if (!isCharge) return { kill: null, lost: null };
    requests += 1;
    if (planned?.request === requests) {
      const plan = planned;
      planned = null;
      return { kill: plan, lost: null };
    }
    const isLost = random.chance(lostShare);
    return { kill: null, lost: isLost ? (random.chance(0.5) ? 'request' : 'response') : null };
  }

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method = 'GET', url = '', headers } = incoming;
    if (url.endsWith('/clock')) {
      outgoing.end(server.clock.now().toISOString());
      return;
    }
    const index = url.startsWith('/1/') ? 1 : 0;
    const body = await readBody(incoming);
    const chargeKey = method === 'POST' ? parseChargeKey(body) : null;
    const { kill: plan, lost } = chooseFate(chargeKey !== null);
    const die = async (): Promise<void> => {
      await kill(index);
      plan?.killed(chargeKey ?? '');
    };
    if (plan?.point === 'before') {
      await die();
      return;
    }
    if (lost === 'request') {
      incoming.socket.destroy();
      return;
    }
    const request = new Request(`https://provider.example${url.replace(/^\/\d\/yookassa/, '')}`, {
      method,
      headers: {
        Authorization: headers.authorization ?? '',
        'Idempotence-Key': String(headers['idempotence-key'] ?? ''),
        'Content-Type': 'application/json',
      },
      ...(method === 'GET' ? {} : { body: new Uint8Array(body) }),
    });
    const response = await server.fake.app.fetch(request);
    if (plan?.point === 'made') {
      await die();
      return;
    }
    if (lost === 'response') {
      incoming.socket.destroy();
      return;
    }
    outgoing.writeHead(response.status, { 'Content-Type': 'application/json' });
    outgoing.end(await response.text());
    if (plan === null) return;
    await pause(random.between(0, AFTER_ANSWER_MS));
    await die();
  }

  const http = createServer((incoming, outgoing) => {
    answer(incoming, outgoing).catch(() => incoming.socket.destroy());
  });
  await new Promise<void>((resolve) => {
    http.listen(0, '127.0.0.1', resolve);
  });
  const { port } = http.address() as AddressInfo;

  return {
    async start() {
      const { sessionSecret } = server.deps.settings;
      const { shopId, secretKey } = YOOKASSA_SHOP;
      const started = children.map((running, index) => {
        if (running !== null) return running;
        const url = `http://127.0.0.1:${port}/${index}`;
        return startChild(INSTANCE, { args: [testDatabaseUrl(), url, shopId, secretKey, sessionSecret] });
      });
      for (const [index, child] of started.entries()) {
        children[index] = child;
        await child.until('Ready.');
      }
    },
    killAt: (plan) =>
      new Promise((resolve) => {
        requests = 0;
        planned = { ...plan, killed: resolve };
      }),
    kill,
    output: () => children.map((child) => child?.output() ?? '').join('\n'),
    lose(share) {
      lostShare = share;
    },
    async close() {
      for (const index of children.keys()) await kill(index);
      http.closeAllConnections();
      await new Promise((resolve) => {
        http.close(resolve);
      });
    },
  };
}
