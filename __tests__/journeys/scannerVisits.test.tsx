/**
 * Tests that mail scanners and link previews use up no link or gift. Mail scanners open the links in an email before the
 * reader does: by GET, by HEAD, and in browsers that run the application. `SCANNER_VISITS` is the number of visits.
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
/** Number of emails whose links the scanners open in turns. In a full-size run each email gets hundreds of visits. */
const EMAILS = 2;

jest.setTimeout(60_000 + VISITS * 2000);

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer({
    trustedProxies: 1,
    website: () =>
      new Response('<!doctype html><title>page</title>', { headers: { 'Content-Type': 'text/html' } }),
  });
});

/**
 * Returns a `fetch` function with the IP address of a scanner in a separate network. With a single address, all visits
 * would share one rate limit, because they happen at the same moment of the clock.
 */
function fetchFrom(visit: number): typeof fetch {
  const address = `10.${visit >> 8}.${visit & 255}.1`;
  return (input, init) => {
    const request =
      input instanceof Request ? new Request(input, init) : new Request(new URL(input, TEST_ORIGIN), init);
    request.headers.set('X-Forwarded-For', address);
    return server.fetch(request);
  };
}

/** Returns the parts of a text that mail programs display as links. */
const linksIn = (text: string): string[] => text.match(/https?:\/\/\S+/g) ?? [];

it('visits of all links use up no email and no gift', async () => {
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
      // The fragment of a URL is not sent to the server.
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
