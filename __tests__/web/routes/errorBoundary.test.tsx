/** A screen that throws or cannot be loaded: said, reported, with a way on. */
import { render, screen } from '@testing-library/react';
import { createMemoryRouter } from 'react-router-dom';
import { App } from '../../../src/web/app/App';
import { createStore } from '../../../src/web/app/store';
import { RouteError } from '../../../src/web/routes/errorBoundary';
import { takeConsole } from '../../support/consoleSpy';
import { fakePlatform } from '../../support/fakePlatform';

it('shows what to do and reports no more than the kind of the error', async () => {
  takeConsole();
  const platform = fakePlatform();
  const router = createMemoryRouter([
    {
      path: '/',
      errorElement: <RouteError />,
      HydrateFallback: () => null,
      lazy: () => Promise.reject(new TypeError('Failed to fetch dynamically imported module: /assets/x.js')),
    },
  ]);
  render(<App platform={platform} store={createStore(platform)} router={router} />);
  expect(await screen.findByText('Что-то пошло не так')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Обновить страницу' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'На главную' })).toBeVisible();
  expect(platform.reports).toContainEqual({ event: 'screenFailed', details: { name: 'TypeError' } });
});
