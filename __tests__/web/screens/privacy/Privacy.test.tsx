/** Tests that the privacy policy matches the table of kinds of data and the configuration. */
import { createHash } from 'node:crypto';
import '../../../../src/web/screens/privacy/Privacy';
import { screen, within } from '@testing-library/react';
import { DEFAULT_BRAND } from '../../../../src/shared/brand';
import { type ClientConfiguration, DEFAULT_CLIENT_CONFIGURATION } from '../../../../src/shared/configuration';
import { DATA_KIND_WORDS } from '../../../../src/shared/dataKindWords';
import {
  CUSTOMER_DATA_KINDS,
  type CustomerDataKind,
  DATA_KINDS,
  type DataKindRow,
} from '../../../../src/shared/personalData';
import { PRIVACY_EDITION } from '../../../../src/shared/privacyEdition';
import { buildPrivacyPolicy } from '../../../../src/web/screens/privacy/privacyText';
import { PHONE_WORDS, RECIPIENT_WORDS } from '../../../../src/web/texts/privacy';
import { fakePlatform } from '../../../support/fakePlatform';
import { renderApp } from '../../../support/renderApp';

type Kinds = Partial<Record<CustomerDataKind, DataKindRow>>;

const WITH_ALL: ClientConfiguration = {
  ...DEFAULT_CLIENT_CONFIGURATION,
  google: { ...DEFAULT_CLIENT_CONFIGURATION.google, enabled: true },
  connect: {},
  errorReportingDsn: 'https://key@errors.example/1',
};

const formatPolicy = (configuration: ClientConfiguration, kinds?: Kinds): string =>
  JSON.stringify(buildPrivacyPolicy(configuration, kinds)).replace(/\u00a0/g, ' ');

const computeFingerprint = (kinds?: Kinds): string =>
  createHash('sha256').update(formatPolicy(WITH_ALL, kinds)).digest('hex').slice(0, 16);

describe('the screen', () => {
  it('shows its version, the configured operator and every section', async () => {
    const brand = {
      ...DEFAULT_BRAND,
      company: 'ООО «Заря»',
      sellerRequisites: ['ООО «Заря»', 'ИНН 1234567890'],
    };
    const { container } = renderApp('/privacy', { platform: fakePlatform({ configuration: { brand } }) });
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent(
      'Политика обработки персональных данных',
    );
    expect(screen.getByText(`Редакция ${PRIVACY_EDITION.version}, действует с 26 ноября 2026`)).toBeVisible();
    const operator = screen.getByRole('region', { name: '1. Оператор' });
    expect(operator).toHaveTextContent('ИНН 1234567890');
    const contents = within(screen.getByRole('navigation', { name: 'Содержание' })).getAllByRole('link');
    for (const link of contents) {
      expect(
        container.querySelector(new URL(link.getAttribute('href')!, 'http://localhost').hash),
      ).not.toBeNull();
    }
  });

  it('is reached from the footer', async () => {
    const { user, address } = renderApp('/thanks');
    await user.click(await screen.findByRole('link', { name: 'Персональные данные' }));
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Политика обработки персональных данных' }),
    ).toBeVisible();
    expect(address()).toBe('/privacy');
  });

  it('is reached from the email form', async () => {
    renderApp('/login');
    expect(await screen.findByRole('link', { name: 'политика' })).toHaveAttribute('href', '/privacy');
  });

  it('is reached from the offer', async () => {
    renderApp('/offer');
    expect(
      await screen.findByRole('link', { name: 'политика обработки персональных данных' }),
    ).toHaveAttribute('href', '/privacy');
  });
});

