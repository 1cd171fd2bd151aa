/** Email after a payment on the campaign page. The email confirms the purchase and contains the sign-in link. */
import type { Brand } from '../../shared/brand';
import { OFFER_TERMS, type OfferTerms } from '../../shared/offerTerms';
import { capitalized, periodWords, trialWords } from '../../shared/offerWords';
import { formatCount } from '../../shared/plurals';
import { formatAmount } from '../../shared/russianFormats';
import { type EmailBlock, type RenderedEmail, renderEmail } from './emailLayout';

export interface CampaignEmailInput {
  /** URL of the sign-in page with the single-use secret in its fragment. */
  url: string;
  lifetimeHours: number;
  /**
   * Whether the trial has started. The trial does not start if this email address or card already had a trial; the
   * payment is then refunded.
   */
  hasBegun: boolean;
  /** Set if the order was paid twice, and the other payment, with another email address, has started the trial. */
  isPaidByOther?: true;
  /** Whether a VPN panel is configured, so that customers connect devices at `/connect`. */
  canConnect: boolean;
}

export function campaignEmail(
  input: CampaignEmailInput,
  brand: Brand,
  terms: OfferTerms = OFFER_TERMS,
): RenderedEmail {
  const price = formatAmount(terms.campaignPriceRub);
  const month = formatAmount(terms.monthlyPriceRub);
  const period = periodWords(terms.campaignTrialDays);
  const trial = trialWords(terms.campaignTrialDays);
  const outcome = input.hasBegun
    ? {
        subject: `${capitalized(period.nominative)} «${brand.product}» за ${price}: вход внутри`,
        heading: `${capitalized(period.nominative)} ${period.began}`,
        text: `Спасибо за оплату! Подписка привязана к этой почте. Нажми кнопку, чтобы войти и ${input.canConnect ? 'подключить устройство' : 'скачать приложение'}. Через ${period.accusative} подписка продлится за ${month} в месяц, отменить её можно в любой момент.`,
      }
    : {
        subject: `Возвращаем ${price} за ${period.accusative} «${brand.product}»`,
        heading: 'Возвращаем оплату',
        text: input.isPaidByOther
          ? `Этот заказ уже оплачен с другой почтой, подписка привязана к ней. Деньги за вторую оплату возвращаем на карту, новых списаний по ней не будет. Нажми кнопку, чтобы войти с этой почтой.`
          : `По этой почте или карте подписка уже есть или была, поэтому ${trial.second} ${trial.name} не ${trial.began}. Деньги возвращаем на карту, новых списаний по этой оплате не будет. Нажми кнопку, чтобы войти и посмотреть подписку.`,
      };
  const lifetime = formatCount(input.lifetimeHours, { one: 'час', few: 'часа', many: 'часов' });
  const blocks: EmailBlock[] = [
    { kind: 'paragraph', text: outcome.text },
    { kind: 'button', label: 'Войти', url: input.url },
    {
      kind: 'note',
      text: `Ссылка действует ${lifetime} и срабатывает один раз. Страница попросит ввести эту почту ещё раз: так никто другой по ссылке не войдёт.`,
    },
    { kind: 'note', text: 'Никому не пересылай это письмо.' },
  ];
  return renderEmail(
    { subject: outcome.subject, preview: outcome.heading, heading: outcome.heading, blocks },
    brand,
  );
}
