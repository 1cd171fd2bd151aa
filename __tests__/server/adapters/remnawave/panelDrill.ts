/**
 * Drill of a VPN panel: makes users of its own under a random prefix, checks statements on which the product relies, and
 * removes the users. `checkPanel.ts` runs the drill against a real VPN panel, and a test runs it against the fake.
 */
import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { examineBody } from '../../../../src/server/adapters/remnawave/configurationBody';
import { panelRequests } from '../../../../src/server/adapters/remnawave/panelRequests';

export interface DrillOptions {
  url: string;
  token: string;
  /** UUID of a squad with an enabled host. */
  squad: string;
  /** Extra headers for a reverse proxy in front of the VPN panel. */
  headers?: Readonly<Record<string, string>>;
  fetch?: typeof fetch;
}

export interface Statement {
  text: string;
  holds: boolean;
  /** What the VPN panel returned, without secrets. */
  seen: string;
}

const user = v.object({
  response: v.object({ id: v.number(), shortUuid: v.string(), status: v.string(), expireAt: v.string() }),
});
const coded = v.object({ errorCode: v.string() });

/** Applications and the format that the VPN panel returns to them. */
export const DRILL_APPS = {
  'Happ/5.6.0': 'links',
  'v2rayNG/1.10.8': 'links',
  'SFA/1.13': 'singbox',
  'Karing/1.0': 'singbox',
  'clash-verge/v2.0': 'clash',
  'Stash/2.7': 'clash',
} as const;

const DAY = 24 * 60 * 60_000;

/** Runs the drill and returns each statement in order. Users that the drill made are removed even if a request fails. */
export async function drillPanel(options: DrillOptions): Promise<Statement[]> {
  const { token, squad, headers = {} } = options;
  const send = panelRequests({ ...options, headers });
  const prefix = `drill-${randomBytes(4).toString('hex')}`;
  const made = new Set<string>();
  const statements: Statement[] = [];

  async function ask(method: string, path: string, body?: object, own: Record<string, string> = {}) {
    const response = await send(method, path, {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        ...own,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    let json: unknown = null;
    try {
      json = JSON.parse(text);
    } catch {
      // Share links and YAML are no JSON.
    }
    const known = v.safeParse(user, json);
    const code = v.safeParse(coded, json);
    return {
      status: response.status,
      text,
      user: known.success ? known.output.response : null,
      code: code.success ? code.output.errorCode : '',
    };
  }
  type Answer = Awaited<ReturnType<typeof ask>>;

  const formatSeen = ({ status, code, user: found }: Answer): string =>
    [status, code, found?.status ?? ''].filter((part) => part !== '').join(' ');
  const state = (text: string, holds: boolean, seen: string): void =>
    void statements.push({ text, holds, seen });
  const expectAnswer = (text: string, answer: Answer, expected: string): void =>
    state(text, formatSeen(answer) === expected, formatSeen(answer));

  const inDays = (days: number): string => new Date(Date.now() + days * DAY).toISOString();
  const create = (name: string, fields: object = {}): Promise<Answer> => {
    made.add(name);
    return ask('POST', '/api/users/', {
      username: name,
      expireAt: inDays(1),
      activeInternalSquads: [squad],
      ...fields,
    });
  };
  const change = (name: string, fields: object): Promise<Answer> =>
    ask('PATCH', '/api/users/', { username: name, ...fields });
  const fetchSubscription = (shortUuid: string, userAgent: string): Promise<Answer> =>
    ask('GET', `/api/sub/${shortUuid}`, undefined, { 'User-Agent': userAgent, Accept: '*/*' });

  try {
    const names = [1, 2, 3].map((number) => `${prefix}-${number}`);
    const [first = ''] = names;
    for (const name of names)
      expectAnswer(`POST creates ${name.slice(-1)} of 3 users`, await create(name), '201 ACTIVE');
    expectAnswer('POST of a known user name is rejected with A019', await create(first), '400 A019');
    const shortUuid = (await ask('GET', `/api/users/by-username/${first}`)).user?.shortUuid ?? '';
    for (const [app, format] of Object.entries(DRILL_APPS)) {
      const found = examineBody(new TextEncoder().encode((await fetchSubscription(shortUuid, app)).text));
      state(
        `${app} gets servers in the format ${format}`,
        found.format === format && found.servers === 'live',
        `${found.format ?? 'no format'} ${found.servers}`,
      );
    }
    expectAnswer(
      'PATCH with an expiry in the past is rejected',
      await change(first, { expireAt: inDays(-1) }),
      '400',
    );
    expectAnswer(
      'PATCH with the status DISABLED ends access',
      await change(first, { status: 'DISABLED' }),
      '200 DISABLED',
    );
    for (const app of Object.keys(DRILL_APPS)) {
      const answer = await fetchSubscription(shortUuid, app);
      const { servers } = examineBody(new TextEncoder().encode(answer.text));
      state(
        `${app} gets HTTP 200 and dead entries for a disabled user`,
        answer.status === 200 && servers === 'dead',
        `${answer.status} ${servers}`,
      );
    }
    expectAnswer(
      'a renewal alone does not enable a disabled user',
      await change(first, { expireAt: inDays(2) }),
      '200 DISABLED',
    );
    expectAnswer(
      'PATCH with the status ACTIVE enables it',
      await change(first, { status: 'ACTIVE' }),
      '200 ACTIVE',
    );
    expectAnswer(
      'PATCH replaces the squads',
      await change(first, { activeInternalSquads: [] }),
      '200 ACTIVE',
    );
    const without = examineBody(
      new TextEncoder().encode((await fetchSubscription(shortUuid, 'Happ/5.6.0')).text),
    );
    state('a user without squads gets dead entries', without.servers === 'dead', without.servers);
    const unknownSquad = '5a9d0b0e-0000-4000-8000-00000000dead';
    expectAnswer(
      'POST with an unknown squad is answered with A018 and makes no user',
      await create(`${prefix}-4`, { activeInternalSquads: [unknownSquad] }),
      '500 A018',
    );
    const race = await Promise.all([1, 2, 3].map(() => create(`${prefix}-5`)));
    state(
      'of three POSTs at once exactly one creates the user',
      race.filter(({ status }) => status === 201).length === 1,
      race.map(({ status }) => status).join(' '),
    );
    expectAnswer(
      'GET of an unknown user name is A063',
      await ask('GET', `/api/users/by-username/${prefix}-9`),
      '404 A063',
    );
    expectAnswer('PATCH of an unknown user name is A025', await change(`${prefix}-9`, {}), '404 A025');
    expectAnswer(
      'an unknown subscription is 404 without an error code',
      await fetchSubscription(prefix, 'Happ/5'),
      '404',
    );
    const second = (await ask('GET', `/api/users/by-username/${prefix}-2`)).user?.id ?? 0;
    expectAnswer('DELETE removes a user', await ask('DELETE', `/api/users/${second}`), '204');
    expectAnswer('DELETE of a removed user is A025', await ask('DELETE', `/api/users/${second}`), '404 A025');
  } finally {
    for (const name of made) {
      const { user: left } = await ask('GET', `/api/users/by-username/${name}`);
      if (left !== null) await ask('DELETE', `/api/users/${left.id}`);
    }
  }
  return statements;
}
