/** Converts fiscal receipts (54-FZ) to the format of CloudPayments. */
import { type CloudPaymentsReceipt, cloudPaymentsReceipt } from '../../../shared/cloudPaymentsReceipt';
import { withAsciiDomain } from '../../../shared/internationalDomain';
import { toRubles } from '../../../shared/money';
import type { Receipt } from '../../ports/cardProvider';

/** Returns the receipt of a refund or of the future charges of a recurring payment. */
export const receiptModel = ({ label, amountKopecks, email, phone, terms }: Receipt): CloudPaymentsReceipt =>
  cloudPaymentsReceipt(
    { label, amount: toRubles(amountKopecks), email: withAsciiDomain(email), phone },
    terms,
  );
