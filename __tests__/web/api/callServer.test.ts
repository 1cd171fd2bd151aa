/** Tests the function that sends one API request: the sent request and the parsing of the response. */
import { callServer, type ServerCall } from '../../../src/web/api/callServer';
import { scriptedApi } from '../../support/scriptedApi';

const responseTo = async (call: Partial<ServerCall>, text = '{"a":1}') => {
  const server = scriptedApi();
  server.on('thing', () => new Response(text));
  const response = await callServer(server.fetch, {
    url: '/api/thing',
    bearer: null,
    raw: false,
    deadlineMs: 1000,
    signal: new AbortController().signal,
    ...call,
  });
  return { response, seen: server.calls[0] };
};

it('uses GET unless another method is given [call-4]', async () => {
  expect((await responseTo({})).seen).toMatchObject({ method: 'GET', body: undefined });
  expect((await responseTo({ method: 'POST' })).seen).toMatchObject({ method: 'POST' });
});

it('sends a body, if there is one, as JSON [call-3]', async () => {
  const { seen } = await responseTo({ method: 'POST', body: { email: 'a@example.com' } });
  expect(seen).toMatchObject({ body: { email: 'a@example.com' }, contentType: 'application/json' });
});

it.each([
  [null, null],
  ['', null], // [access-17]
  ['the-token', 'the-token'],
])('with the token %j carries the bearer %j', async (bearer, expected) => {
  expect((await responseTo({ bearer })).seen?.bearer).toBe(expected);
});

it.each([
  ['{"a":1}', { a: 1 }],
  ['[1]', [1]],
  ['', {}], // [call-6]
  [' \n', {}],
])('reads the answer %j as %j [call-5]', async (text, data) => {
  expect((await responseTo({}, text)).response).toEqual({ data });
});

it.each(['sent', '{"a":1}', ''])(
  'returns the text %j of the raw variant as it came [call-7]',
  async (text) => {
    expect((await responseTo({ raw: true }, text)).response).toEqual({ data: text });
  },
);
