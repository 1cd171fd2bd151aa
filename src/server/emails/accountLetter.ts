/**
 * The letters about a subscription and its money. Each says what happened, what it means for
 * access, what is charged next, and has one thing to do. Dates are Moscow's.
 */
import type { Brand } from '../../shared/brand';
import { LINKED_PATHS } from '../../shared/linkedPaths';
import { OFFER_TERMS, type OfferTerms } from '../../shared/offerTerms';
import { capitalized, cardCheckWords, DAYS, periodWords, trialWords } from '../../shared/offerWords';
import { countOf, MONTHS } from '../../shared/plurals';
import { dayText, momentText } from '../../shared/russianFormats';
import type { LetterFacts, LetterName, NextCharge } from '../domain/billing/letters';
import { describeFailedCharge } from './chargeFailures';
import { type LetterBlock, type LetterContent, type RenderedLetter, renderLetter } from './letterLayout';
import { moneyText, unbroken } from './letterWords';

export interface LetterContext {
  brand: Brand;
  /** Where customers reach the product, no trailing slash. */
  publicUrl: string;
  /** The fiscal receipt of the payment or of its return; null while it is not known. */
  receiptUrl: string | null;
  /** A VPN panel is configured: devices are connected at `/connect`, by applications of others. */
  canConnect: boolean;
  /** Absent: the product's own. */
  terms?: OfferTerms;
}

const termsOf = ({ terms = OFFER_TERMS }: LetterContext): OfferTerms => terms;

type FactsOf<Name extends LetterName> = Extract<LetterFacts, { name: Name }>;
type Row = { name: string; value: string };

const paragraph = (...sentences: (string | null)[]): LetterBlock => ({
  kind: 'paragraph',
  text: sentences.filter((sentence) => sentence !== null).join(' '),
});
const note = (text: string): LetterBlock => ({ kind: 'note', text });
const facts = (...rows: (Row | null)[]): LetterBlock => ({
  kind: 'facts',
  rows: rows.filter((row) => row !== null),
});

const subscriptionButton = ({ publicUrl }: LetterContext, label = 'Открыть подписку'): LetterBlock => ({
  kind: 'button',
  label,
  url: `${publicUrl}${LINKED_PATHS.subscription}`,
});
/** The way to a working VPN. */
const deviceButton = ({ publicUrl, canConnect }: LetterContext): LetterBlock => ({
  kind: 'button',
  ...(canConnect
    ? { label: 'Подключить устройство', url: `${publicUrl}${LINKED_PATHS.connect}` }
    : { label: 'Скачать приложение', url: `${publicUrl}${LINKED_PATHS.profile}` }),
});
const shopButton = ({ publicUrl }: LetterContext): LetterBlock => ({
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

const fromCard = (cardMask: string | null): string =>
  cardMask === null ? 'с карты' : `с карты ${unbroken(cardMask)}`;
const toCard = (cardMask: string | null): string =>
  cardMask === null ? 'на карту' : `на карту ${unbroken(cardMask)}`;

/** The receipt itself, or where it will be. */
function receiptBlocks({ receiptUrl, publicUrl }: LetterContext): LetterBlock[] {
  return receiptUrl === null
    ? [note(`Все платежи и чеки лежат на странице подписки: ${publicUrl}${LINKED_PATHS.subscription}`)]
    : [{ kind: 'link', label: 'Открыть чек', url: receiptUrl }];
}

const CANCEL_NOTE = 'Отменить подписку можно в любой момент на её странице.';

function trialStarted(letter: FactsOf<'paymentReceived'>, context: LetterContext): LetterContent {
  const { nextCharge, accessUntil, amountKopecks, cardMask, paidAt } = letter;
  const until = dayText(accessUntil);
  const terms = termsOf(context);
  const trial = trialWords(terms.webTrialDays);
  const check = cardCheckWords(terms);
  return {
    subject: `${capitalized(trial.name)} «${context.brand.product}» ${trial.began}`,
    preview: `Подписка включена до ${until}. ${capitalized(check.name)} за проверку карты ${check.willGoBack} ${check.backWithin}.`,
    heading: `${capitalized(trial.name)} ${trial.began}`,
    blocks: [
      paragraph(
        `Подписка включена до ${until}.`,
        `${moneyText(amountKopecks)} ${check.wasNeeded} только для проверки карты и ${check.willGoBack} ${check.backWithin}.`,
        nextCharge === null
          ? 'Списаний больше не будет.'
          : `Потом подписка будет стоить ${moneyText(nextCharge.amountKopecks)} в месяц. За три дня до первого списания мы пришлём письмо.`,
      ),
      facts(
        { name: 'Проверка карты', value: `${moneyText(amountKopecks)}, возвращается` },
        { name: 'Когда', value: momentText(paidAt) },
        cardRow(cardMask),
        nextChargeRow(nextCharge, 'Первое списание'),
      ),
      deviceButton(context),
      ...receiptBlocks(context),
      ...(nextCharge === null ? [] : [note(CANCEL_NOTE)]),
    ],
  };
}

function paymentReceived(letter: FactsOf<'paymentReceived'>, context: LetterContext): LetterContent {
  if (letter.bought === 'trial') return trialStarted(letter, context);
  const { nextCharge, accessUntil, amountKopecks, cardMask, paidAt, bought } = letter;
  const amount = moneyText(amountKopecks);
  const period = periodWords(termsOf(context).campaignTrialDays);
  const paid =
    bought === 'campaign'
      ? `${capitalized(period.nominative)} подписки оплачен${period.participleEnding}.`
      : 'Месяц подписки оплачен.';
  const receipt: LetterBlock[] =
    context.receiptUrl === null
      ? [subscriptionButton(context), note('Чек появится на странице подписки. Там же вся история платежей.')]
      : [{ kind: 'button', label: 'Открыть чек', url: context.receiptUrl }];
  return {
    subject: `Оплата ${amount} за «${context.brand.product}» получена`,
    preview: `${paid} Доступ до ${dayText(accessUntil)}.`,
    heading: 'Оплата получена',
    blocks: [
      paragraph(`Спасибо! ${paid}`, nextCharge === null ? 'Новых списаний не будет.' : null),
      facts(
        { name: 'Сумма', value: amount },
        { name: 'Когда', value: momentText(paidAt) },
        cardRow(cardMask),
        { name: 'Доступ до', value: dayText(accessUntil) },
        nextChargeRow(nextCharge),
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

function chargeUpcoming(letter: FactsOf<'chargeUpcoming'>, context: LetterContext): LetterContent {
  const { amountKopecks, cardMask, chargeAt } = letter;
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
      facts(
        { name: 'Сумма', value: amount },
        { name: 'Когда', value: momentText(chargeAt) },
        cardRow(cardMask),
      ),
      subscriptionButton(context, 'Управлять подпиской'),
      note(
        'Не хочешь продлевать? Открой подписку и отмени её до списания. Доступ останется до конца оплаченного времени.',
      ),
    ],
  };
}

function chargeFailed(letter: FactsOf<'chargeFailed'>, context: LetterContext): LetterContent {
  const { amountKopecks, cardMask, reason, retryAt, willRetry } = letter;
  const amount = moneyText(amountKopecks);
  return {
    subject: `Не получилось списать ${amount} за «${context.brand.product}»`,
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
      subscriptionButton(context),
      note(
        'Хочешь платить другой картой? Отмени подписку на этой странице и сразу возобнови: окно оплаты спросит новую карту.',
      ),
    ],
  };
}

function subscriptionEnded(letter: FactsOf<'subscriptionEnded'>, context: LetterContext): LetterContent {
  const { amountKopecks, accessUntil, why } = letter;
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
          : `Доступ работает до ${momentText(accessUntil)}: это время уже оплачено или подарено.`,
      ),
      ...(accessUntil === null
        ? [paragraph('Вернуться можно в любой момент, с этой же или с другой картой.'), shopButton(context)]
        : [subscriptionButton(context)]),
    ],
  };
}

