/**
 * Tests a screen that throws an error or cannot be loaded. The user sees a message and can continue, and the error is
 * reported.
 */
import { act, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { noteChange } from '../../../src/web/api/lastChange';
import { App } from '../../../src/web/app/App';
import { createStore } from '../../../src/web/app/store';
import { ChunkLost } from '../../../src/web/platform/chunks';
import { RouteError } from '../../../src/web/routes/errorBoundary';
import { takeConsole } from '../../support/consoleSpy';
import { type FakePlatform, fakePlatform } from '../../support/fakePlatform';

/** Renders an application whose only screen fails. */
function renderFailing(error: Error, platform: FakePlatform, path = '/') {
  const router = createMemoryRouter(
    [
      {
        path,
        errorElement: <RouteError />,
        HydrateFallback: () => null,
        lazy: () => Promise.reject(error),
      },
    ],
    { initialEntries: [path] },
  );
  return render(
    <App platform={platform} store={createStore(platform)}>
      <RouterProvider router={router} />
    </App>,
  );
}

describe('a screen whose chunk could not be loaded', () => {
  const lost = () => new ChunkLost('gone');

  it('is loaded by reloading the document of the next version', async () => {
    const platform = fakePlatform();
    renderFailing(lost(), platform);
    await waitFor(() => expect(platform.reloads()).toBe(1));
    expect(screen.getByText('Загрузка...')).toBeVisible();
  });

  it('waits while offline, and is loaded when the network is back', async () => {
    const platform = fakePlatform();
    platform.setOnline(false);
    renderFailing(lost(), platform);
    expect(await screen.findByRole('heading', { name: 'Нет связи' })).toBeVisible();
    expect(screen.getAllByText(/Нет связи/)).toHaveLength(1);
    expect(platform.reloads()).toBe(0);
    act(() => platform.setOnline(true));
    await waitFor(() => expect(platform.reloads()).toBe(1));
  });

  it('is never replaced by the browser’s own error page', async () => {
    const platform = fakePlatform();
    platform.setReachable(false);
    renderFailing(lost(), platform);
    expect(await screen.findByRole('heading', { name: 'Нет связи' })).toBeVisible();
    platform.setReachable(true);
    act(() => screen.getByRole('button', { name: 'Повторить' }).click());
    await waitFor(() => expect(platform.reloads()).toBe(1));
  });
});

it('shows what to do and reports no more than the kind of the error', async () => {
  takeConsole();
  const platform = fakePlatform();
  renderFailing(new TypeError('x is not a function'), platform);
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Что-то пошло не так');
  expect(screen.getAllByText('Что-то пошло не так')).toHaveLength(1);
  expect(screen.getByRole('button', { name: 'Обновить страницу' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'На главную' })).toBeVisible();
  expect(platform.reports).toContainEqual({ event: 'screenFailed', details: { name: 'TypeError' } });
});

describe('the error screen of the console', () => {
  it.each(['/adept', '/adept/gifts', '/crucify', '/capitulum'])('is in English at %s', async (path) => {
    takeConsole();
    renderFailing(new TypeError('x is not a function'), fakePlatform(), path);
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Something went wrong');
    expect(screen.getByRole('button', { name: 'Reload page' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'To the console' })).toHaveAttribute('href', '/adept');
    expect(document.documentElement.lang).toBe('en');
    expect(screen.getByRole('alert')).not.toHaveTextContent(/[а-яё]/i);
  });

  it('is in English without a connection', async () => {
    const platform = fakePlatform();
    platform.setOnline(false);
    renderFailing(new ChunkLost('gone'), platform, '/adept');
    expect(await screen.findByRole('heading', { name: 'No connection' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  });

  it.each([
    ['done', 'Your last change was made.'],
    ['unknown', 'Your last change may have been made. Check before you repeat it.'],
  ] as const)('reports the last change as %s, not as failed', async (outcome, words) => {
    takeConsole();
    const platform = fakePlatform();
    noteChange(platform, outcome);
    renderFailing(new TypeError('x is not a function'), platform, '/crucify');
    expect(await screen.findByRole('alert')).toHaveTextContent(words);
  });
});
