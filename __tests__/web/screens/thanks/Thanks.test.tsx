import '../../../../src/web/screens/thanks/Thanks';
import { screen } from '@testing-library/react';
import { storedCustomer } from '../../../support/customer';
import { fakePlatform } from '../../../support/fakePlatform';
import { renderApp } from '../../../support/renderApp';

it('thanks the customer, announces the email and leads to the sign-in [screen-49]', async () => {
  renderApp('/thanks');
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Спасибо за покупку!');
  expect(screen.getByText(/Письмо для входа уже в пути/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Войти в аккаунт' })).toHaveAttribute('href', '/login');
  expect(screen.getByRole('link', { name: 'поддержку' })).toHaveAttribute('href', '/support');
});

describe('where devices can be connected', () => {
  const configuration = { connect: {} };

  it('leads a signed-out visitor through the sign-in to /connect', async () => {
    const { user, address, platform } = renderApp('/thanks', { platform: fakePlatform({ configuration }) });
    await user.click(await screen.findByRole('link', { name: 'Войти в аккаунт' }));
    expect(address()).toBe('/login');
    expect(platform.sessionStorage.contents()).toMatchObject({ wayBack: '/connect' });
  });

  it('leads a signed-in customer directly to /connect', async () => {
    renderApp('/thanks', { platform: fakePlatform({ configuration, stored: storedCustomer() }) });
    expect(await screen.findByRole('link', { name: 'Подключить устройство' })).toHaveAttribute(
      'href',
      '/connect',
    );
    expect(screen.getByRole('link', { name: 'Войти в аккаунт' })).toHaveAttribute('href', '/login');
  });
});
