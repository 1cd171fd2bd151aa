import { startTestServer, type TestServer } from '../../support/server';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});

test('says that it is up and that the database answers', async () => {
  expect((await server.fetch('/healthz')).status).toBe(200);
  expect((await server.fetch('/readyz')).status).toBe(200);
});

test('an unknown call is a 404 with the error body', async () => {
  const response = await server.fetch('/api/nothing', { method: 'POST' });
  expect(response.status).toBe(404);
  expect(await response.json()).toEqual({
    error: {
      code: 'NOT_FOUND',
      message: 'Ничего не найдено.',
      requestId: response.headers.get('x-request-id'),
    },
  });
});

test('a wrong method is a 405 that names the right one', async () => {
  const response = await server.fetch('/api/profile');
  expect(response.status).toBe(405);
  expect(response.headers.get('allow')).toBe('POST');
});

test('a customer call without a token is a 401 whatever its body', async () => {
  const response = await server.fetch('/api/api/profile', { method: 'POST', body: '{broken' });
  expect(response.status).toBe(401);
  expect(await response.json()).toMatchObject({ error: { code: 'NO_TOKEN' } });
});
