/** @jsxImportSource hono/jsx */
/** Popup in which a sandbox user chooses a Google account. */
import { CHOOSER } from '../texts/accountChooser';
import type { GoogleAccount } from './googleAccounts';

export interface AccountChooserProps {
  accounts: readonly GoogleAccount[];
  /** Base path of the account chooser's assets, without a trailing slash. */
  assets: string;
  /** Whether the Firebase SDK opened the account chooser, and not a user directly. */
  isExpected: boolean;
}

export const AccountChooser = ({ accounts, assets, isExpected }: AccountChooserProps) => (
  <html lang="ru">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="robots" content="noindex" />
      <title>{CHOOSER.title}</title>
      <link rel="icon" href="/sandbox/assets/mark.svg" type="image/svg+xml" />
      <link rel="stylesheet" href={`${assets}/chooser.css`} />
      {isExpected ? <script type="module" src={`${assets}/chooser.js`}></script> : null}
    </head>
    <body>
      <header>
        <div>
          <img src="/sandbox/assets/mark.svg" alt="" />
          <h1>{CHOOSER.title}</h1>
        </div>
        <p>{CHOOSER.lead}</p>
      </header>
      <main>
        {isExpected ? (
          <Choice accounts={accounts} />
        ) : (
          <>
            <p>{CHOOSER.foreign}</p>
            <a class="link" href="/">
              {CHOOSER.toProduct}
            </a>
          </>
        )}
      </main>
    </body>
  </html>
);

/** Accounts and a form. The script of the account chooser enables the buttons, which do nothing without it. */
const Choice = ({ accounts }: { accounts: readonly GoogleAccount[] }) => (
  <>
    <section aria-labelledby="accounts">
      <h2 id="accounts">{CHOOSER.accounts}</h2>
      <ul>
        {accounts.map(({ email, name, isDisabled }) => (
          <li>
            <button type="button" class="account" data-email={email} disabled>
              <i aria-hidden="true">{name.slice(0, 1).toUpperCase()}</i>
              <span>{name}</span>
              <span class="email">{email}</span>
              {isDisabled ? <span class="state">{CHOOSER.disabled}</span> : null}
            </button>
          </li>
        ))}
      </ul>
    </section>
    <form novalidate aria-labelledby="other">
      <h2 id="other">{CHOOSER.other}</h2>
      <label>
        {CHOOSER.email}
        <input name="email" type="email" autocomplete="email" placeholder={CHOOSER.emailHint} />
      </label>
      <div class="row">
        <button type="button" id="cancel" disabled>
          {CHOOSER.cancel}
        </button>
        <button type="submit" class="primary" disabled>
          {CHOOSER.signIn}
        </button>
      </div>
    </form>
    <p id="said" role="status"></p>
  </>
);
