/** Texts of the deletion of a customer's account. */
import type { EraseReason } from '../../../shared/contract/staffEraseCustomer';

export const ERASE_REASON_TEXTS: Readonly<Record<EraseReason, string>> = {
  customerRequest: 'Customer’s request',
  legalOrder: 'Legal order',
  abuse: 'Abuse of the service',
};

export const ERASE_CUSTOMER_TEXTS = {
  action: 'Delete account…',
  title: 'Delete this account?',
  explanation:
    'Renewal ends, all devices are disconnected and all personal data is erased. Payments stay without the person. This can’t be undone. Refund remaining days first if the customer asks for it.',
  email: 'Customer’s email',
  emailWrong: 'Email doesn’t match',
  subject: 'delete the account',
  reason: 'Reason',
  submit: 'Delete account',
  done: 'Account deleted',
  deletedAccount: (id: string) => `Deleted account ${id}`,
  deletedOn: (date: string) => `Deleted on ${date}`,
  deletedNote: 'Personal data was erased. Payments remain for accounting.',
} as const;