describe('the policy', () => {
  it.each(CUSTOMER_DATA_KINDS)('contains the kind of data %s, and omits it if its row is removed', (kind) => {
    expect(formatPolicy(WITH_ALL)).toContain(DATA_KIND_WORDS[kind].data);
    const others: Kinds = Object.fromEntries(
      CUSTOMER_DATA_KINDS.filter((other) => other !== kind).map((other) => [other, DATA_KINDS[other]]),
    );
    expect(formatPolicy(WITH_ALL, others)).not.toContain(DATA_KIND_WORDS[kind].data);
  });

  it('contains the retention period of the table', () => {
    expect(formatPolicy(WITH_ALL)).toContain('Срок: 90 дней с момента записи.');
    const connections = { ...DATA_KINDS.connections, retention: { days: 3, from: 'creation' } } as const;
    expect(formatPolicy(WITH_ALL, { connections })).toContain('Срок: 3 дня с момента записи.');
  });

  it('names a recipient only if it is configured', () => {
    const without = formatPolicy(DEFAULT_CLIENT_CONFIGURATION);
    for (const role of ['googleSignIn', 'vpnPanel', 'errorReports'] as const) {
      expect(formatPolicy(WITH_ALL)).toContain(RECIPIENT_WORDS[role]);
      expect(without).not.toContain(RECIPIENT_WORDS[role]);
    }
    for (const role of ['cardProvider', 'mailServer', 'pushService'] as const) {
      expect(without).toContain(RECIPIENT_WORDS[role]);
    }
    expect(formatPolicy({ ...WITH_ALL, pushNotifications: false })).not.toContain(
      RECIPIENT_WORDS.pushService,
    );
  });

  it('names the phone number as collected or as not collected', () => {
    expect(formatPolicy(WITH_ALL)).toContain('имя, телефон и паспортные данные.');
    expect(formatPolicy(WITH_ALL)).not.toContain('номер телефона');
    const withPhone = formatPolicy({ ...WITH_ALL, receiptPhone: true });
    expect(withPhone).not.toContain('имя, телефон и паспортные данные');
    for (const words of Object.values(PHONE_WORDS)) expect(withPhone).toContain(words);
  });

  it('names the transfers abroad that are configured', () => {
    expect(formatPolicy(WITH_ALL)).toContain(
      'За пределами России могут находиться: служба уведомлений, Google, панель управления VPN, сервис отчётов об ошибках.',
    );
    expect(formatPolicy({ ...WITH_ALL, recipientsAbroad: ['googleSignIn'] })).toContain(
      'За пределами России могут находиться: Google.',
    );
    expect(formatPolicy({ ...WITH_ALL, recipientsAbroad: [] })).toContain(
      'Мы не передаём персональные данные за пределы России.',
    );
  });

  it('has a new version whenever its text or a retention period changes', () => {
    expect(PRIVACY_EDITION.fingerprint).toBe(computeFingerprint());
    const connections = { ...DATA_KINDS.connections, retention: { days: 3, from: 'creation' } } as const;
    expect(computeFingerprint({ ...DATA_KINDS, connections })).not.toBe(computeFingerprint());
  });

  it('lists the kinds of data that remain after the deletion of an account, and no other kind', () => {
    const { sections } = buildPrivacyPolicy(WITH_ALL);
    const texts = sections.find(({ id }) => id === 'deletion')?.clauses.map(({ text }) => text) ?? [];
    const [, names = ''] = /остаются записи [^:]*: ([^.]*)\./.exec(texts.join('\n')) ?? [];
    const remaining = CUSTOMER_DATA_KINDS.filter((kind) => DATA_KINDS[kind].outlivesAccount);
    expect(names.split(', ')).toEqual(remaining.map((kind) => DATA_KIND_WORDS[kind].name.toLowerCase()));
  });

  it('promises no email about a new version, because the product sends none', () => {
    expect(formatPolicy(WITH_ALL)).not.toMatch(/измен[^.]*письм/);
  });

  it('is based only on contract, law or security, so no consent is required', () => {
    expect(new Set(CUSTOMER_DATA_KINDS.map((kind) => DATA_KINDS[kind].basis))).toEqual(
      new Set(['contract', 'law', 'security']),
    );
    expect(formatPolicy(WITH_ALL)).toContain('отдельное согласие на обработку не запрашивается');
  });
});
