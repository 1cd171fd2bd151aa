/** @jsxImportSource hono/jsx */
/** The page at /sandbox. The mailbox comes first: visitors come here from /wait. */
import type { Child } from 'hono/jsx';
import { CARDS, DEVICES, MAIL, PAGE, PAYMENTS, PUSHES, SEED, SESSION, TIME } from '../texts/page';
import { Frame, Live, Panel } from './document';
import { CardsPanel, DevicesPanel, SeedPanel, SessionPanel, type TestCardRow, TimeForms } from './sidePanels';

/** A part that keeps itself fresh. */
export interface LivePart {
  from: string;
  version: string;
  content: Child;
}

export interface SandboxPageProps {
  product: string;
  mail: LivePart;
  payments: LivePart;
  pushes: LivePart;
  now: LivePart;
  cards: readonly TestCardRow[];
}

const JUMPS = [
  { href: '#mail', label: MAIL.title },
  { href: '#payments', label: PAYMENTS.title },
  { href: '#cards', label: CARDS.title },
  { href: '#pushes', label: PUSHES.title },
  { href: '#time', label: TIME.title },
  { href: '#devices', label: DEVICES.title },
  { href: '#seed', label: SEED.title },
  { href: '#session', label: SESSION.title },
];

const Kept = ({ part }: { part: LivePart }) => (
  <Live from={part.from} version={part.version}>
    {part.content}
  </Live>
);

export const SandboxPage = ({ product, mail, payments, pushes, now, cards }: SandboxPageProps) => (
  <Frame
    product={product}
    title={PAGE.title}
    lead={PAGE.lead}
    ways={[
      { href: '/', label: PAGE.backToProduct },
      { href: '/sandbox/letters', label: PAGE.letters },
      { href: '/sandbox/docs', label: PAGE.docs },
    ]}
    band={
      <nav class="jumps" aria-label={PAGE.jumpTo}>
        {JUMPS.map(({ href, label }) => (
          <a href={href}>{label}</a>
        ))}
      </nav>
    }
  >
    <noscript>
      <p class="muted">{PAGE.noScript}</p>
    </noscript>
    <div class="columns">
      <div class="column">
        <Panel id="mail" title={MAIL.title} hint={MAIL.hint}>
          <Kept part={mail} />
        </Panel>
        <Panel id="payments" title={PAYMENTS.title}>
          <Kept part={payments} />
        </Panel>
        <CardsPanel cards={cards} />
        <Panel id="pushes" title={PUSHES.title}>
          <Kept part={pushes} />
        </Panel>
      </div>
      <div class="column">
        <Panel id="time" title={TIME.title} hint={TIME.hint}>
          <Kept part={now} />
          <TimeForms />
        </Panel>
        <DevicesPanel />
        <SeedPanel />
        <SessionPanel />
      </div>
    </div>
  </Frame>
);
