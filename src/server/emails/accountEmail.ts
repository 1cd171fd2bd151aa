/**
 * Renders emails about a subscription and its payments. Each email states the event and its effect on access and the
 * next charge, and contains one action button. Dates are in Moscow time.
 */
import type { Brand } from '../../shared/brand';
import { LINKED_PATHS } from '../../shared/linkedPaths';
import { OFFER_TERMS, type OfferTerms } from '../../shared/offerTerms';
import {
  capitalized,
  cardCheckWords,
  chargeDayWords,
  DAYS,
  periodWords,
  trialWords,
} from '../../shared/offerWords';
import { formatCount, MONTHS } from '../../shared/plurals';
import { dayText, momentText } from '../../shared/russianFormats';
import type { EmailData, EmailName, NextCharge } from '../domain/billing/emails';
import { describeFailedCharge } from './chargeFailures';
import { type EmailBlock, type EmailContent, type RenderedEmail, renderEmail } from './emailLayout';
import { moneyText, unbroken } from './emailWords';

export interface EmailContext {
  brand: Brand;
  /** Public base URL of the product, without a trailing slash. */
  publicUrl: string;
  /** URL of the fiscal receipt for the payment or refund; null until the receipt exists. */
  receiptUrl: string | null;
  /** Whether the card provider sends receipts to the payer by email and does not report them to this server. */
  receiptsByEmail?: boolean;
  /** Whether a VPN panel is configured, so that customers connect devices at `/connect` with third-party apps. */
  canConnect: boolean;
  /** Offer terms that the email mentions. The default is the product's own offer terms. */
  terms?: OfferTerms;
}

const termsOf = ({ terms = OFFER_TERMS }: EmailContext): OfferTerms => terms;

type EventsOf<Name extends EmailName> = Extract<EmailData, { name: Name }>;
type Row = { name: string; value: string };

const paragraph = (...sentences: (string | null)[]): EmailBlock => ({
  kind: 'paragraph',
  text: sentences.filter((sentence) => sentence !== null).join(' '),
});
const note = (text: string): EmailBlock => ({ kind: 'note', text });
const details = (...rows: (Row | null)[]): EmailBlock => ({
  kind: 'details',
  rows: rows.filter((row) => row !== null),
});

const subscriptionButton = ({ publicUrl }: EmailContext, label = 'Открыть подписку'): EmailBlock => ({
  kind: 'button',
  label,
  url: `${publicUrl}${LINKED_PATHS.subscription}`,
});
/** Returns the button that leads to the page for connecting a device or to the app download. */
const deviceButton = ({ publicUrl, canConnect }: EmailContext): EmailBlock => ({
  kind: 'button',
  ...(canConnect
    ? { label: 'Подключить устройство', url: `${publicUrl}${LINKED_PATHS.connect}` }
    : { label: 'Скачать приложение', url: `${publicUrl}${LINKED_PATHS.profile}` }),
});
const shopButton = ({ publicUrl }: EmailContext): EmailBlock => ({
  kind: 'button',
  label: 'Возобновить подписку',
  url: `${publicUrl}${LINKED_PATHS.shop}`,
});

const cardRow = (cardMask: string | null): Row | null =>
  cardMask === null ? null : { name: 'Карта', value: unbroken(cardMask) };

const nextChargeRow = (nextCharge: NextCharge, name = 'Следующее списание'): Row | null =>
  nextCharge === null
    ? null
    : { name, value: `${moneyText(nextCharge.amountKopecks)}, ${momentText(nextCharge.at)}` };

/** Returns the row about the day of the month of all charges, or null if every month has the day. */
const chargeDayRow = (charge: { dayOfMonth?: number } | null): Row | null =>
  charge?.dayOfMonth === undefined ? null : { name: 'Списания', value: chargeDayWords(charge.dayOfMonth) };

const fromCard = (cardMask: string | null): string =>
  cardMask === null ? 'с карты' : `с карты ${unbroken(cardMask)}`;
const onCard = (cardMask: string | null): string =>
  cardMask === null ? 'на карте' : `на карте ${unbroken(cardMask)}`;
