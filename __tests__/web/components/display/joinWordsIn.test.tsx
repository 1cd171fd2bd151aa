import { screen } from '@testing-library/react';
import { Lead } from '../../../../src/web/components/display/Heading';
import { joinLegalWords } from '../../../../src/web/texts/joinLegalWords';
import { joinWords } from '../../../../src/web/texts/joinWords';
import { renderInProduct } from '../../../support/renderInProduct';

/** Shows each non-breaking space as `_` and each word joiner as `|`. */
const shown = (text: string) => text.replaceAll('\u00a0', '_').replaceAll('\u2060', '|');

it.each([
  ['Что закончится, что останется и почему.', 'Что закончится, что останется и_почему.'],
  ['Если что-то не получается', 'Если что-то не_получается'],
  ['если это сделал не ты или ты передумал', 'если это сделал не_ты_или ты_передумал'],
  ['В приложении «О сервисе»', 'В_приложении «О_сервисе»'],
  ['до 04.12.26 00:16', 'до_04.12.26 00:16'],
  ['Refund to card 4242 within 24 hours', 'Refund to card 4242 within 24 hours'],
])('«%s» is wrapped as «%s»', (text, expected) => {
  expect(shown(joinWords(text))).toBe(expected);
});

it.each([
  ['пункт 5 части 1 статьи 6 закона № 152-ФЗ', 'пункт_5 части_1 статьи_6 закона №_152-|ФЗ'],
  ['Данные обрабатывает ООО «Просвет»', 'Данные обрабатывает ООО_«Просвет»'],
  ['при входе через Google — ссылка на фото', 'при входе через Google_— ссылка на_фото'],
])('«%s» of a legal document is wrapped as «%s»', (text, expected) => {
  expect(shown(joinLegalWords(text))).toBe(expected);
});

it('applies to the texts of a paragraph, also next to elements', () => {
  renderInProduct(
    <Lead>
      Напиши в <a href="/support">поддержку</a>, и мы поможем
    </Lead>,
  );
  expect(shown(screen.getByRole('paragraph').textContent)).toBe('Напиши в_поддержку, и_мы_поможем');
});
