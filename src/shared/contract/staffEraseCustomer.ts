/** API call with which admins delete the account of a customer. This call is an addition to the specified API. */
import * as v from 'valibot';
import { calls } from './call';
import { done, email, rowId } from './fields';

/** Reasons why staff delete an account. A free text could name the customer, so there is none. */
export const ERASE_REASONS = ['customerRequest', 'legalOrder', 'abuse'] as const;
export type EraseReason = (typeof ERASE_REASONS)[number];

export const staffEraseCustomerCalls = calls({
  eraseCustomer: {
    path: 'panel/users/erase',
    audience: 'staff:eraseCustomers',
    kind: 'change',
    body: v.object({
      userId: rowId,
      /** Current address of the customer, typed to confirm the deletion. It is not stored. */
      email,
      reason: v.picklist(ERASE_REASONS),
    }),
    response: done,
    summary: 'Delete the account of a customer with all personal data.',
  },
});
