/**
 * Mail scanners and link previews open what stands in emails before their readers do: by GET, by HEAD, and in browsers
 * that run the application. Nothing is used up by it. `SCANNER_VISITS` is the number of visits.
 */
import { screen, waitFor } from '@testing-library/react';
import { accounts } from '../../src/server/store/schema/accounts';
import { gifts } from '../../src/server/store/schema/gifts';
import { customerSessions } from '../../src/server/store/schema/sessions';
import { fakePlatform } from '../support/fakePlatform';
import { renderApp } from '../support/renderApp';
import { startTestServer, TEST_ORIGIN, type TestServer } from '../support/server';
import { requestEmail, signInStaffAs } from '../support/signIn';

const VISITS = Number(process.env['SCANNER_VISITS'] ?? 4);
/** Emails that are visited in turns: each of them hundreds of times at full size. */
const EMAILS = 2;

jest.setTimeout(240_000 + VISITS * 2000);

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer({
    trustedProxies: 1,
    website: () =>
      new Response('<!doctype html><title>page</title>', { headers: { 'Content-Type': 'text/html' } }),
  });
});

/** Each scanner is in a network of its own: the whole of their visits is at one moment of the clock. */
function fetchFrom(visit: number): typeof fetch {
  const address = `10.${visit >> 8}.${visit & 255}.1`;
  return (input, init) => {
    const request =
      input instanceof Request ? new Request(input, init) : new Request(new URL(input, TEST_ORIGIN), init);
    request.headers.set('X-Forwarded-For', address);
    return server.fetch(request);
  };
}

/** What mail programs make links of. */
const linksIn = (text: string): string[] => text.match(/https?:\/\/\S+/g) ?? [];

it('spends no email and no gift on those who look at every link', async () => {
  const { accessToken } = await signInStaffAs(server, 'senior');
  const makeGift = async () =>
    (await server.call('createGift', { token: accessToken, body: { months: 3 } })).body.activationKey;
  const givenKey = await makeGift();
  const emails = [];
  for (let index = 0; index < EMAILS; index += 1) {
    const giftKey = index % 2 === 0 ? undefined : await makeGift();
    emails.push({
      email: `reader${index}@example.com`,
      ...(await requestEmail(server, `reader${index}@example.com`, giftKey)),
    });
  }
  const links = [...emails.flatMap(({ text }) => linksIn(text)), `/gift?key=${givenKey}`]
    .map((link) => new URL(link, 'http://localhost:8080'))
    .filter(({ origin }) => origin === 'http://localhost:8080');
  expect(links.some(({ pathname }) => pathname === '/open')).toBe(true);

  for (let visit = 0; visit < VISITS; visit += 1) {
    const link = links[visit % links.length]!;
    for (const method of ['GET', 'HEAD']) {
      // What a fragment holds is not even sent.
      const response = await fetchFrom(visit)(`${link.pathname}${link.search}`, { method });
      expect(response.status).toBe(200);
      expect(response.headers.get('set-cookie')).toBeNull();
    }
    const app = renderApp(`${link.pathname}${link.search}${link.hash}`, {
      platform: fakePlatform({ fetch: fetchFrom(visit) }),
    });
    expect((await screen.findAllByRole('textbox')).length).toBeGreaterThan(0);
    app.unmount();
  }

  expect(await server.db.select().from(customerSessions)).toHaveLength(0);
  expect(await server.db.select().from(accounts)).toHaveLength(0);
  for (const { activatedAt } of await server.db.select().from(gifts)) expect(activatedAt).toBeNull();
  for (const { linkToken, mailToken, giftKey } of emails) {
    const platform = fakePlatform({ fetch: server.fetch, stored: { mailToken } });
    const key = giftKey === null ? '' : `&k=${giftKey}`;
    const app = renderApp(`/open#t=${linkToken}${key}`, { platform });
    await waitFor(() => expect(app.address()).toBe(giftKey === null ? '/shop' : '/profile'));
    app.unmount();
  }
});
