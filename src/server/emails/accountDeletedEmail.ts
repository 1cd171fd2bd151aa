/** Renders the last email to the address of a deleted account. */
import type { Brand } from '../../shared/brand';
import { ACCOUNTING_YEARS } from '../../shared/personalData';
import { formatCount, YEARS } from '../../shared/plurals';
import { type RenderedEmail, renderEmail } from './emailLayout';

/**
 * Renders the email about the deleted account. If `hadPayments` is set, the email says that payment records remain
 * stored.
 */
export function accountDeletedEmail(hadPayments: boolean, brand: Brand): RenderedEmail {
  return renderEmail(
    {
      subject: `Аккаунт «${brand.product}» удалён`,
      preview: 'Это последнее письмо: больше мы писать не будем.',
      heading: 'Аккаунт удалён',
      blocks: [
        {
          kind: 'paragraph',
          text: 'Мы удалили твои данные, отключили все устройства и прекратили списания. Это последнее письмо на этот адрес.',
        },
        ...(hadPayments
          ? [
              {
                kind: 'paragraph' as const,
                text: `Записи о платежах закон велит хранить ${formatCount(ACCOUNTING_YEARS, YEARS)}. Они остались без адреса, под номером, который ни на кого не указывает.`,
              },
            ]
          : []),
        { kind: 'note', text: 'Удалял не ты? Ответь на это письмо: разберёмся. Вернуть данные уже нельзя.' },
      ],
    },
    brand,
  );
}
