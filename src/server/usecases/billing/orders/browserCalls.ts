/**
 * Calls to a card provider that a browser causes. They have a budget of their own, so that no visitor can use up the
 * requests that charges, refunds and polls need, or the requests of other visitors.
 */
import type { Deps } from '../../../deps';
import { type CardProvider, ProviderUnavailable, TooManyProviderRequests } from '../../../ports/cardProvider';
import type { ProcessMemory } from '../../../processMemory';
import { BROWSER_CALL_RATE, limitIn, type LimitName } from '../../../throttle/limits';
import { countTry, giveTryBack, type ThrottleKey } from '../../../throttle/throttle';
import { toNetwork, toWideNetwork } from '../../../throttle/toNetwork';
import { TurnQueue, type TurnRequester } from '../../../throttle/turnQueue';
import { listCardProviders } from '../cardProviders/cardProviders';

/** Maximum number of calls to the card provider that one request of a browser causes. */
export const MAX_CALLS_PER_REQUEST = 3;

/** Maximum time in ms that a call waits for its turn. */
const PATIENCE_MS = 5_000;

/** Pause in ms after the card provider rejected a call because of its rate limit and named no pause. */
const UNNAMED_PAUSE_MS = 1_000;

/** Groups of visitors. Signed-in visitors have a larger share, because an anonymous crowd costs its sender nothing. */
const SIGNED_IN: TurnRequester['group'] = { name: 'signedIn', share: 3 };
const ANONYMOUS: TurnRequester['group'] = { name: 'anonymous', share: 1 };

/** Visitor whose request causes calls to the card provider. The account of an anonymous visitor is null. */
export interface Visitor {
  accountId: number | null;
  ip: string;
}

/** `Deps` whose card providers are called within the budget of a visitor. */
export interface BrowserDeps extends Deps {
  /** Returns whether the budget rejected a call of this request. The card provider then knows nothing of the call. */
  wasOverBudget(): boolean;
}

function findTurns({ browserTurns }: ProcessMemory, provider: string): TurnQueue {
  const known = browserTurns.get(provider) ?? new TurnQueue(BROWSER_CALL_RATE);
  browserTurns.set(provider, known);
  return known;
}

/** Returns the names under which the calls of a visitor for an order are counted. */
function listParties({ accountId, ip }: Visitor, orderId: string): ThrottleKey[] {
  const wide = toWideNetwork(ip);
  return [
    ['order', orderId],
    ['network', toNetwork(ip)],
    ...(wide === null ? [] : [['wideNetwork', wide] as const]),
    ...(accountId === null ? [] : [['account', String(accountId)] as const]),
  ];
}

/**
 * Returns `Deps` for a request of a browser about an order. Each call to a card provider waits up to 5 s for its turn.
 * If the call does not fit into the budget, or the request has already made three calls, the call throws
 * `TooManyProviderRequests` or `ProviderUnavailable`, and the card provider is not called. Failed calls are not repeated,
 * except for one call per request that the card provider rejected for a short pause.
 */
export function depsForBrowser(deps: Deps, visitor: Visitor, orderId: string): BrowserDeps {
  let calls = 0;
  let isOverBudget = false;
  let hasWaited = false;
  const parties = listParties(visitor, orderId);
  const isAnonymous = visitor.accountId === null;

  /** Throws the error of a call that does not fit into the budget. */
  function reject(retryAfterMs: number): never {
    isOverBudget = true;
    throw new TooManyProviderRequests('the budget for requests of browsers is used up', retryAfterMs);
  }

  async function count(limit: LimitName, ...key: string[]): Promise<void> {
    const now = deps.clock.now();
    const verdict = await countTry(deps.db, [limit, ...key], limitIn(deps.settings.mode, limit), now);
    if (!verdict.allowed) reject(verdict.retryAfterMs);
  }

  /** Resolves when the provider may be called once. */
  async function admit(provider: string): Promise<void> {
    calls += 1;
    if (calls > MAX_CALLS_PER_REQUEST) {
      isOverBudget = true;
      throw new ProviderUnavailable('the request has made all of its calls');
    }
    for (const party of parties) await count('browserCallsOfOne', provider, ...party);
    const requester = {
      parties: parties.map((party) => party.join(' ')),
      group: isAnonymous ? ANONYMOUS : SIGNED_IN,
    };
    // The turn comes last, so that nothing delays the call after it.
    if (isAnonymous) await count('anonymousBrowserCalls', provider);
    await count('browserCalls', provider);
    const turn = await findTurns(deps.memory, provider).take(requester, PATIENCE_MS);
    if (turn.isGranted) return;
    if (isAnonymous) await giveTryBack(deps.db, ['anonymousBrowserCalls', provider]);
    await giveTryBack(deps.db, ['browserCalls', provider]);
    reject(turn.retryAfterMs);
  }

  function admitted(provider: CardProvider): CardProvider {
    // A repeated attempt would be a further call, and the browser can repeat its request.
    const client = provider.withoutRepeats ?? provider;
    const admittedMethod =
      (method: (...input: unknown[]) => Promise<unknown>) =>
      async (...input: unknown[]): Promise<unknown> => {
        await admit(provider.name);
        try {
          return await method.apply(client, input);
        } catch (error) {
          if (!(error instanceof TooManyProviderRequests)) throw error;
          const pauseMs = error.retryAfterMs ?? UNNAMED_PAUSE_MS;
          findTurns(deps.memory, provider.name).pause(pauseMs);
          if (hasWaited || pauseMs >= PATIENCE_MS) throw error;
          hasWaited = true;
          await admit(provider.name);
          return method.apply(client, input);
        }
      };
    return new Proxy(client, {
      get(target, name) {
        const property: unknown = Reflect.get(target, name);
        return typeof property === 'function'
          ? admittedMethod(property as (...input: unknown[]) => Promise<unknown>)
          : property;
      },
    });
  }

  const [cardProvider = deps.cardProvider, ...formerCardProviders] = listCardProviders(deps).map(admitted);
  return { ...deps, cardProvider, formerCardProviders, wasOverBudget: () => isOverBudget };
}
