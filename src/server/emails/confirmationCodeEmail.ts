/** Renders the email with a code that confirms a change of an account. */
import type { Brand } from '../../shared/brand';
import type { ConfirmationPurpose } from '../../shared/confirmationPurposes';
import { formatCount, MINUTES_LONG } from '../../shared/plurals';
import { type RenderedEmail, renderEmail } from './emailLayout';

/** Text on what the confirmation code allows, and on what to do if the customer did not request the code. */
const WORDS: Record<
  ConfirmationPurpose,
  { subject: string; heading: string; action: string; warning: string }
> = {
  exportData: {
    subject: 'Код для скачивания данных',
    heading: 'Скачать мои данные',
    action: 'Введи код на странице, чтобы скачать всё, что мы о тебе храним.',
    warning: 'Если ты этого не просил, ничего не делай и никому не говори код: без него данные не скачать.',
  },
  deleteAccount: {
    subject: 'Код для удаления аккаунта',
    heading: 'Удаление аккаунта',
    action: 'Введи код на странице, чтобы удалить аккаунт и данные. Вернуть их будет нельзя.',
    warning: 'Если ты этого не просил, ничего не делай и никому не говори код: без него аккаунт не удалить.',
  },
  changeEmail: {
    subject: 'Код для смены почты',
    heading: 'Смена почты',
    action: 'Введи код на странице, чтобы подтвердить, что эта почта твоя, и привязать аккаунт к другой.',
    warning: 'Если ты этого не просил, ничего не делай и никому не говори код: без него почту не сменить.',
  },
  newEmail: {
    subject: 'Код для новой почты',
    heading: 'Новая почта аккаунта',
    action: 'Введи код на странице, чтобы привязать аккаунт к этой почте.',
    warning: 'Если ты этого не просил, просто удали это письмо.',
  },
  restoreEmail: {
    subject: 'Код, чтобы вернуть почту',
    heading: 'Вернуть прежнюю почту',
    action: 'Введи код на странице, чтобы снова привязать аккаунт к этой почте.',
    warning: 'Если ты этого не просил, ничего не делай и никому не говори код.',
  },
};

/** Renders the email with a confirmation code. `code` contains digits only. */
export function confirmationCodeEmail(
  { purpose, code, lifetimeMinutes }: { purpose: ConfirmationPurpose; code: string; lifetimeMinutes: number },
  brand: Brand,
): RenderedEmail {
  const words = WORDS[purpose];
  const lifetime = formatCount(lifetimeMinutes, MINUTES_LONG);
  return renderEmail(
    {
      subject: `${words.subject} в «${brand.product}»`,
      preview: `Код действует ${lifetime}.`,
      heading: words.heading,
      blocks: [
        { kind: 'paragraph', text: words.action },
        { kind: 'code', label: 'Код:', code },
        { kind: 'note', text: `Код действует ${lifetime} и срабатывает один раз.` },
        { kind: 'note', text: words.warning },
      ],
    },
    brand,
  );
}