function subscriptionCancelled(
  letter: FactsOf<'subscriptionCancelled'>,
  context: LetterContext,
): LetterContent {
  const { accessUntil } = letter;
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

function cardRemoved({ accessUntil }: FactsOf<'cardRemoved'>, context: LetterContext): LetterContent {
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

function moneyReturned(letter: FactsOf<'moneyReturned'>, context: LetterContext): LetterContent {
  const { why, paidAt, paidKopecks, returnedKopecks, cardMask, nextCharge, accessUntil } = letter;
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
    secondTrial: `${capitalized(trial.name)} по этой почте или карте уже ${trial.was}, поэтому ${trial.second} не ${trial.began}, а ${check.name} за проверку карты ${check.goesBack}.`,
  };
  return {
    subject: `Возвращаем ${returned} за «${context.brand.product}»`,
    preview: `Деньги уже в пути ${toCard(cardMask)}.`,
    heading: 'Деньги возвращаются',
    blocks: [
      paragraph(
        `Мы отправили ${returned} обратно ${toCard(cardMask)}.`,
        'Обычно деньги приходят за 1–3 дня, но некоторым банкам нужно до 10 рабочих дней.',
      ),
      facts(
        { name: 'Возврат', value: isWhole ? returned : `${returned} из ${moneyText(paidKopecks)}` },
        { name: 'Платёж', value: momentText(paidAt) },
        cardRow(cardMask),
        nextChargeRow(nextCharge),
      ),
      paragraph(meaning[why]),
      // Without access the subscription's page leads to the shop.
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

function giftActivated(letter: FactsOf<'giftActivated'>, context: LetterContext): LetterContent {
  const { months, accessUntil, nextCharge } = letter;
  const duration = countOf(months, MONTHS);
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
      facts(
        { name: 'Подарок', value: duration },
        { name: 'Доступ до', value: dayText(accessUntil) },
        nextChargeRow(nextCharge),
      ),
      deviceButton(context),
    ],
  };
}

function daysGranted(letter: FactsOf<'daysGranted'>, context: LetterContext): LetterContent {
  const { days, accessUntil, nextCharge } = letter;
  const duration = countOf(days, DAYS);
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
      facts(
        { name: 'Добавлено', value: duration },
        { name: 'Доступ до', value: dayText(accessUntil) },
        nextChargeRow(nextCharge),
      ),
      subscriptionButton(context),
    ],
  };
}

function contentOf(letter: LetterFacts, context: LetterContext): LetterContent {
  switch (letter.name) {
    case 'paymentReceived':
      return paymentReceived(letter, context);
    case 'chargeUpcoming':
      return chargeUpcoming(letter, context);
    case 'chargeFailed':
      return chargeFailed(letter, context);
    case 'subscriptionEnded':
      return subscriptionEnded(letter, context);
    case 'subscriptionCancelled':
      return subscriptionCancelled(letter, context);
    case 'cardRemoved':
      return cardRemoved(letter, context);
    case 'moneyReturned':
      return moneyReturned(letter, context);
    case 'giftActivated':
      return giftActivated(letter, context);
    case 'daysGranted':
      return daysGranted(letter, context);
  }
}

export function accountLetter(letter: LetterFacts, context: LetterContext): RenderedLetter {
  return renderLetter(contentOf(letter, context), context.brand);
}
