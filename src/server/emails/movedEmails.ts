/**
 * Renders the two emails about a subscription that staff moved to another email address. The email to one address never
 * contains the other address.
 */
import type { Brand } from '../../shared/brand';
import { LINKED_PATHS } from '../../shared/linkedPaths';
import { dayText, momentText } from '../../shared/russianFormats';
import type { NextCharge } from '../domain/billing/emails';
import { type EmailBlock, type RenderedEmail, renderEmail } from './emailLayout';
import { moneyText } from './emailWords';

/** Renders the email to the subscription's new email address. `accessUntil` is null if the access has expired. */
export function movedHereEmail(
  { accessUntil, nextCharge }: { accessUntil: Date | null; nextCharge: NextCharge },
  { brand, publicUrl }: { brand: Brand; publicUrl: string },
): RenderedEmail {
  const rows = [
    ...(accessUntil === null ? [] : [{ name: 'Доступ до', value: dayText(accessUntil) }]),
    ...(nextCharge === null
      ? []
      : [
          {
            name: 'Следующее списание',
            value: `${moneyText(nextCharge.amountKopecks)}, ${momentText(nextCharge.at)}`,
          },
        ]),
  ];
  const blocks: EmailBlock[] = [
    {
      kind: 'paragraph',
      text: 'Поддержка перенесла подписку на эту почту. Устройства, платежи и оплаченное время остались прежними. Чтобы войти, укажи на странице входа этот адрес.',
    },
    ...(rows.length === 0 ? [] : [{ kind: 'details' as const, rows }]),
    { kind: 'button', label: 'Открыть подписку', url: `${publicUrl}${LINKED_PATHS.subscription}` },
    { kind: 'note', text: 'Об этом никто не просил? Просто ответь на это письмо: разберёмся.' },
  ];
  return renderEmail(
    {
      subject: `Подписка «${brand.product}» теперь на этой почте`,
      preview: 'Входи с этим адресом: всё остальное осталось прежним.',
      heading: 'Подписка на новой почте',
      blocks,
    },
    brand,
  );
}

/**
 * Renders the email to the subscription's previous email address. This email contains no subscription details, because
 * the previous address may belong to a stranger.
 */
export function movedAwayEmail(brand: Brand): RenderedEmail {
  return renderEmail(
    {
      subject: `Подписка «${brand.product}» перенесена на другую почту`,
      preview: 'С этого адреса в неё больше не войти.',
      heading: 'Подписка на другой почте',
      blocks: [
        {
          kind: 'paragraph',
          text: 'Владелец подписки попросил перенести её на другой адрес, и мы это сделали. С этой почты в неё больше не войти, и письма о ней сюда больше не придут.',
        },
        {
          kind: 'note',
          text: 'Если подписка твоя, а просил не ты, ответь на это письмо: разберёмся. А если подписки у тебя никогда не было, значит, кто-то ошибся адресом: делать ничего не нужно.',
        },
      ],
    },
    brand,
  );
}
