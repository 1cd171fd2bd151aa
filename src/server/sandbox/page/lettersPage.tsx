/** @jsxImportSource hono/jsx */
/** Every letter of the product side by side, light and dark. */
import type { LetterExample } from '../outside/letterExamples';
import { LETTERS } from '../texts/letters';
import { Frame } from './document';

const SCHEMES = ['light', 'dark'] as const;

const Example = ({ letter }: { letter: LetterExample }) => (
  <section class="panel" id={letter.name} aria-labelledby={`${letter.name}-title`}>
    <header>
      <h2 id={`${letter.name}-title`}>{letter.title}</h2>
      <code>{letter.name}</code>
    </header>
    <p class="muted">{letter.subject}</p>
    <div class="schemes">
      {SCHEMES.map((scheme) => (
        <iframe
          src={`/sandbox/letters/examples/${letter.name}?scheme=${scheme}`}
          title={`${letter.title}, ${LETTERS[scheme]}`}
          sandbox=""
          loading="lazy"
        ></iframe>
      ))}
    </div>
    <details data-key={`text-${letter.name}`}>
      <summary>{LETTERS.asText}</summary>
      <pre class="plain">{letter.text}</pre>
    </details>
  </section>
);

export const LettersPage = ({ product, letters }: { product: string; letters: readonly LetterExample[] }) => (
  <Frame
    product={product}
    title={LETTERS.title}
    lead={LETTERS.lead}
    ways={[
      { href: '/sandbox', label: LETTERS.backToSandbox },
      { href: '/sandbox/api/letters', label: LETTERS.call },
    ]}
    band={
      <nav class="jumps" aria-label={LETTERS.title}>
        {letters.map(({ name, title }) => (
          <a href={`#${name}`}>{title}</a>
        ))}
      </nav>
    }
  >
    <div class="columns one">
      {letters.map((letter) => (
        <Example letter={letter} />
      ))}
    </div>
  </Frame>
);
