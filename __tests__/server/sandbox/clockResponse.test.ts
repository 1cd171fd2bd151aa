import { clockResponse } from '../../../src/server/sandbox/clockResponse';
import type { Progress } from '../../../src/server/sandbox/timeTravel';

const START = new Date('2026-11-22T09:00:00Z');
const HALF = new Date('2027-01-01T09:00:00Z');
const END = new Date('2027-02-22T09:00:00Z');

/** Creates a change of the sandbox's clock whose progress and end the test controls. */
function journey(isFollowed: boolean) {
  let notify: (progress: Progress) => void = () => undefined;
  let resolve: (now: Date) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<Date>((arrive, fail) => {
    resolve = arrive;
    reject = fail;
  });
  const response = clockResponse(
    (told) => {
      notify = told;
      return promise;
    },
    { isFollowed, announceEveryMs: 1 },
  );
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const next = async () => (await reader?.read())?.value;
  const rest = async () => {
    let text = '';
    for (let part = await next(); part !== undefined; part = await next()) text += part;
    return text;
  };
  return { response, next, rest, reader, resolve, reject, notify: (now: Date) => notify({ now, end: END }) };
}

test('streams the progress of the clock to a client that follows it, and its final time', async () => {
  const { response, next, rest, resolve, notify } = journey(true);
  expect(response.headers.get('Content-Type')).toBe('application/x-ndjson');
  notify(START);
  expect(await next()).toBe('{"now":"2026-11-22T09:00:00.000Z","until":"2027-02-22T09:00:00.000Z"}\n');
  notify(HALF);
  resolve(END);
  const lines = (await rest()).split('\n');
  expect(lines.at(-1)).toBe('{"now":"2027-02-22T09:00:00.000Z"}');
});

test('is JSON for every other client, and sends bytes before it', async () => {
  const { next, rest, resolve, notify } = journey(false);
  notify(START);
  expect(await next()).toBe(' ');
  resolve(END);
  expect(JSON.parse(await rest())).toEqual({ now: END.toISOString() });
});

test('is aborted if the clock change fails', async () => {
  const { rest, reject } = journey(true);
  reject(new Error('the database is gone'));
  await expect(rest()).rejects.toThrow('the database is gone');
});

test('continues if the client disconnects', async () => {
  const { next, reader, resolve, notify } = journey(true);
  notify(START);
  await next();
  await reader?.cancel();
  resolve(END);
  await expect(reader?.closed).resolves.toBeUndefined();
});
