/** Emails to both addresses after a customer changed the account's address, or took the change back. */
import type { Brand } from '../../shared/brand';
import { LINKED_PATHS } from '../../shared/linkedPaths';
import { momentText } from '../../shared/russianFormats';
import { type RenderedEmail, renderEmail } from './emailLayout';

/** Renders the email to the former address. `url` opens the page that takes the change back with a code. */
export function emailChangedAwayEmail(
  { url, until }: { url: string; until: Date },
  brand: Brand,
): RenderedEmail {
  return renderEmail(
    {
      subject: `Почта аккаунта «${brand.product}» изменена`,
      preview: 'Это не ты? Верни аккаунт на эту почту.',
      heading: 'Почта изменена',
      blocks: [
        {
          kind: 'paragraph',
          text: `Аккаунт теперь привязан к другой почте, и войти с этой нельзя. До ${momentText(until)} изменение можно отменить: на странице понадобится код, который мы пришлём сюда.`,
        },
        { kind: 'button', label: 'Вернуть эту почту', url },
        {
          kind: 'note',
          text: 'Если почту сменил ты, ничего делать не нужно. Сама ссылка ничего не меняет.',
        },
      ],
    },
    brand,
  );
}

/** Renders the email to the new address. */
export function emailChangedHereEmail({ publicUrl }: { publicUrl: string }, brand: Brand): RenderedEmail {
  return renderEmail(
    {
      subject: `Аккаунт «${brand.product}» теперь на этой почте`,
      preview: 'Входи с этим адресом: всё остальное осталось прежним.',
      heading: 'Аккаунт на новой почте',
      blocks: [
        {
          kind: 'paragraph',
          text: 'Чтобы войти, укажи этот адрес. Подписка, устройства и платежи остались прежними, чеки тоже придут сюда.',
        },
        { kind: 'button', label: 'Открыть аккаунт', url: `${publicUrl}${LINKED_PATHS.profile}` },
      ],
    },
    brand,
  );
}

/**
 * Renders the email after a change was taken back, to the address that the account has again, or to the one that it left.
 * `cancelsDeletion` says that a requested deletion of the account is withdrawn.
 */
export function emailRestoredEmail(
  { isHere, cancelsDeletion = false }: { isHere: boolean; cancelsDeletion?: boolean },
  brand: Brand,
): RenderedEmail {
  return renderEmail(
    {
      subject: `Почта аккаунта «${brand.product}» возвращена`,
      preview: isHere ? 'Аккаунт снова на этой почте.' : 'Аккаунт больше не на этой почте.',
      heading: isHere ? 'Аккаунт снова на этой почте' : 'Аккаунт больше не на этой почте',
      blocks: [
        {
          kind: 'paragraph',
          text: isHere
            ? 'Смена почты отменена. Во всех браузерах нужно войти снова, приложения на устройствах продолжают работать.'
            : 'Смену почты отменили с прежнего адреса. Войти в аккаунт с этой почты больше нельзя.',
        },
        ...(cancelsDeletion
          ? [{ kind: 'paragraph' as const, text: 'Удаление аккаунта, о котором просили, тоже отменено.' }]
          : []),
        {
          kind: 'note',
          text: 'Если это сделал не ты, ответь на это письмо: разберёмся.',
        },
      ],
    },
    brand,
  );
}
