import { render, screen } from '@testing-library/react';
import { EmailText } from '../../../../src/web/components/display/EmailText';
import { emailParts } from '../../../../src/web/texts/emailParts';

it.each([
  ['vasilisa.premudraya@yandex.ru', ['vasilisa.', 'premudraya@', 'yandex.ru']],
  ['a@b.ru', ['a@', 'b.ru']],
  ['first_last+news@mail.ru', ['first_', 'last+', 'news@', 'mail.ru']],
  [
    'me@a-very-long-company-name.example.com',
    ['me@', 'a-', 'very-', 'long-', 'company-', 'name.', 'example.com'],
  ],
  ['no-at-sign', ['no-at-sign']],
])('%s may break between %j', (email, parts) => {
  expect(emailParts(email)).toEqual(parts);
  expect(emailParts(email).join('')).toBe(email);
});

it('is read by a screen reader as one address', () => {
  render(<EmailText email="vasilisa.premudraya@yandex.ru" />);
  const shown = screen.getByText('vasilisa.premudraya@yandex.ru');
  expect(shown).toHaveAttribute('title', 'vasilisa.premudraya@yandex.ru');
  expect(shown.querySelectorAll('wbr')).toHaveLength(2);
});
