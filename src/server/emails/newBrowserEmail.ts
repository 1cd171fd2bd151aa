/**
 * Renders emails about sign-ins in new browsers. The link in these emails opens the list of sessions. Opening the link
 * does not end a session, because mail scanners open links.
 */
import type { Brand } from '../../shared/brand';
import { LINKED_PATHS } from '../../shared/linkedPaths';
import { formatCount, SIGN_INS } from '../../shared/plurals';
import { momentText } from '../../shared/russianFormats';
import type { ClientNames } from '../domain/clientNames';
import { type EmailBlock, type RenderedEmail, renderEmail } from './emailLayout';

export interface NewSignIn {
  client: ClientNames;
  at: Date;
}

interface Context {
  brand: Brand;
  /** Public base URL of the product, without a trailing slash. */
  publicUrl: string;
}

/** Returns the name of a client, such as «Chrome на Windows». */
function formatBrowser({ system, application }: ClientNames): string {
  if (application !== null && system !== null) return `${application} на ${system}`;
  return application ?? system ?? 'Неизвестный браузер';
}

const NOT_ME: EmailBlock = {
  kind: 'note',
  text: 'Если это ты, ничего делать не нужно. Если нет, открой список и заверши чужой вход, а потом проверь, кто ещё может читать твою почту. Сама ссылка ничего не завершает.',
};

const toSessions = ({ publicUrl }: Context): EmailBlock => ({
  kind: 'button',
  label: 'Посмотреть, где открыт аккаунт',
  url: `${publicUrl}${LINKED_PATHS.sessions}`,
});

/** Renders the email about one sign-in in a new browser. */
export function newBrowserEmail({ client, at }: NewSignIn, context: Context): RenderedEmail {
  return renderEmail(
    {
      subject: `Вход в «${context.brand.product}» из нового браузера`,
      preview: `${formatBrowser(client)}, ${momentText(at)}.`,
      heading: 'Вход из нового браузера',
      blocks: [
        { kind: 'paragraph', text: 'В твой аккаунт вошли из браузера, которого мы раньше не видели.' },
        {
          kind: 'details',
          rows: [
            { name: 'Где', value: formatBrowser(client) },
            { name: 'Когда', value: momentText(at) },
          ],
        },
        toSessions(context),
        NOT_ME,
      ],
    },
    context.brand,
  );
}

/** Renders the summary email about sign-ins in new browsers for which no separate email was sent. */
export function newBrowsersEmail(signIns: readonly NewSignIn[], context: Context): RenderedEmail {
  const number = formatCount(signIns.length, SIGN_INS);
  return renderEmail(
    {
      subject: `Ещё ${number} в «${context.brand.product}» из новых браузеров`,
      preview: 'Проверь, все ли они твои.',
      heading: 'Входы из новых браузеров',
      blocks: [
        {
          kind: 'paragraph',
          text: `За день в твой аккаунт вошли из многих новых браузеров. О первых мы уже писали, вот остальные: ${number}.`,
        },
        {
          kind: 'details',
          rows: signIns.map(({ client, at }) => ({ name: formatBrowser(client), value: momentText(at) })),
        },
        toSessions(context),
        NOT_ME,
      ],
    },
    context.brand,
  );
}
