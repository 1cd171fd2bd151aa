/** The way from a list to the customer a row is about, and back to where the list was. */
import { staffUserPath } from '../../navigation/paths';
import { TextLink } from '../controls/TextLink';
import { EmailText } from '../display/EmailText';
import { OPENED_FROM_LIST } from './useGoBack';

/** A customer without an address is called by the id. */
export function CustomerLink({ id, email }: { id: number; email: string | null | undefined }) {
  return (
    <TextLink to={staffUserPath(id)} state={OPENED_FROM_LIST}>
      {email ? <EmailText email={email} /> : id}
    </TextLink>
  );
}
