/** Texts of `/status` and of the links to it. */
import type { ServiceName, ServiceState } from '../../shared/serviceStatus';

const SERVICE_NAMES: Readonly<Record<ServiceName, string>> = {
  signIn: 'Вход по\u00a0почте',
  payment: 'Оплата',
  vpn: 'Подключение VPN',
};

const STATE_NAMES: Readonly<Record<ServiceState, string>> = {
  works: 'работает',
  slow: 'работает с\u00a0задержками',
  down: 'сейчас недоступно',
  unknown: 'нет данных',
};

export const STATUS_TEXTS = {
  title: 'Состояние сервиса',
  services: SERVICE_NAMES,
  states: STATE_NAMES,
  measured: (moment: string) => `Проверено ${moment}.`,
  notMeasured: 'Сейчас данных нет. Попробуй открыть страницу позже.',
  again: 'Обновить',
  check: { before: 'Не\u00a0работает только у\u00a0тебя?', link: 'Проверь подключение' },
  support: { before: 'Нужна помощь?', link: 'Напиши в\u00a0поддержку' },
} as const;
