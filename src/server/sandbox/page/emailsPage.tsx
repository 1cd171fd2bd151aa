/** @jsxImportSource hono/jsx */
/** Page that shows every email of the product side by side in the light and dark color schemes. */
import type { EmailExample } from '../outside/emailExamples';
import { EMAILS } from '../texts/emails';
import { Frame } from './document';

const SCHEMES = ['light', 'dark'] as const;

const Example = ({ emailMessage }: { emailMessage: EmailExample }) => (
  <section class="panel" id={emailMessage.name} aria-labelledby={`${emailMessage.name}-title`}>
    <header>
      <h2 id={`${emailMessage.name}-title`}>{emailMessage.title}</h2>
      <code>{emailMessage.name}</code>
    </header>
    <p class="muted">{emailMessage.subject}</p>
    <div class="schemes">
      {SCHEMES.map((scheme) => (
        <iframe
          src={`/sandbox/emails/examples/${emailMessage.name}?scheme=${scheme}`}
          title={`${emailMessage.title}, ${EMAILS[scheme]}`}
          sandbox=""
          loading="lazy"
        ></iframe>
      ))}
    </div>
    <details data-key={`text-${emailMessage.name}`}>
      <summary>{EMAILS.asText}</summary>
      <pre class="plain">{emailMessage.text}</pre>
    </details>
  </section>
);

export const EmailsPage = ({ product, emails }: { product: string; emails: readonly EmailExample[] }) => (
  <Frame
    product={product}
    title={EMAILS.title}
    lead={EMAILS.lead}
    ways={[
      { href: '/sandbox', label: EMAILS.backToSandbox },
      { href: '/sandbox/api/emails', label: EMAILS.call },
    ]}
    band={
      <nav class="jumps" aria-label={EMAILS.title}>
        {emails.map(({ name, title }) => (
          <a href={`#${name}`}>{title}</a>
        ))}
      </nav>
    }
  >
    <div class="columns one">
      {emails.map((emailMessage) => (
        <Example emailMessage={emailMessage} />
      ))}
    </div>
  </Frame>
);
