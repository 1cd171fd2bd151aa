/**
 * Link from a list row to the screen of the customer. The customer screen's back button returns to the same position in
 * the list.
 */
import { staffUserPath } from '../../navigation/paths';
import { shownEmail } from '../../texts/staff/customerName';
import { TextLink } from '../controls/TextLink';
import { EmailText } from '../display/EmailText';
import { OPENED_FROM_LIST } from './useGoBack';

/**
 * Renders the link with the customer's email address, with «Deleted account» for a deleted account, or with the
 * customer's id if the email address is unknown.
 */
export function CustomerLink({ id, email }: { id: number; email: string | null | undefined }) {
  return (
    <TextLink to={staffUserPath(id)} state={OPENED_FROM_LIST}>
      {email ? <EmailText email={shownEmail(email)} /> : id}
    </TextLink>
  );
}
