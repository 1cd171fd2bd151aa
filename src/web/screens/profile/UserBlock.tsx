/** Shows the signed-in customer, the subscription status and a sign-out link. */
import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import { isValidEmail } from '../../../shared/validation';
import { TextLink } from '../../components/controls/TextLink';
import { EmailText } from '../../components/display/EmailText';
import { StatusChip, type Tone } from '../../components/display/StatusChip';
import { PROFILE_TEXTS } from '../../texts/profile';
import { PERSONAL_ATTRIBUTE } from '../../theme/personalAttribute';
import { UserPhoto } from './UserPhoto';

interface UserBlockProps {
  email: string | null;
  photoUrl: string | null;
  /** Subscription status from the API, or null until the status is known. */
  status: string | null;
  statusText: string;
  /** Whether the status is still being loaded. In this state, a placeholder reserves the line of the status. */
  isChecking: boolean;
  onChangeUser: () => void;
}

export function UserBlock({ email, photoUrl, status, statusText, isChecking, onChangeUser }: UserBlockProps) {
  return (
    <Block>
      <UserPhoto photoUrl={photoUrl} />
      <Who>
        <Name {...{ [PERSONAL_ATTRIBUTE]: '' }}>
          {email !== null && isValidEmail(email) ? <EmailText email={email} /> : PROFILE_TEXTS.unknownUser}
        </Name>
        {status !== null && <StatusChip tone={chooseTone(status)}>{statusText}</StatusChip>}
        {status === null && isChecking && (
          <Placeholder variant="rounded">
            <StatusChip tone="neutral">&nbsp;</StatusChip>
          </Placeholder>
        )}
      </Who>
      <ChangeUser>
        <TextLink onClick={onChangeUser}>{PROFILE_TEXTS.changeUser}</TextLink>
      </ChangeUser>
    </Block>
  );
}

function chooseTone(status: string): Tone {
  switch (status) {
    case 'ACTIVE':
    case 'GIFTED':
      return 'success';
    case 'CANCELED':
      return 'warning';
    case 'EXPIRED':
      return 'danger';
    default:
      return 'neutral';
  }
}

const Block = styled('section')({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  columnGap: 14,
  rowGap: 14,
  alignItems: 'center',
});

const Who = styled('div')({ display: 'grid', gap: 8, justifyItems: 'start', minWidth: 0 });

const Name = styled('p')(({ theme: { typography } }) => ({
  ...typography.h3,
  // Before the application starts, the address is written without `EmailText`, and its lines break in the same way.
  textWrap: 'balance',
  overflowWrap: 'anywhere',
  margin: 0,
  maxWidth: '100%',
}));

// The placeholder is as high as the chip in it.
const Placeholder = styled(Skeleton)({ display: 'grid', width: 160, maxWidth: 'none', borderRadius: 999 });

const ChangeUser = styled('div')({ gridColumn: '1 / -1' });