const toCard = (cardMask: string | null): string =>
  cardMask === null ? 'на карту' : `на карту ${unbroken(cardMask)}`;

const UNSAVED = 'Карта не сохранилась, поэтому подписка сама не продлится.';
const RECEIPT_BY_EMAIL = 'Чек придёт на эту почту отдельным письмом.';

/** Returns a link to the fiscal receipt, or a note that says where the receipt will appear. */
function receiptBlocks({ receiptUrl, receiptsByEmail, publicUrl }: EmailContext): EmailBlock[] {
  if (receiptUrl === null && receiptsByEmail === true) return [note(RECEIPT_BY_EMAIL)];
  return receiptUrl === null
    ? [note(`Все платежи и чеки лежат на странице подписки: ${publicUrl}${LINKED_PATHS.subscription}`)]
    : [{ kind: 'link', label: 'Открыть чек', url: receiptUrl }];
}

/** Returns the sentence about a hold that verified a card. */
const holdSentence = (amountKopecks: number): string =>
  `Для проверки карты банк заблокировал ${moneyText(amountKopecks)}. Мы ничего не списали, блокировка снимается сразу.`;

const CANCEL_NOTE = 'Отменить подписку можно в любой момент на её странице.';

function trialStarted(emailMessage: EventsOf<'paymentReceived'>, context: EmailContext): EmailContent {
  const { nextCharge, accessUntil, amountKopecks, cardMask, paidAt, isHold } = emailMessage;
  const until = dayText(accessUntil);
  const terms = termsOf(context);
  const trial = trialWords(terms.webTrialDays);
  const check = cardCheckWords(terms);
  return {
    subject: `${capitalized(trial.name)} «${context.brand.product}» ${trial.began}`,
    preview: `Подписка включена до ${until}. ${isHold === true ? 'За проверку карты ничего не списано.' : `${capitalized(check.name)} за проверку карты ${check.willGoBack} ${check.backWithin}.`}`,
    heading: `${capitalized(trial.name)} ${trial.began}`,
    blocks: [
      paragraph(
        `Подписка включена до ${until}.`,
        isHold === true
          ? holdSentence(amountKopecks)
          : `${moneyText(amountKopecks)} ${check.wasNeeded} только для проверки карты и ${check.willGoBack} ${check.backWithin}.`,
        nextCharge === null
          ? 'Списаний больше не будет.'
          : `Потом подписка будет стоить ${moneyText(nextCharge.amountKopecks)} в месяц. За три дня до первого списания мы пришлём письмо.`,
      ),
      details(
        {
          name: 'Проверка карты',
          value: `${moneyText(amountKopecks)}, ${isHold === true ? 'блокировка снимается' : 'возвращается'}`,
        },
        { name: 'Когда', value: momentText(paidAt) },
        cardRow(cardMask),
        nextChargeRow(nextCharge, 'Первое списание'),
        chargeDayRow(nextCharge),
      ),
      deviceButton(context),
      // A hold takes no money, so it has no receipt.
      ...(isHold === true ? [] : receiptBlocks(context)),
      ...(nextCharge === null ? [] : [note(CANCEL_NOTE)]),
    ],
  };
}

