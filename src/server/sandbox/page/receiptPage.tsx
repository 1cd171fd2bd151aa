/** @jsxImportSource hono/jsx */
/** Page of a fake fiscal receipt, as a fiscal data operator would show it. */
import type { FakeReceipt } from '../fakeCardProvider/fakeCardProvider';
import { RECEIPT } from '../texts/receipt';
import { Frame, Panel } from './document';
import { momentText, moneyText } from './moments';

export interface ReceiptPageProps {
  product: string;
  seller: string;
  taxIdLine: string;
  receipt: FakeReceipt;
}

export const ReceiptPage = ({ product, seller, taxIdLine, receipt }: ReceiptPageProps) => {
  const title = receipt.kind === 'income' ? RECEIPT.title : RECEIPT.returnTitle;
  const rows: [string, string][] = [
    [RECEIPT.number, receipt.id],
    [RECEIPT.kind, RECEIPT.kinds[receipt.kind]],
    [RECEIPT.at, momentText(receipt.at)],
    [RECEIPT.service, receipt.description],
    [RECEIPT.vat, RECEIPT.withoutVat],
    [RECEIPT.method, RECEIPT.fullPayment],
    [RECEIPT.fiscalSign, receipt.fiscalSign],
    [RECEIPT.seller, seller],
    [RECEIPT.taxId, taxIdLine],
    ...(receipt.email === null ? [] : [[RECEIPT.buyer, receipt.email] satisfies [string, string]]),
    [RECEIPT.total, moneyText(receipt.amountKopecks)],
  ];
  return (
    <Frame
      product={product}
      title={title}
      lead={RECEIPT.lead}
      ways={[{ href: '/sandbox', label: RECEIPT.toSandbox }]}
    >
      <div class="columns one">
        <Panel id="receipt" title={moneyText(receipt.amountKopecks)}>
          <dl class="details">
            {rows.map(([name, value]) => (
              <>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </>
            ))}
          </dl>
        </Panel>
      </div>
    </Frame>
  );
};
