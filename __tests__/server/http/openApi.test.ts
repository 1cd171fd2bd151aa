/** Tests that the OpenAPI document describes exactly the mounted routes. */
import type { Call } from '../../../src/shared/contract/call';
import { CALL_NAMES, CONTRACT } from '../../../src/shared/contract/contract';
import { startTestServer } from '../../support/server';

interface OpenApi {
  openapi: string;
  paths: Record<string, Record<string, { operationId: string; security: object[]; requestBody?: object }>>;
}

async function readDocument() {
  const server = await startTestServer();
  const response = await server.fetch('/api/openapi.json');
  expect(response.status).toBe(200);
  return { server, document: (await response.json()) as OpenApi };
}

test('every endpoint of the API contract and every alias path is described once', async () => {
  const { document } = await readDocument();
  const expected = CALL_NAMES.flatMap((name) => {
    const row: Call = CONTRACT[name];
    return [row.path, ...(row.aliases ?? [])].map((path) => `/${path}`);
  });
  expect(Object.keys(document.paths).sort()).toEqual([...expected].sort());
  expect(document.openapi).toBe('3.1.0');
});

test('every described path is mounted [call-1]', async () => {
  const { server, document } = await readDocument();
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const method of Object.keys(operations)) {
      const { status } = await server.fetch(`/api${path}`, { method: method.toUpperCase() });
      expect([path, status === 404 || status === 405]).toEqual([path, false]);
    }
  }
});

test('operations state their schemas and their audience', async () => {
  const { document } = await readDocument();
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
  expect(document.paths['/panel/createGift']?.['post']).toMatchObject({
    security: [{ staff: [] }],
    requestBody: {
      content: {
        'application/json': { schema: { properties: { months: { type: 'integer', minimum: 1 } } } },
      },
    },
  });
  expect(document.paths['/panel/users/search']?.['post']).toMatchObject({
    parameters: expect.arrayContaining([
      expect.objectContaining({ name: 'emailPart', required: true }),
    ]) as unknown,
  });
  expect(document.paths['/checkGift']?.['post']?.security).toEqual([]);
});
