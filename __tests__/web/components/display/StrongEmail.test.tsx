import { screen } from '@testing-library/react';
import { StrongEmail } from '../../../../src/web/components/display/StrongEmail';
import { renderInProduct } from '../../../support/renderInProduct';

it('keeps a period in the box of the address, so that the period never starts a line', () => {
  renderInProduct(
    <p>
      Код отправлен на <StrongEmail email="vasilisa.premudraya@yandex.ru" end="." /> Проверь и спам.
    </p>,
  );
  expect(screen.getByRole('strong')).toHaveTextContent(/^vasilisa\.premudraya@yandex\.ru\.$/);
  expect(screen.getByRole('paragraph')).toHaveTextContent(
    'Код отправлен на vasilisa.premudraya@yandex.ru. Проверь и спам.',
  );
});
