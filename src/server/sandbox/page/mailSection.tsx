/** @jsxImportSource hono/jsx */
/** The mailbox as the page shows it: each letter's first link is one click away. */
import { labelOf } from '../outside/letterLinks';
import type { MailboxLetter } from '../outside/mailbox';
import { MAIL, TIME } from '../texts/page';
import { Empty } from './document';
import { momentText } from './moments';

interface LetterProps {
  letter: MailboxLetter;
  isNewest: boolean;
  isOpen: boolean;
}

/** A bare address is shown without its secret. */
const linkText = (letter: MailboxLetter, url: string) =>
  labelOf(letter, url) ?? url.replace(/^https?:\/\//, '').replace(/[?#].*$/, '');

const OpenLetter = ({ letter }: { letter: MailboxLetter }) => (
  <div class="letter" id={`letter-${letter.id}`}>
    <iframe
      src={`/sandbox/letters/${letter.id}`}
      title={`${MAIL.frameTitle}${letter.subject}`}
      sandbox="allow-top-navigation-by-user-activation allow-popups"
    ></iframe>
    <details data-key={`text-${letter.id}`}>
      <summary>{MAIL.plainText}</summary>
      <pre class="plain">{letter.text}</pre>
    </details>
    {letter.links.length === 0 ? null : (
      <div>
        <p class="label">{MAIL.links}</p>
        <ul>
          {letter.links.map((url) => (
            <li>
              <a href={url}>{url}</a>
            </li>
          ))}
        </ul>
      </div>
    )}
  </div>
);

const Letter = ({ letter, isNewest, isOpen }: LetterProps) => {
  const [first] = letter.links;
  return (
    <li class="entry">
      <div class="title">
        <h3>
          <a href={`/sandbox?letter=${letter.id}#mail`} data-key={`subject-${letter.id}`}>
            {letter.subject}
          </a>
        </h3>
        {isNewest ? <span class="chip warm">{MAIL.newest}</span> : null}
      </div>
      <p class="muted">
        {letter.to} · <time datetime={letter.at}>{momentText(letter.at)}</time> {TIME.zone}
      </p>
      <div class="row">
        {first === undefined ? null : (
          <a
            class={isNewest ? 'button primary' : 'button'}
            href={first}
            data-key={`link-${letter.id}`}
            aria-describedby={`to-${letter.id}`}
          >
            {linkText(letter, first)}
          </a>
        )}
        <a
          class="button"
          href={isOpen ? '/sandbox#mail' : `/sandbox?letter=${letter.id}#mail`}
          data-key={`read-${letter.id}`}
        >
          {isOpen ? MAIL.hideLetter : MAIL.read}
          <span class="visually-hidden">: {letter.subject}</span>
        </a>
        <span class="visually-hidden" id={`to-${letter.id}`}>
          {letter.to}, {momentText(letter.at)}
        </span>
      </div>
      {isOpen ? <OpenLetter letter={letter} /> : null}
    </li>
  );
};

export interface MailSectionProps {
  /** Newest first. */
  letters: readonly MailboxLetter[];
  /** Id of the letter that is being read. */
  openId: number | null;
  /** There are older ones than these. */
  hasOlder: boolean;
}

export const MailSection = ({ letters, openId, hasOlder }: MailSectionProps) =>
  letters.length === 0 ? (
    <Empty title={MAIL.empty} hint={MAIL.emptyHint} />
  ) : (
    <>
      <ol class="entries">
        {letters.map((letter, index) => (
          <Letter letter={letter} isNewest={index === 0} isOpen={letter.id === openId} />
        ))}
      </ol>
      {hasOlder ? (
        <p class="muted">
          {MAIL.older} <a href="/sandbox/api/mail">GET /sandbox/api/mail</a>
        </p>
      ) : null}
    </>
  );
