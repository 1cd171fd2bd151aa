/** Tests redirects from former console paths. */
import { waitFor } from '@testing-library/react';
import { takeConsole } from '../../support/consoleSpy';
import { fakePlatform } from '../../support/fakePlatform';
import { renderApp } from '../../support/renderApp';
import { scriptedApi } from '../../support/scriptedApi';

it.each([
  ['/adept/numbers?from=2026-11-01&to=2026-11-10', '/adept/analytics?from=2026-11-01&to=2026-11-10'],
  ['/adept/letters', '/adept/emails'],
  ['/adept/money?all=1', '/adept/paymentIssues?all=1'],
])('%s leads to %s', async (former, present) => {
  takeConsole();
  const server = scriptedApi();
  const stored = { accessToken: 'a-1', refreshToken: 'r-1' };
  const { address } = renderApp(former, { platform: fakePlatform({ fetch: server.fetch, stored }) });
  await waitFor(() => expect(address()).toBe(present));
});
