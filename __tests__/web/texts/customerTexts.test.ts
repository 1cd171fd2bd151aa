/** Tests sentences whose earlier wording was untrue, ambiguous or gendered. */
import { OFFER_TERMS } from '../../../src/shared/offerTerms';
import { buildConnectTexts } from '../../../src/web/texts/connect';
import { GIFT_TEXTS } from '../../../src/web/texts/gift';
import { INFO_TEXTS } from '../../../src/web/texts/info';
import { buildLandingTexts } from '../../../src/web/texts/landing';
import { OPEN_EMAIL_TEXTS } from '../../../src/web/texts/openEmail';
import { PROFILE_TEXTS } from '../../../src/web/texts/profile';
import { buildShopTexts } from '../../../src/web/texts/shop';
import { SUBSCRIPTION_TEXTS } from '../../../src/web/texts/subscription';
import { SWITCH_ACCOUNT_TEXTS } from '../../../src/web/texts/switchAccount';
import { WAIT_TEXTS } from '../../../src/web/texts/wait';

const connect = buildConnectTexts(OFFER_TERMS);
const spaced = (text: string) => text.replaceAll('\u00a0', ' ');

test.each([
  [buildLandingTexts(OFFER_TERMS).tryFreeNote, 'Отменить можно в любой момент.'],
  [
    buildShopTexts({ ...OFFER_TERMS, webTrialDays: 14 }).mobileLonger,
    'На самом деле бесплатно 2 недели: первое списание будет в указанную дату.',
  ],
  [
    buildShopTexts(OFFER_TERMS).renewalCharge({
      ...{ now: 449, monthly: 449, currency: 'RUB' },
      ...{ startDate: '2027-02-28T09:00:00.000Z', dayOfMonth: 31 },
    }),
    expect.stringMatching(
      /каждый месяц с 28 февраля 2027.*: 31-го числа, а если такого числа в месяце нет, в последний день месяца$/,
    ),
  ],
  [
    buildShopTexts(OFFER_TERMS).renewalCharge({
      ...{ now: 449, monthly: 449, currency: 'RUB' },
      ...{ startDate: '2027-02-28T09:00:00.000Z', dayOfMonth: 28 },
    }),
    expect.not.stringContaining('числа'),
  ],
  [GIFT_TEXTS.signIn.title, 'Войди, чтобы получить подарок'],
  [connect.page.taken.same, 'Это то самое устройство: показать шаги'],
  [
    connect.secret,
    'Ссылка личная. Отправляй её только тому, кому подключаешь VPN: кто первым откроет её в приложении, займёт одно из твоих мест.',
  ],
  [connect.connected.title('Нокиа'), 'Подключено: Нокиа'],
  [connect.elsewhere.titles.windows, 'Открой ссылку на компьютере с Windows'],
  [
    SUBSCRIPTION_TEXTS.resumeLater('1 марта 2030'),
    'Доступ уже оплачен или подарен надолго. Возобновить подписку можно будет с 1 марта 2030.',
  ],
  [
    OPEN_EMAIL_TEXTS.emailNeeded.lead,
    'Ссылка открыта не в том браузере, где её запросили. Введи почту, на которую пришло письмо, и вход завершится здесь.',
  ],
  [OPEN_EMAIL_TEXTS.emailNeeded.foreign, 'Эта ссылка отправлена на другой адрес. Проверь, нет ли опечатки.'],
  [SWITCH_ACCOUNT_TEXTS.warning.split('.')[0], 'В этом браузере её никто не запрашивал'],
  [SWITCH_ACCOUNT_TEXTS.leaves('a@b.example'), 'Из аккаунта a@b.example ты выйдешь.'],
  [WAIT_TEXTS.lead, 'Перейди по ссылке из него, и вход завершится. Ссылка действует 10 минут.'],
  [PROFILE_TEXTS.noDevicesToConnect, 'Нажми «Подключить устройство»: оно появится здесь.'],
])('%s', (text, expected) => {
  expect(spaced(String(text))).toEqual(expected);
});

it('does not say that the server recognises an application of ours, because customers use others', () => {
  expect(spaced(JSON.stringify(INFO_TEXTS))).toContain('Сервер узнаёт приложения наших клиентов');
});
