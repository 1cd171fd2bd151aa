/**
 * Renders the sign-in email. The sign-in email contains a link that works in any browser, and a code for the browser
 * that requested the email.
 */
import type { Brand } from '../../shared/brand';
import { formatCount, HOURS_LONG, MINUTES_LONG, MONTHS, TIMES } from '../../shared/plurals';
import { type EmailBlock, type RenderedEmail, renderEmail } from './emailLayout';

export interface SignInEmailInput {
  /** URL of the sign-in page with the secret in its fragment. */
  url: string;
  /** Sign-in code, which contains digits only; null if no browser is waiting for a code. */
  code: string | null;
  lifetimeMinutes: number;
  /** Number of sign-ins that the link allows. */
  uses: number;
  /** Whether this is the last sign-in email that can be sent to this address today. */
  isLastOfDay: boolean;
  /** Gift that the sign-in link also activates; null if the email was not requested in gift mode. */
  gift: { months: number } | null;
}

function codeBlocks(code: string | null, lifetime: string, uses: number): EmailBlock[] {
  const times = uses === 1 ? 'один раз' : formatCount(uses, TIMES);
  if (code === null) return [{ kind: 'note', text: `Ссылка действует ${lifetime} и срабатывает ${times}.` }];
  return [
    { kind: 'code', label: 'Или введи этот код на странице, где ты ждёшь письмо:', code },
    {
      kind: 'note',
      text: `Ссылка и код действуют ${lifetime} и срабатывают один раз. Если код не принимают, открой ссылку: она сработает в любой сети.`,
    },
  ];
}

const LAST_OF_DAY: EmailBlock = {
  kind: 'note',
  text: 'На эту почту сегодня просили слишком много писем, и это последнее. Сохрани его: ссылка откроется в любом браузере, нужно только ввести эту почту.',
};

export function signInEmail(input: SignInEmailInput, brand: Brand): RenderedEmail {
  const lifetime =
    input.lifetimeMinutes % 60 === 0
      ? formatCount(input.lifetimeMinutes / 60, HOURS_LONG)
      : formatCount(input.lifetimeMinutes, MINUTES_LONG);
  const tail: EmailBlock[] = [
    ...codeBlocks(input.code, lifetime, input.uses),
    ...(input.isLastOfDay ? [LAST_OF_DAY] : []),
    {
      kind: 'note',
      text: 'Никому не пересылай это письмо. Если оно пришло без твоей просьбы, просто удали его: без письма войти нельзя.',
    },
  ];
  if (input.gift !== null) {
    const duration = formatCount(input.gift.months, MONTHS);
    return renderEmail(
      {
        subject: `Твой подарок в «${brand.product}»`,
        preview: `Подписка в подарок: ${duration}. Ссылка действует ${lifetime}.`,
        heading: 'Тебе подарили подписку',
        blocks: [
          {
            kind: 'paragraph',
            text: `${brand.product}, ${duration}. Нажми кнопку, и подарок закрепится за этой почтой.`,
          },
          { kind: 'button', label: 'Активировать подарок', url: input.url },
          ...tail,
        ],
      },
      brand,
    );
  }
  return renderEmail(
    {
      subject: `Вход в «${brand.product}»`,
      preview: `Нажми кнопку, чтобы войти. Ссылка действует ${lifetime}.`,
      heading: 'Вход в аккаунт',
      blocks: [
        { kind: 'paragraph', text: 'Нажми кнопку, чтобы войти. Пароль не нужен.' },
        { kind: 'button', label: 'Войти', url: input.url },
        ...tail,
      ],
    },
    brand,
  );
}
