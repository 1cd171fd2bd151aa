/** Name of a customer in the console. */
import type { StaffUser } from '../../../shared/contract/models';
import { formatDay } from '../dates';
import { ERASE_CUSTOMER_TEXTS } from './eraseCustomer';
import { STAFF_USER_TEXTS } from './user';

/** Returns the customer's email, or when the account was deleted. */
export function nameOfCustomer({ email, deletedAt }: Pick<StaffUser, 'email' | 'deletedAt'>): string {
  if (deletedAt) return ERASE_CUSTOMER_TEXTS.deletedOn(formatDay(deletedAt) ?? deletedAt);
  return email ?? STAFF_USER_TEXTS.title;
}
