/** Link from a list row to its customer. The customer screen's back button returns to the same position in the list. */
import { staffUserPath } from '../../navigation/paths';
import { TextLink } from '../controls/TextLink';
import { EmailText } from '../display/EmailText';
import { OPENED_FROM_LIST } from './useGoBack';

/** Shows the customer's id if the email is unknown. */
export function CustomerLink({ id, email }: { id: number; email: string | null | undefined }) {
  return (
    <TextLink to={staffUserPath(id)} state={OPENED_FROM_LIST}>
      {email ? <EmailText email={email} /> : id}
    </TextLink>
  );
}
