/** @jsxImportSource hono/jsx */
/**
 * Sandbox page at the path /sandbox. The mailbox is the first section, because users come from the page /wait to read
 * an email.
 */
import type { Child } from 'hono/jsx';
import { CARDS, DEVICES, MAIL, PAGE, PAYMENTS, PUSHES, SEED, SESSION, TIME } from '../texts/page';
import { VPN } from '../texts/vpn';
import { Frame, Live, Panel } from './document';
import { CardsPanel, DevicesPanel, SeedPanel, SessionPanel, type TestCardRow, TimeForms } from './sidePanels';
import { AppFetchForm, NativeAppForm } from './vpnSection';

/** Part of the sandbox page that the script refreshes. */
export interface LivePart {
  from: string;
  version: string;
  content: Child;
}

export interface SandboxPageProps {
  product: string;
  mail: LivePart;
  payments: LivePart;
  vpn: LivePart;
  pushes: LivePart;
  now: LivePart;
  cards: readonly TestCardRow[];
  yooKassaCards: readonly TestCardRow[];
}

const JUMPS = [
  { href: '#mail', label: MAIL.title },
  { href: '#payments', label: PAYMENTS.title },
  { href: '#cards', label: CARDS.title },
  { href: '#vpn', label: VPN.title },
  { href: '#pushes', label: PUSHES.title },
  { href: '#time', label: TIME.title },
  { href: '#devices', label: DEVICES.title },
  { href: '#seed', label: SEED.title },
  { href: '#session', label: SESSION.title },
];

const LiveSection = ({ part }: { part: LivePart }) => (
  <Live from={part.from} version={part.version}>
    {part.content}
  </Live>
);

export const SandboxPage = ({
  product,
  mail,
  payments,
  vpn,
  pushes,
  now,
  cards,
  yooKassaCards,
}: SandboxPageProps) => (
  <Frame
    product={product}
    title={PAGE.title}
    lead={PAGE.lead}
    ways={[
      { href: '/', label: PAGE.backToProduct },
      { href: '/sandbox/emails', label: PAGE.emails },
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
          <LiveSection part={mail} />
        </Panel>
        <Panel id="payments" title={PAYMENTS.title}>
          <LiveSection part={payments} />
        </Panel>
        <CardsPanel cards={cards} yooKassaCards={yooKassaCards} />
        <Panel id="vpn" title={VPN.title} hint={VPN.hint}>
          <AppFetchForm />
          <NativeAppForm />
          <LiveSection part={vpn} />
        </Panel>
        <Panel id="pushes" title={PUSHES.title}>
          <LiveSection part={pushes} />
        </Panel>
      </div>
      <div class="column">
        <Panel id="time" title={TIME.title} hint={TIME.hint}>
          <LiveSection part={now} />
          <TimeForms />
        </Panel>
        <DevicesPanel />
        <SeedPanel />
        <SessionPanel />
      </div>
    </div>
  </Frame>
);
