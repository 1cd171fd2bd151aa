/** Tests that the scripted server of one test does not affect the next test. */
import { scriptedApi } from '../../support/scriptedApi';

const heard: string[] = [];
const deadline = new AbortController();
let result: (response: Response) => void = () => undefined;

function listen(name: string, call: Promise<Response>): void {
  call.then(
    () => heard.push(`${name} was answered`),
    () => heard.push(`${name} failed`),
  );
}

it('responds and fails while its test runs', async () => {
  const api = scriptedApi();
  api.on('silent', () => new Promise<Response>(() => undefined));
  api.on('late', () => new Promise<Response>((resolve) => (result = resolve)));
  const own = new AbortController();
  listen('cut', api.fetch('/api/silent', { signal: own.signal }));
  own.abort();
  await expect(api.fetch('/api/unknown')).resolves.toMatchObject({ status: 404 });
  expect(heard).toEqual(['cut failed']);
  listen('silent', api.fetch('/api/silent', { signal: deadline.signal }));
  listen('late', api.fetch('/api/late'));
});

it('does not affect the next test', async () => {
  deadline.abort();
  result(new Response('{}'));
  await scriptedApi().fetch('/api/unknown');
  expect(heard).toEqual(['cut failed']);
});
