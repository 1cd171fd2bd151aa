import '../../../../src/web/screens/check/Check';
import { act, screen, waitFor, within } from '@testing-library/react';
import { takeConsole } from '../../../support/consoleSpy';
import { storedCustomer } from '../../../support/customer';
import { fakePlatform } from '../../../support/fakePlatform';
import { renderApp } from '../../../support/renderApp';
import { json } from '../../../support/scriptedApi';

const CHECK_URL = 'https://check.example';

type Answer = () => Response | Promise<Response>;

function openCheck(answer: Answer, checkUrl: string | null = CHECK_URL) {
  const requests: Request[] = [];
  const current = { answer };
  const platform = fakePlatform({
    fetch: async (input, init) => {
      requests.push(new Request(input, init));
      return current.answer();
    },
    stored: storedCustomer(),
    configuration: checkUrl === null ? {} : { checkUrl },
  });
  return { ...renderApp('/check', { platform }), requests, current, platform };
}

const inside = () => json({ isThroughVpn: true });
const outside = () => json({ isThroughVpn: false });
const steps = () => within(screen.getByRole('main')).getAllByRole('listitem');

it('sends the request to the check host, without the token and without cookies', async () => {
  const { requests } = openCheck(inside);
  expect(await screen.findByText('VPN работает')).toBeVisible();
  expect(requests).toHaveLength(1);
  expect(requests[0]?.url).toBe('https://check.example/api/connection/check');
  expect(requests[0]?.credentials).toBe('omit');
  expect(requests[0]?.headers.get('authorization')).toBeNull();
  expect(screen.getByRole('status')).toHaveTextContent('Этот браузер выходит в интернет через нашу сеть.');
});

it('shows what to try if the browser does not use the VPN, and checks again', async () => {
  const { user, current } = openCheck(outside);
  expect(await screen.findByText('Этот браузер идёт мимо VPN')).toBeVisible();
  expect(steps()).toHaveLength(4);
  current.answer = inside;
  await user.click(screen.getByRole('button', { name: 'Проверить ещё раз' }));
  expect(await screen.findByText('VPN работает')).toBeVisible();
  expect(screen.queryByText('Этот браузер идёт мимо VPN')).not.toBeInTheDocument();
});

it('checks again when the customer comes back from the VPN app', async () => {
  const { current } = openCheck(outside);
  expect(await screen.findByText('Этот браузер идёт мимо VPN')).toBeVisible();
  current.answer = inside;
  act(() => {
    window.dispatchEvent(new Event('focus'));
  });
  expect(await screen.findByText('VPN работает')).toBeVisible();
});

it('hides an earlier result when a later check fails', async () => {
  takeConsole();
  const { user, current } = openCheck(inside);
  await screen.findByText('VPN работает');
  current.answer = () => json({ error: { code: 'INTERNAL', message: 'no' } }, 400);
  await user.click(screen.getByRole('button', { name: 'Проверить ещё раз' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Проверить не получилось');
  expect(screen.queryByText('VPN работает')).not.toBeInTheDocument();
});

it('distinguishes a blocked check host from a lost network', async () => {
  takeConsole();
  const { platform, current } = openCheck(() => Promise.reject(new TypeError('network lost')));
  expect(await screen.findByText(/Сервер проверки не ответил/, {}, { timeout: 10_000 })).toBeVisible();
  act(() => platform.setOnline(false));
  expect(await screen.findByText(/Нет интернета/, {}, { timeout: 10_000 })).toBeVisible();
  current.answer = inside;
  act(() => {
    platform.setOnline(true);
    window.dispatchEvent(new Event('online'));
  });
  expect(await screen.findByText('VPN работает')).toBeVisible();
});

it('does not trust a response of an unexpected shape', async () => {
  takeConsole();
  openCheck(() => json({ success: true }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Проверить не получилось');
});

it('sends no request if no check host is configured, and explains how to check without the server', async () => {
  const { requests } = openCheck(inside, null);
  expect(await screen.findByText(/ничего не доказывает/)).toBeVisible();
  expect(steps()).toHaveLength(3);
  expect(screen.queryByRole('button', { name: 'Проверить ещё раз' })).not.toBeInTheDocument();
  await waitFor(() => expect(requests).toEqual([]));
});

it('gives the same explanation if the server has no VPN exits configured', async () => {
  openCheck(() => json({ isThroughVpn: null }));
  expect(await screen.findByText(/ничего не доказывает/)).toBeVisible();
});