function paymentReceived(emailMessage: EventsOf<'paymentReceived'>, context: EmailContext): EmailContent {
  if (emailMessage.bought === 'trial') return trialStarted(emailMessage, context);
  const { nextCharge, accessUntil, amountKopecks, cardMask, paidAt, bought } = emailMessage;
  const amount = moneyText(amountKopecks);
  const period = periodWords(termsOf(context).campaignTrialDays);
  const paid =
    bought === 'campaign'
      ? `${capitalized(period.nominative)} подписки оплачен${period.participleEnding}.`
      : 'Месяц подписки оплачен.';
  const receipt: EmailBlock[] =
    context.receiptUrl === null
      ? [
          subscriptionButton(context),
          note(
            context.receiptsByEmail === true
              ? RECEIPT_BY_EMAIL
              : 'Чек появится на странице подписки. Там же вся история платежей.',
          ),
        ]
      : [{ kind: 'button', label: 'Открыть чек', url: context.receiptUrl }];
  const isNewCard = bought === 'cardChangeMonth';
  return {
    subject: isNewCard
      ? `Карта для «${context.brand.product}» изменена, месяц оплачен`
      : `Оплата ${amount} за «${context.brand.product}» получена`,
    preview: `${paid} Доступ до ${dayText(accessUntil)}.`,
    heading: isNewCard ? 'Карта изменена' : 'Оплата получена',
    blocks: [
      paragraph(
        `Спасибо! ${paid}`,
        emailMessage.isUnsaved === true ? UNSAVED : null,
        nextCharge === null ? 'Новых списаний не будет.' : null,
      ),
      details(
        { name: 'Сумма', value: amount },
        { name: 'Когда', value: momentText(paidAt) },
        cardRow(cardMask),
        { name: 'Доступ до', value: dayText(accessUntil) },
        nextChargeRow(nextCharge),
        chargeDayRow(nextCharge),
      ),
      ...receipt,
      ...(nextCharge === null
        ? []
        : [
            note(
              `${CANCEL_NOTE}${context.receiptUrl === null ? '' : ` ${context.publicUrl}${LINKED_PATHS.subscription}`}`,
            ),
          ]),
    ],
  };
}

function chargeUpcoming(emailMessage: EventsOf<'chargeUpcoming'>, context: EmailContext): EmailContent {
  const { amountKopecks, cardMask, chargeAt } = emailMessage;
  const amount = moneyText(amountKopecks);
  const day = dayText(chargeAt);
  return {
    subject: `${day} спишем ${amount} за «${context.brand.product}»`,
    preview: 'Ничего делать не нужно. Если продлевать не хочешь, отмени подписку до этого дня.',
    heading: 'Скоро списание',
    blocks: [
      paragraph(
        `${day} ${fromCard(cardMask)} спишется ${amount} за следующий месяц подписки.`,
        'Если всё в порядке, ничего делать не нужно.',
      ),
      details(
        { name: 'Сумма', value: amount },
        { name: 'Когда', value: momentText(chargeAt) },
        cardRow(cardMask),
        chargeDayRow(emailMessage),
      ),
      subscriptionButton(context, 'Управлять подпиской'),
      note(
        'Не хочешь продлевать? Открой подписку и отмени её до списания. Доступ останется до конца оплаченного времени.',
      ),
    ],
  };
}

function chargeFailed(emailMessage: EventsOf<'chargeFailed'>, context: EmailContext): EmailContent {
  const { amountKopecks, cardMask, hasEnded, reason, retryAt, willRetry } = emailMessage;
  const amount = moneyText(amountKopecks);
  const subject = `Не получилось списать ${amount} за «${context.brand.product}»`;
  if (hasEnded)
    return {
      subject,
      preview: 'Рассказываем, почему так вышло и что сделать.',
      heading: 'Оплата не прошла',
      blocks: [
        paragraph(
          `Мы попробовали списать ${amount} ${fromCard(cardMask)} за следующий месяц подписки, но не вышло.`,
          describeFailedCharge(reason),
        ),
        paragraph('Срок оплаты прошёл, поэтому подписка остановилась. Списаний больше не будет.'),
        shopButton(context),
      ],
    };
  return {
    subject,
    preview: 'Доступ пока работает. Рассказываем, почему так вышло и что сделать.',
    heading: 'Оплата не прошла',
    blocks: [
      paragraph(
        `Мы попробовали списать ${amount} ${fromCard(cardMask)} за следующий месяц подписки, но не вышло.`,
        describeFailedCharge(reason),
      ),
      paragraph(
        ...(willRetry
          ? [
              retryAt === null
                ? 'Доступ пока работает: в ближайшие дни мы попробуем ещё раз.'
                : `Доступ пока работает. Следующая попытка: ${momentText(retryAt)}.`,
              'Если и потом не получится, подписка остановится, и списаний больше не будет.',
            ]
          : [
              'Доступ пока работает, но с этой карты мы больше ничего не спишем: после такого отказа платёж не повторяют.',
              'Без оплаты подписка скоро остановится.',
            ]),
      ),
      { kind: 'button', label: 'Поменять карту', url: `${context.publicUrl}${LINKED_PATHS.changeCard}` },
      note('Платить другой картой можно, не отменяя подписку: новая карта сразу оплатит этот месяц.'),
    ],
  };
}

