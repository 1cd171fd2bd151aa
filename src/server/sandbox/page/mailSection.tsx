/** @jsxImportSource hono/jsx */
/** Mailbox section of the sandbox page. The section shows the first link of each email as a button. */
import { findLabel } from '../outside/emailLinks';
import type { MailboxEmail } from '../outside/mailbox';
import { MAIL, TIME } from '../texts/page';
import { Empty } from './document';
import { momentText } from './moments';

interface EmailProps {
  emailMessage: MailboxEmail;
  isNewest: boolean;
  isOpen: boolean;
}

/**
 * Returns the label of a link in an email. A link without a label is shown as its URL without query and fragment, which
 * may contain a secret.
 */
const linkText = (emailMessage: MailboxEmail, url: string) =>
  findLabel(emailMessage, url) ?? url.replace(/^https?:\/\//, '').replace(/[?#].*$/, '');

const OpenEmail = ({ emailMessage }: { emailMessage: MailboxEmail }) => (
  <div class="email" id={`email-${emailMessage.id}`}>
    <iframe
      src={`/sandbox/emails/${emailMessage.id}`}
      title={`${MAIL.frameTitle}${emailMessage.subject}`}
      sandbox="allow-top-navigation-by-user-activation allow-popups"
    ></iframe>
    <details data-key={`text-${emailMessage.id}`}>
      <summary>{MAIL.plainText}</summary>
      <pre class="plain">{emailMessage.text}</pre>
    </details>
    {emailMessage.links.length === 0 ? null : (
      <div>
        <p class="label">{MAIL.links}</p>
        <ul>
          {emailMessage.links.map((url) => (
            <li>
              <a href={url}>{url}</a>
            </li>
          ))}
        </ul>
      </div>
    )}
  </div>
);

const Email = ({ emailMessage, isNewest, isOpen }: EmailProps) => {
  const [first] = emailMessage.links;
  return (
    <li class="entry">
      <div class="title">
        <h3>
          <a href={`/sandbox?email=${emailMessage.id}#mail`} data-key={`subject-${emailMessage.id}`}>
            {emailMessage.subject}
          </a>
        </h3>
        {isNewest ? <span class="chip warm">{MAIL.newest}</span> : null}
      </div>
      <p class="muted">
        {emailMessage.to} · <time datetime={emailMessage.at}>{momentText(emailMessage.at)}</time> {TIME.zone}
      </p>
      <div class="row">
        {first === undefined ? null : (
          <a
            class={isNewest ? 'button primary' : 'button'}
            href={first}
            data-key={`link-${emailMessage.id}`}
            aria-describedby={`to-${emailMessage.id}`}
          >
            {linkText(emailMessage, first)}
          </a>
        )}
        <a
          class="button"
          href={isOpen ? '/sandbox#mail' : `/sandbox?email=${emailMessage.id}#mail`}
          data-key={`read-${emailMessage.id}`}
        >
          {isOpen ? MAIL.hideEmail : MAIL.read}
          <span class="visually-hidden">: {emailMessage.subject}</span>
        </a>
        <span class="visually-hidden" id={`to-${emailMessage.id}`}>
          {emailMessage.to}, {momentText(emailMessage.at)}
        </span>
      </div>
      {isOpen ? <OpenEmail emailMessage={emailMessage} /> : null}
    </li>
  );
};

export interface MailSectionProps {
  /** Emails in the mailbox, newest first. */
  emails: readonly MailboxEmail[];
  /** Id of the opened email; null if no email is opened. */
  openId: number | null;
  /** Whether the mailbox contains older emails. */
  hasOlder: boolean;
}

export const MailSection = ({ emails, openId, hasOlder }: MailSectionProps) =>
  emails.length === 0 ? (
    <Empty title={MAIL.empty} hint={MAIL.emptyHint} />
  ) : (
    <>
      <ol class="entries">
        {emails.map((emailMessage, index) => (
          <Email emailMessage={emailMessage} isNewest={index === 0} isOpen={emailMessage.id === openId} />
        ))}
      </ol>
      {hasOlder ? (
        <p class="muted">
          {MAIL.older} <a href="/sandbox/api/mail">GET /sandbox/api/mail</a>
        </p>
      ) : null}
    </>
  );
