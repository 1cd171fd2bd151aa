/** @jsxImportSource hono/jsx */
/** Payments as the card provider's stand-in knows them, with its notifications in hand. */
import type { PeerPayment } from '../cardPeer/cardPeer';
import { PAYMENTS } from '../texts/page';
import { Empty } from './document';

export interface PaymentsSectionProps {
  /** Newest first. */
  payments: readonly PeerPayment[];
  hasOlder: boolean;
}

export const PaymentsSection = ({ payments }: PaymentsSectionProps) =>
  payments.length === 0 ? (
    <Empty title={PAYMENTS.empty} hint={PAYMENTS.emptyHint} />
  ) : (
    <p>{payments.length}</p>
  );