function providerGone(emailMessage: EventsOf<'providerGone'>, context: EmailContext): EmailContent {
  const { accessUntil, amountKopecks, cardMask, chargeAt } = emailMessage;
  const until = dayText(accessUntil);
  const card = cardMask === null ? 'прежней карты' : `карты ${unbroken(cardMask)}`;
  return {
    subject: `Введи карту для «${context.brand.product}» ещё раз`,
    preview: `Доступ пока работает. Чтобы он не прервался, введи карту до ${until}.`,
    heading: 'Нужно ввести карту ещё раз',
    blocks: [
      paragraph(
        'Платёжный сервис, через который ты оформил подписку, больше не проводит наши платежи.',
        `Поэтому списать деньги с ${card} мы не сможем. С самой картой всё в порядке.`,
      ),
      paragraph(
        `Доступ работает до ${until} без оплаты. Чтобы подписка продолжилась, введи карту ещё раз: ту же или другую. День списания не изменится.`,
      ),
      details(cardRow(cardMask), nextChargeRow({ at: chargeAt, amountKopecks }, 'Списание')),
      { kind: 'button', label: 'Ввести карту', url: `${context.publicUrl}${LINKED_PATHS.changeCard}` },
      note('Если продлевать не хочешь, ничего делать не нужно: подписка остановится сама.'),
    ],
  };
}

function subscriptionEnded(emailMessage: EventsOf<'subscriptionEnded'>, context: EmailContext): EmailContent {
  const { amountKopecks, accessUntil, isGrace, why } = emailMessage;
  const amount = moneyText(amountKopecks);
  const [preview, reason] =
    why === 'unheard'
      ? ['Оплата так и не пришла.', `Оплата ${amount} за следующий месяц так и не пришла`]
      : [
          'Оплата не прошла после нескольких попыток.',
          `Списать ${amount} не получилось после нескольких попыток`,
        ];
  return {
    subject: `Подписка «${context.brand.product}» остановлена`,
    preview: `${preview} Списаний больше не будет.`,
    heading: 'Подписка остановлена',
    blocks: [
      paragraph(
        `${reason}, поэтому подписка остановлена. Больше мы ничего не спишем.`,
        accessUntil === null
          ? 'Доступ закончился.'
          : isGrace
            ? `Доступ пока работает, до ${momentText(accessUntil)}.`
            : `Доступ работает до ${momentText(accessUntil)}: это время уже оплачено или подарено.`,
      ),
      ...(accessUntil === null || isGrace
        ? [paragraph('Вернуться можно в любой момент, с этой же или с другой картой.'), shopButton(context)]
        : [subscriptionButton(context)]),
    ],
  };
}

function subscriptionCancelled(
  emailMessage: EventsOf<'subscriptionCancelled'>,
  context: EmailContext,
): EmailContent {
  const { accessUntil } = emailMessage;
  const access =
    accessUntil === null ? 'Доступ закончился.' : `Доступ работает до ${momentText(accessUntil)}.`;
  return {
    subject: `Подписка «${context.brand.product}» отменена`,
    preview: `Списаний больше не будет. ${access}`,
    heading: 'Подписка отменена',
    blocks: [
      paragraph('Списаний больше не будет.', access),
      ...(accessUntil === null
        ? [paragraph('Передумаешь, возвращайся в любой момент.'), shopButton(context)]
        : [subscriptionButton(context), note('Передумаешь, вернуться можно в любой момент.')]),
      note('Если это сделали не по твоей просьбе, напиши в поддержку: просто ответь на это письмо.'),
    ],
  };
}

