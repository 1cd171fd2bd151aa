/** Texts of /mobileDetach (spec section 2). */
import { MAX_DEVICES } from '../../shared/constants';

export const MOBILE_DETACH_TEXTS = {
  title: 'Устройства',
  slotsLeft: (free: number) => `Свободно мест: ${String(free)}\u00a0из\u00a0${String(MAX_DEVICES)}`,
  account: 'Подписка привязана к почте',
  full: 'Чтобы подключить новое устройство, открепи одно из этих.',
  hasRoom: 'Новое устройство можно подключить: вернись в приложение и войди с этой почтой.',
  buyWithAnotherEmail: 'Купить на другую почту',
  buyWithAnotherEmailNote:
    'Выйдем из этого аккаунта и попросим войти с другой почтой. Подписка и устройства здесь останутся.',
} as const;
