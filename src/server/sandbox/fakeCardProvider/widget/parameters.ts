/** Parameters and results of the card widget, as in the real widget's current API. */
interface Recurrent {
  interval: 'Day' | 'Week' | 'Month';
  period: number;
  amount?: number;
  startDate?: string;
  receipt?: unknown;
}

/** Parameters of the card widget that the card dialog supports. */
export interface StartParameters {
  publicTerminalId: string;
  amount: number;
  currency: string;
  paymentSchema?: string;
  description?: string;
  externalId?: string;
  receiptEmail?: string;
  emailBehavior?: 'Required' | 'Hidden' | 'Optional';
  skin?: string;
  retryPayment?: boolean;
  recurrent?: Recurrent;
  receipt?: unknown;
  userInfo?: { accountId?: string; email?: string };
}

export type WidgetResult =
  | { type: 'cancel' }
  | { type: 'payment'; status: 'success'; data: { transactionId: number } }
  | { type: 'error'; status: 'fail'; data: { transactionId: number; ReasonCode: number }; message: string };

/** Options of the older widget API. */
export interface OldOptions {
  publicId: string;
  description?: string;
  amount: number;
  currency: string;
  accountId?: string;
  invoiceId?: string;
  email?: string;
  skin?: string;
  requireEmail?: boolean;
  data?: {
    CloudPayments?: { CustomerReceipt?: unknown; recurrent?: Recurrent & { customerReceipt?: unknown } };
  };
}

export interface OldCallbacks {
  onSuccess?: (options: OldOptions) => void;
  onFail?: (reason: string, options: OldOptions) => void;
  onComplete?: (
    result: { success: boolean; message: string | null; code?: number },
    options: OldOptions,
  ) => void;
}
