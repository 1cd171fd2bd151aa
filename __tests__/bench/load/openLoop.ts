/**
 * An open-loop load generator. Requests start at random times of a fixed average rate, whether or not earlier requests
 * have ended. The latency of a request counts from the time at which it was due, so a slow server cannot slow down the
 * generator and hide its own delay (coordinated omission).
 */
import http from 'node:http';
import { performance } from 'node:perf_hooks';
import type { SeededRandom } from '../../support/seededRandom';

export interface LoadRequest {
  method: 'GET' | 'POST';
  path: string;
  headers: Readonly<Record<string, string>>;
  body?: string;
}

export interface LoadKind {
  name: string;
  /** Share of the requests, relative to the other kinds. */
  weight: number;
  next: () => LoadRequest;
}

export interface LoadResult {
  /** Requests per second that were due. */
  offered: number;
  /** Requests per second that ended with the expected status. */
  completed: number;
  failed: number;
  /** Latencies in ms, sorted, by kind of request. */
  latencies: Map<string, number[]>;
  /** Maximum time in ms by which the generator itself started a request too late. */
  generatorLateMs: number;
}

/** A response after this time counts as failed, in ms. */
const TIMEOUT_MS = 10_000;

export class OpenLoop {
  readonly #agent = new http.Agent({ keepAlive: true, maxSockets: 512 });

  constructor(
    readonly port: number,
    readonly random: SeededRandom,
  ) {}

  /** Sends one request. Resolves to the status, or to 0 if there is no response. */
  send({ method, path, headers, body }: LoadRequest): Promise<{ status: number; body: string }> {
    return new Promise((resolve) => {
      const request = http.request(
        {
          host: '127.0.0.1',
          port: this.port,
          agent: this.#agent,
          method,
          path,
          headers,
          timeout: TIMEOUT_MS,
        },
        (response) => {
          const parts: Buffer[] = [];
          response.on('data', (part: Buffer) => parts.push(part));
          response.once('end', () =>
            resolve({ status: response.statusCode ?? 0, body: Buffer.concat(parts).toString('utf8') }),
          );
          response.once('error', () => resolve({ status: 0, body: '' }));
        },
      );
      request.once('timeout', () => request.destroy(new Error('timeout')));
      request.once('error', () => resolve({ status: 0, body: '' }));
      request.end(body);
    });
  }

  /** Offers `rate` requests per second for `seconds`, and waits for all responses. */
  async run(kinds: readonly LoadKind[], rate: number, seconds: number): Promise<LoadResult> {
    const total = kinds.reduce((sum, { weight }) => sum + weight, 0);
    const latencies = new Map<string, number[]>(kinds.map(({ name }) => [name, []]));
    const pending = new Set<Promise<void>>();
    let failed = 0;
    let started = 0;
    let generatorLateMs = 0;
    const pick = (): LoadKind => {
      let left = this.random.next() * total;
      const found = kinds.find(({ weight }) => (left -= weight) < 0) ?? kinds[0];
      if (found === undefined) throw new Error('a load needs at least one kind of request');
      return found;
    };
    const begin = (dueAt: number): void => {
      const { name, next } = pick();
      started += 1;
      const work = this.send(next()).then(({ status }) => {
        latencies.get(name)?.push(performance.now() - dueAt);
        if (status !== 200) failed += 1;
        pending.delete(work);
      });
      pending.add(work);
    };
    const startedAt = performance.now();
    const endsAt = startedAt + seconds * 1000;
    // The intervals between arrivals of independent customers are exponentially distributed.
    for (let dueAt = startedAt; dueAt < endsAt; dueAt += (-Math.log(1 - this.random.next()) * 1000) / rate) {
      const early = dueAt - performance.now();
      if (early > 1) await new Promise((resolve) => setTimeout(resolve, early));
      // The event loop must also read responses while the generator is behind.
      else if (started % 16 === 0) await new Promise((resolve) => setImmediate(resolve));
      generatorLateMs = Math.max(generatorLateMs, performance.now() - dueAt);
      begin(dueAt);
    }
    await Promise.all(pending);
    const elapsed = (performance.now() - startedAt) / 1000;
    for (const list of latencies.values()) list.sort((a, b) => a - b);
    return {
      offered: started / seconds,
      completed: (started - failed) / elapsed,
      failed,
      latencies,
      generatorLateMs,
    };
  }

  close(): void {
    this.#agent.destroy();
  }
}
