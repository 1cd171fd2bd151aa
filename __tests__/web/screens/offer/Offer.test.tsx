import { createHash } from 'node:crypto';
import '../../../../src/web/screens/offer/Offer';
import { screen, within } from '@testing-library/react';
import { DEFAULT_BRAND } from '../../../../src/shared/brand';
import { OFFER_EDITION } from '../../../../src/shared/offerEdition';
import { OFFER_TERMS, type OfferTerms } from '../../../../src/shared/offerTerms';
import { buildOffer, OFFER_TEXTS } from '../../../../src/web/screens/offer/offerText';
import { fakePlatform } from '../../../support/fakePlatform';
import { renderApp } from '../../../support/renderApp';
import { SAMPLE_TERMS } from '../../../support/sampleTerms';

/** Digest of the text of the public offer with the current terms, as 16 hexadecimal digits. */
const computeFingerprint = (terms: OfferTerms): string =>
  createHash('sha256')
    .update(JSON.stringify(buildOffer(DEFAULT_BRAND, terms)))
    .digest('hex')
    .slice(0, 16);

const TITLES = [
  'Термины',
  'Предмет договора',
  'Заключение договора',
  'Как оказывается услуга',
  'Цена и оплата',
  'Пробный период и проверка карты',
  'Автоматическое продление и согласие на списания',
  'Отмена подписки',
  'Возврат денег',
  'Отзыв реквизитов карты',
  'Права и обязанности сторон',
  'Ответственность', // [screen-21]
  'Персональные данные',
  'Обстоятельства непреодолимой силы',
  'Споры',
  'Срок действия и изменение условий',
  'Реквизиты исполнителя',
];

const spaced = (text: string) => text.replace(/\u00a0/g, ' ');
const section = (id: string) =>
  buildOffer(DEFAULT_BRAND, SAMPLE_TERMS)
    .sections.filter((each) => each.id === id)
    .flatMap(({ clauses }) => clauses.flatMap(({ text, items = [] }) => [text, ...items]))
    .map(spaced)
    .join('\n');

describe('the screen', () => {
  it('shows its version and every section to which the table of contents links [screen-17]', async () => {
    const { container } = renderApp('/offer');
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Публичная оферта');
    expect(screen.getByText('Редакция 1.4, действует с 28 ноября 2026')).toBeVisible();
    const contents = within(screen.getByRole('navigation', { name: 'Содержание' })).getAllByRole('link');
    expect(contents.map(({ textContent }) => textContent)).toEqual(TITLES);
    contents.forEach((link, index) => {
      const target = container.querySelector(new URL(link.getAttribute('href')!, 'http://localhost').hash);
      expect(target).toHaveTextContent(`${String(index + 1)}. ${TITLES[index]!}`);
    });
  });

  it('contains the numbers of its clauses as text', async () => {
    renderApp('/offer');
    const seller = await screen.findByRole('region', { name: '17. Реквизиты исполнителя' });
    expect(within(seller).getByText('17.1.')).toBeVisible();
  });

  it('shows the configured seller [screen-22]', async () => {
    const brand = {
      ...DEFAULT_BRAND,
      product: 'Заря',
      company: 'ООО «Заря»',
      supportEmail: 'pomosch@zarya.example',
      sellerRequisites: ['ООО «Заря»', 'ИНН 1234567890', 'Счёт 40702810000000000001'],
    };
    const { container } = renderApp('/offer', { platform: fakePlatform({ configuration: { brand } }) });
    const seller = await screen.findByRole('region', { name: '17. Реквизиты исполнителя' });
    expect(
      within(seller)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(brand.sellerRequisites);
    expect(seller).toHaveTextContent('pomosch@zarya.example');
    expect(container.querySelector('main')).not.toHaveTextContent('Просвет');
  });

  it('leads to the shop [screen-23]', async () => {
    renderApp('/offer');
    expect(await screen.findByRole('link', { name: OFFER_TEXTS.toShop })).toHaveAttribute('href', '/shop');
  });

  it('is reached from the footer [access-3, screen-24]', async () => {
    const { user, address } = renderApp('/thanks');
    await user.click(await screen.findByRole('link', { name: 'Публичная оферта' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Публичная оферта' })).toBeVisible();
    expect(address()).toBe('/offer');
  });
});

describe('the contract', () => {
  it.each([
    ['price', /449 ₽ за один месяц/], // [screen-18]
    ['trial', /7 дней при оформлении на сайте или 2 дня при оформлении в мобильном приложении/],
    [
      'trial',
      /списывается 1 ₽\. Исполнитель возвращает этот платёж сразу после проверки.*в течение трёх дней/,
    ],
    ['trial', /пробный период в 7 дней может стоить 1 ₽/],
    ['renewal', /прямо соглашается на повторные списания: 449 ₽ каждый месяц/], // [screen-19]
    ['cancellation', /в Личном кабинете нажать и удерживать «Управлять подпиской»/], // [screen-20]
    ['refunds', /плату за неиспользованные дни/],
    ['card', /отказаться от использования сохранённых реквизитов карты/],
    ['personal-data', /не собирает и не хранит/],
    ['personal-data', /адреса посещённых сайтов/],
    ['subject', /не более 3 устройств/],
  ])('%s says %s', (id, words) => {
    expect(section(id)).toMatch(words);
  });

  it('has a new version whenever its text or the terms in the text change', () => {
    expect(OFFER_EDITION.fingerprint).toBe(computeFingerprint(OFFER_TERMS));
  });

  it.each(Object.keys(OFFER_TERMS) as (keyof OfferTerms)[])('has a different text if %s differs', (term) => {
    const others = { ...OFFER_TERMS, [term]: OFFER_TERMS[term] + 1 };
    expect(computeFingerprint(others)).not.toBe(computeFingerprint(OFFER_TERMS));
  });
});
