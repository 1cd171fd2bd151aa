import '../../../../src/web/screens/support/Support';
import { screen } from '@testing-library/react';
import { DEFAULT_BRAND } from '../../../../src/shared/brand';
import { fakePlatform } from '../../../support/fakePlatform';
import { renderApp } from '../../../support/renderApp';

const brand = {
  ...DEFAULT_BRAND,
  supportEmail: 'pomosch@zarya.example',
  supportBotUrl: 'https://chat.example/zarya',
};
const configuredPlatform = () => fakePlatform({ configuration: { brand } });
const copyButton = () => screen.findByRole('button', { name: 'Скопировать почту' });

it('shows the contact email and the chat of the brand [screen-26]', async () => {
  renderApp('/support', { platform: configuredPlatform() });
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Поддержка');
  expect(screen.getByRole('link', { name: brand.supportEmail })).toHaveAttribute(
    'href',
    `mailto:${brand.supportEmail}`,
  );
  expect(screen.getByRole('link', { name: 'Написать в чат' })).toHaveAttribute('href', brand.supportBotUrl);
});

it('copies the email and shows a confirmation [access-4, screen-25]', async () => {
  const platform = configuredPlatform();
  const { user } = renderApp('/support', { platform });
  await user.click(await copyButton());
  expect(await screen.findByText('Почта скопирована')).toBeVisible();
  expect(platform.copied).toEqual([brand.supportEmail]);
});

it('explains what to do if the browser rejects copying', async () => {
  const platform = configuredPlatform();
  platform.clipboard.copyText = () => Promise.resolve(false);
  const { user } = renderApp('/support', { platform });
  await user.click(await copyButton());
  expect(
    await screen.findByText('Скопировать не получилось. Выдели адрес и скопируй его сам.'),
  ).toBeVisible();
});
