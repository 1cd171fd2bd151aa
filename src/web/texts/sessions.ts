/** Texts of `/account/sessions`, the list of browsers and applications that are signed in. */
import type { CustomerSession } from '../../shared/contract/sessions';

/** Returns the name of a session, such as «Chrome на Windows». */
function formatName({ system, application, deviceName }: CustomerSession): string {
  if (deviceName) return `Приложение на «${deviceName}»`;
  if (application && system) return `${application} на ${system}`;
  return application ?? (system ? `Браузер на ${system}` : 'Неизвестный браузер');
}

export const SESSIONS_TEXTS = {
  title: 'Где открыт аккаунт',
  lead: 'Браузеры и приложения, в которых ты вошёл. Не узнаёшь какой-то? Заверши его.',
  listLabel: 'Браузеры и приложения',
  loading: 'Загружаем список…',
  loadFailed: 'Не удалось загрузить список',
  name: formatName,
  current: 'этот браузер',
  since: (moment: string) => `вход ${moment}`,
  lastUsed: (moment: string) => `последний раз ${moment}`,
  holdHint: 'удерживай, чтобы завершить',
  end: 'Завершить',
  question: (name: string, isDevice: boolean) => ({
    title: `Завершить «${name}»?`,
    explanation: isDevice
      ? 'Устройство открепится, VPN на нём отключится. Чтобы вернуть, войди там снова.'
      : 'Чтобы продолжить там, понадобится войти снова.',
    yes: 'Завершить',
    tone: 'danger' as const,
  }),
  endOthers: 'Завершить все остальные',
  othersNote: 'Приложения на устройствах тоже: устройства открепятся, и в них нужно будет войти снова.',
  othersQuestion: {
    title: 'Завершить все остальные?',
    explanation: 'Аккаунт останется открыт только здесь. Устройства с нашим приложением открепятся.',
    yes: 'Завершить',
    tone: 'danger' as const,
  },
  ended: 'Готово: там придётся войти снова.',
  othersEnded: 'Готово: аккаунт открыт только здесь.',
  endFailed: 'Не получилось завершить. Попробуй ещё раз.',
  unavailable: {
    title: 'Список пока недоступен',
    text: 'Напиши в поддержку: мы завершим все сеансы за тебя.',
  },
} as const;
