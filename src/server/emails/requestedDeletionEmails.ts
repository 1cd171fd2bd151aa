/** Emails about the deletion of an account whose address was changed in the last seven days. */
import type { Brand } from '../../shared/brand';
import { LINKED_PATHS } from '../../shared/linkedPaths';
import { momentText } from '../../shared/russianFormats';
import { type RenderedEmail, renderEmail } from './emailLayout';

/** Renders the email to the present address. */
export function deletionRequestedHereEmail(
  { publicUrl, until }: { publicUrl: string; until: Date },
  brand: Brand,
): RenderedEmail {
  return renderEmail(
    {
      subject: `Аккаунт «${brand.product}» будет удалён`,
      preview: `Удалим его ${momentText(until)}.`,
      heading: 'Аккаунт будет удалён',
      blocks: [
        {
          kind: 'paragraph',
          text: `Почта аккаунта недавно менялась, поэтому мы удалим его ${momentText(until)}. До этого доступ останется, а списаний больше не будет.`,
        },
        {
          kind: 'paragraph',
          text: 'Если передумаешь, отмени удаление на его странице. Если прежнюю почту вернут, удаление отменится само.',
        },
        { kind: 'button', label: 'Отменить удаление', url: `${publicUrl}${LINKED_PATHS.confirmDeletion}` },
      ],
    },
    brand,
  );
}

/** Renders the email to the former address. `url` opens the page that takes the change of address back with a code. */
export function deletionRequestedAwayEmail(
  { url, until }: { url: string; until: Date },
  brand: Brand,
): RenderedEmail {
  return renderEmail(
    {
      subject: `Аккаунт «${brand.product}» хотят удалить`,
      preview: 'Это не ты? Верни аккаунт на эту почту.',
      heading: 'Аккаунт хотят удалить',
      blocks: [
        {
          kind: 'paragraph',
          text: `Недавно аккаунт с этой почты привязали к другой, а теперь попросили удалить. Мы удалим его ${momentText(until)}. До этого можно вернуть аккаунт на эту почту, и тогда удаления не будет.`,
        },
        { kind: 'button', label: 'Вернуть эту почту', url },
        {
          kind: 'note',
          text: 'Если удаляешь ты, ничего делать не нужно. Нужно сразу? Верни почту и удали аккаунт с неё.',
        },
      ],
    },
    brand,
  );
}

/** Renders the email to both addresses after the request was withdrawn. */
export function deletionWithdrawnEmail(brand: Brand): RenderedEmail {
  return renderEmail(
    {
      subject: `Удаление аккаунта «${brand.product}» отменено`,
      preview: 'Аккаунт остаётся.',
      heading: 'Удаление отменено',
      blocks: [
        {
          kind: 'paragraph',
          text: 'Аккаунт и данные остаются. Продление подписки мы не включали: если она нужна дальше, возобнови её в аккаунте.',
        },
        { kind: 'note', text: 'Если это сделал не ты, ответь на это письмо: разберёмся.' },
      ],
    },
    brand,
  );
}
