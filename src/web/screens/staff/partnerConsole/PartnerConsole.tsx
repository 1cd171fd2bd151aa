/** Screen /exorcio, the placeholder of the partner console. Links back to the search. */
import { TextLink } from '../../../components/controls/TextLink';
import { StaffFrame } from '../../../components/staff/StaffFrame';
import { PATHS } from '../../../navigation/paths';
import { PARTNER_CONSOLE_TEXTS } from '../../../texts/staff/search';

export default function PartnerConsole() {
  return (
    <StaffFrame title={PARTNER_CONSOLE_TEXTS.title} back={PATHS.staffHome} namesTimeZone={false}>
      <div>{PARTNER_CONSOLE_TEXTS.text}</div>
      <div>
        <TextLink to={PATHS.staffHome}>{PARTNER_CONSOLE_TEXTS.back}</TextLink>
      </div>
    </StaffFrame>
  );
}
