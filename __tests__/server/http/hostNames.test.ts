/** Tests that the sandbox accepts requests for its own host names only. */
import { isOwnHost } from '../../../src/server/http/hostNames';
import { startTestServer } from '../../support/server';

test.each([
  ['localhost', true],
  ['LOCALHOST', true],
  ['shop.localhost', true],
  ['127.0.0.1', true],
  ['[::1]', true],
  ['laptop', true],
  ['stranger.example', false],
  ['localhost.stranger.example', false],
  ['127.0.0.1.stranger.example', false],
  ['notlocalhost', false],
  ['', false],
])('%j is accepted as a host name: %s', (host, isOurs) => {
  expect(isOwnHost(host, ['laptop'])).toBe(isOurs);
});

test('a foreign host name that resolves to the sandbox is rejected on every path', async () => {
  const server = await startTestServer({ hosts: ['laptop'] });
  const askedAs = async (host: string, path: string) =>
    (await server.app.fetch(new Request(`http://${host}${path}`))).status;
  for (const path of ['/', '/api/openapi.json', '/sandbox/api/mail', '/readyz'])
    expect([path, await askedAs('stranger.example', path)]).toEqual([path, 403]);
  expect(await askedAs('laptop:8080', '/api/openapi.json')).toBe(200);
});
