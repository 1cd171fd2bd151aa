/** Words of the bare document, before any script runs. */
import { MAX_DEVICES, MONTHLY_PRICE_RUB, WEB_TRIAL_DAYS } from '../../shared/constants';

export const DOCUMENT_TEXTS = {
  title: (product: string) => `${product} — VPN без ограничений`,
  description:
    `VPN-подписка за ${String(MONTHLY_PRICE_RUB)} рублей в месяц: без ограничений по скорости и трафику, ` +
    `до ${String(MAX_DEVICES)} устройств. Первые ${String(WEB_TRIAL_DAYS)} дней бесплатно.`,
  noScript: 'Чтобы войти и оформить подписку, включи JavaScript в браузере и обнови страницу.',
} as const;