function cardRemoved({ accessUntil }: EventsOf<'cardRemoved'>, context: EmailContext): EmailContent {
  return {
    subject: `Карта отвязана от «${context.brand.product}»`,
    preview: 'Мы больше ничего с неё не спишем.',
    heading: 'Карта отвязана',
    blocks: [
      paragraph(
        'Мы больше ничего не спишем с этой карты, и для новой подписки её нужно будет ввести заново. В истории платежей остались только её последние цифры.',
        accessUntil === null ? null : `Доступ работает до ${momentText(accessUntil)}.`,
      ),
      ...(accessUntil === null
        ? [paragraph('Понадобится подписка, возвращайся в любой момент.'), shopButton(context)]
        : [subscriptionButton(context)]),
      note('Если это сделали не по твоей просьбе, напиши в поддержку: просто ответь на это письмо.'),
    ],
  };
}

function cardChanged(emailMessage: EventsOf<'cardChanged'>, context: EmailContext): EmailContent {
  const { amountKopecks, cardMask, chargeAt, checkKopecks, isHold } = emailMessage;
  const amount = moneyText(amountKopecks);
  const day = dayText(chargeAt);
  const { willGoBack, backWithin, wasNeeded } = cardCheckWords(termsOf(context));
  return {
    subject: `Карта для «${context.brand.product}» изменена`,
    preview: `Следующее списание: ${amount}, ${day}.`,
    heading: 'Карта изменена',
    blocks: [
      paragraph(
        `Теперь подписка оплачивается ${cardMask === null ? 'новой картой' : `картой ${unbroken(cardMask)}`}. С прежней карты мы больше ничего не спишем.`,
        checkKopecks === null
          ? 'Месяц уже был оплачен прежней картой, поэтому деньги за него мы возвращаем на новую.'
          : isHold === true
            ? holdSentence(checkKopecks)
            : `${moneyText(checkKopecks)} ${wasNeeded} только для проверки карты и ${willGoBack} ${backWithin}.`,
      ),
      details(cardRow(cardMask), nextChargeRow({ at: chargeAt, amountKopecks }), chargeDayRow(emailMessage)),
      subscriptionButton(context),
      note(CANCEL_NOTE),
      note('Если это сделали не по твоей просьбе, напиши в поддержку: просто ответь на это письмо.'),
    ],
  };
}

function moneyReturned(emailMessage: EventsOf<'moneyReturned'>, context: EmailContext): EmailContent {
  const { why, paidAt, paidKopecks, returnedKopecks, cardMask, nextCharge, accessUntil } = emailMessage;
  const returned = moneyText(returnedKopecks);
  const trial = trialWords(termsOf(context).webTrialDays);
  const check = cardCheckWords(termsOf(context));
  const isWhole = returnedKopecks >= paidKopecks;
  const access =
    accessUntil === null ? 'Доступ закончился.' : `Доступ работает до ${momentText(accessUntil)}.`;
  const meaning: Record<typeof why, string> = {
    refund:
      nextCharge === null
        ? `Подписка отменена, списаний больше не будет. ${access}`
        : `Подписка действует. ${access}`,
    surplus: 'Этот платёж был лишним: он ничего не продлил, и на подписку возврат не влияет.',
    cardMissing: `Проверку засчитываем только по банковской карте: по кошельку или приложению банка не видно, ${trial.was} ли уже ${trial.name}. ${nextCharge === null ? 'Повтори с картой или оформи подписку сразу за полную цену.' : 'Подписка продлится, как раньше.'}`,
    secondTrial: `${capitalized(trial.name)} по этой почте или карте уже ${trial.was}, поэтому ${trial.second} не ${trial.began}, а ${check.name} за проверку карты ${check.goesBack}.`,
  };
  const isCardMissing = why === 'cardMissing';
  return {
    subject: `Возвращаем ${returned} за «${context.brand.product}»`,
    preview: isCardMissing
      ? 'Для проверки нужна банковская карта.'
      : `Деньги уже в пути ${toCard(cardMask)}.`,
    heading: 'Деньги возвращаются',
    blocks: [
      paragraph(
        ...(emailMessage.isHold === true
          ? [
              `Мы сняли блокировку ${returned}${isCardMissing ? '' : ` ${onCard(cardMask)}`}. Эти деньги не списывались.`,
            ]
          : [
              `Мы отправили ${returned} обратно${isCardMissing ? '' : ` ${toCard(cardMask)}`}.`,
              'Обычно деньги приходят за 1–3 дня, но некоторым банкам нужно до 10 рабочих дней.',
            ]),
      ),
      details(
        { name: 'Возврат', value: isWhole ? returned : `${returned} из ${moneyText(paidKopecks)}` },
        { name: 'Платёж', value: momentText(paidAt) },
        cardRow(cardMask),
        nextChargeRow(nextCharge),
      ),
      paragraph(meaning[why]),
      // The subscription page redirects customers without access to the shop, so the email links directly to the shop.
      ...(accessUntil === null
        ? [
            shopButton(context),
            ...(context.receiptUrl === null ? [] : receiptBlocks(context)),
            note('Если деньги не придут, просто ответь на это письмо: разберёмся.'),
          ]
        : [subscriptionButton(context), ...receiptBlocks(context)]),
    ],
  };
}

