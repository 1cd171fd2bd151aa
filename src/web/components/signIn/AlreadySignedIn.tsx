/** Who is signed in already need not sign in again: the way into the account. Nothing for anybody else. */
import { styled } from '@mui/material/styles';
import { useAppSelector } from '../../hooks/storeHooks';
import { selectEmail, selectIsVerified } from '../../identity/selectors';
import { PATHS } from '../../navigation/paths';
import { COMMON_TEXTS } from '../../texts/common';
import { PrimaryButton } from '../controls/PrimaryButton';
import { EmailText } from '../display/EmailText';

export function AlreadySignedIn() {
  const email = useAppSelector(selectEmail);
  const isVerified = useAppSelector(selectIsVerified);
  if (!isVerified || email === null) return null;
  return (
    <Parts>
      <p>
        {COMMON_TEXTS.signedIn.as}{' '}
        <strong>
          <EmailText email={email} />
        </strong>
      </p>
      <PrimaryButton to={PATHS.profile}>{COMMON_TEXTS.signedIn.toProfile}</PrimaryButton>
    </Parts>
  );
}

const Parts = styled('div')(({ theme: { vars, typography } }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 14,
  '& > p': { ...typography.body1, margin: 0, color: vars.palette.text.secondary },
  // Goes to the next line as a whole before it breaks.
  '& > p strong': { display: 'inline-block', color: vars.palette.text.primary, fontWeight: 600 },
}));
