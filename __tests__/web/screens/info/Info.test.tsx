import '../../../../src/web/screens/info/Info';
import { screen, within } from '@testing-library/react';
import { DEFAULT_BRAND } from '../../../../src/shared/brand';
import { fakePlatform } from '../../../support/fakePlatform';
import { renderApp } from '../../../support/renderApp';

it('explains what the protocol is, why it is hard to tell from HTTPS and what it does not do [screen-15]', async () => {
  renderApp('/info');
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Протокол XTLS-Reality');
  expect(screen.getByRole('region', { name: 'Что это такое' })).toHaveTextContent(/TLS/);
  const why = screen.getByRole('region', { name: 'Почему его трудно отличить от HTTPS' });
  expect(within(why).getAllByRole('listitem')).toHaveLength(4);
  const not = screen.getByRole('region', { name: 'Чего он не делает' });
  expect(not).toHaveTextContent('Не делает невидимкой.');
  expect(not).toHaveTextContent('Не даёт гарантий навсегда.');
});

it('shows the configured brand name', async () => {
  const brand = { ...DEFAULT_BRAND, product: 'Заря' };
  renderApp('/info', { platform: fakePlatform({ configuration: { brand } }) });
  const way = await screen.findByRole('list', { name: 'Как идут данные' });
  expect(within(way).getByText('Сервер «Заря»')).toBeVisible();
});

it('leads to the shop and to the offer [access-2, screen-16]', async () => {
  renderApp('/info');
  expect(await screen.findByRole('link', { name: 'Начать пользоваться' })).toHaveAttribute('href', '/shop');
  expect(screen.getByRole('link', { name: 'публичной оферте' })).toHaveAttribute('href', '/offer');
});