function giftActivated(emailMessage: EventsOf<'giftActivated'>, context: EmailContext): EmailContent {
  const { months, accessUntil, nextCharge } = emailMessage;
  const duration = formatCount(months, MONTHS);
  return {
    subject: `Подарок активирован: ${duration} «${context.brand.product}»`,
    preview: `Доступ работает до ${dayText(accessUntil)}.`,
    heading: 'Подарок активирован',
    blocks: [
      paragraph(
        `Подарок на ${duration} закреплён за этой почтой. Доступ работает до ${momentText(accessUntil)}.`,
        nextCharge === null
          ? 'Карта не нужна, списаний не будет.'
          : `Подарок добавлен к подписке, поэтому следующее списание перенесено на ${dayText(nextCharge.at)}.`,
      ),
      details(
        { name: 'Подарок', value: duration },
        { name: 'Доступ до', value: dayText(accessUntil) },
        nextChargeRow(nextCharge),
        chargeDayRow(nextCharge),
      ),
      deviceButton(context),
    ],
  };
}

function daysGranted(emailMessage: EventsOf<'daysGranted'>, context: EmailContext): EmailContent {
  const { days, accessUntil, nextCharge } = emailMessage;
  const duration = formatCount(days, DAYS);
  return {
    subject: `Добавили ${duration} к «${context.brand.product}»`,
    preview: `Извини за неудобства. Доступ работает до ${dayText(accessUntil)}.`,
    heading: `Добавили ${duration}`,
    blocks: [
      paragraph(
        `Извини за неудобства: мы добавили к доступу ${duration} бесплатно. Он работает до ${momentText(accessUntil)}.`,
        nextCharge === null
          ? 'Новых списаний не будет.'
          : `Следующее списание перенесено на ${dayText(nextCharge.at)}.`,
      ),
      details(
        { name: 'Добавлено', value: duration },
        { name: 'Доступ до', value: dayText(accessUntil) },
        nextChargeRow(nextCharge),
        chargeDayRow(nextCharge),
      ),
      subscriptionButton(context),
    ],
  };
}

function buildContent(emailMessage: EmailData, context: EmailContext): EmailContent {
  switch (emailMessage.name) {
    case 'paymentReceived':
      return paymentReceived(emailMessage, context);
    case 'chargeUpcoming':
      return chargeUpcoming(emailMessage, context);
    case 'chargeFailed':
      return chargeFailed(emailMessage, context);
    case 'providerGone':
      return providerGone(emailMessage, context);
    case 'subscriptionEnded':
      return subscriptionEnded(emailMessage, context);
    case 'subscriptionCancelled':
      return subscriptionCancelled(emailMessage, context);
    case 'cardChanged':
      return cardChanged(emailMessage, context);
    case 'cardRemoved':
      return cardRemoved(emailMessage, context);
    case 'moneyReturned':
      return moneyReturned(emailMessage, context);
    case 'giftActivated':
      return giftActivated(emailMessage, context);
    case 'daysGranted':
      return daysGranted(emailMessage, context);
  }
}

export function accountEmail(emailMessage: EmailData, context: EmailContext): RenderedEmail {
  return renderEmail(buildContent(emailMessage, context), context.brand);
}
