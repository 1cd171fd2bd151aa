/** Name of a customer in the console. */
import type { StaffUser } from '../../../shared/contract/staffModels';
import { idOfErasedEmail } from '../../../shared/erasedEmail';
import { formatDateTime } from '../dates';
import { ERASE_CUSTOMER_TEXTS } from './eraseCustomer';
import { STAFF_USER_TEXTS } from './user';

/** Returns the customer's email, or when the account was deleted. */
export function nameOfCustomer({ email, deletedAt }: Pick<StaffUser, 'email' | 'deletedAt'>): string {
  if (deletedAt) return ERASE_CUSTOMER_TEXTS.deletedOn(formatDateTime(deletedAt) ?? deletedAt);
  return email ?? STAFF_USER_TEXTS.title;
}

/** Returns the email address of a list row, or «Deleted account 7» for the placeholder of a deleted account. */
export function shownEmail(email: string): string {
  const id = idOfErasedEmail(email);
  return id === null ? email : ERASE_CUSTOMER_TEXTS.deletedAccount(id);
}
