/** The letter after a payment on the campaign page: what was bought, and the way in. */
import type { Brand } from '../../../shared/brand';
import { CAMPAIGN_TRIAL_PRICE_RUB, MONTHLY_PRICE_RUB } from '../../../shared/constants';
import { toKopecks } from '../../../shared/money';
import { renderLetter, type LetterBlock, type RenderedLetter } from './letterLayout';
import { counted, moneyText } from './letterWords';

export interface CampaignLetterInput {
  /** The opener's address with the secret in its fragment. */
  url: string;
  lifetimeHours: number;
  /** The week has begun; otherwise this email had one before, and the ruble goes back. */
  hasBegun: boolean;
}

export function campaignLetter(input: CampaignLetterInput, brand: Brand): RenderedLetter {
  const week = moneyText(toKopecks(CAMPAIGN_TRIAL_PRICE_RUB));
  const month = moneyText(toKopecks(MONTHLY_PRICE_RUB));
  const outcome = input.hasBegun
    ? {
        subject: `Неделя «${brand.product}» за ${week}: вход внутри`,
        heading: 'Неделя началась',
        text: `Спасибо за оплату! Подписка привязана к этой почте. Нажми кнопку, чтобы войти и скачать приложение. Через неделю подписка продлится за ${month} в месяц, отменить её можно в любой момент.`,
      }
    : {
        subject: `Возвращаем ${week} за неделю «${brand.product}»`,
        heading: 'Возвращаем оплату',
        text: 'По этой почте или карте подписка уже есть или была, поэтому вторая пробная неделя не началась. Деньги возвращаем на карту, новых списаний по этой оплате не будет. Нажми кнопку, чтобы войти и посмотреть подписку.',
      };
  const lifetime = counted(input.lifetimeHours, 'час', 'часа', 'часов');
  const blocks: LetterBlock[] = [
    { kind: 'paragraph', text: outcome.text },
    { kind: 'button', label: 'Войти', url: input.url },
    {
      kind: 'note',
      text: `Ссылка действует ${lifetime} и срабатывает один раз. Страница попросит ввести эту почту ещё раз: так никто другой по ссылке не войдёт.`,
    },
    { kind: 'note', text: 'Никому не пересылай это письмо.' },
  ];
  return renderLetter(
    { subject: outcome.subject, preview: outcome.heading, heading: outcome.heading, blocks },
    brand,
  );
}
