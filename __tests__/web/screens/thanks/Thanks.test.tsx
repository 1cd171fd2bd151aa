import '../../../../src/web/screens/thanks/Thanks';
import { screen } from '@testing-library/react';
import { renderApp } from '../../../support/renderApp';

// Roles are slow to tell in jsdom on a busy machine.
jest.setTimeout(30_000);

it('thanks, says that the letter is on its way and leads to the sign-in [screen-49]', async () => {
  renderApp('/thanks');
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Спасибо за покупку!');
  expect(screen.getByText(/Письмо для входа уже в пути/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Войти в аккаунт' })).toHaveAttribute('href', '/login');
  expect(screen.getByRole('link', { name: 'поддержку' })).toHaveAttribute('href', '/support');
});
