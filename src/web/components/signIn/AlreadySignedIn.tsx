/**
 * Shows a signed-in customer the email and a link to the profile. Renders nothing for visitors who are not signed in.
 */
import { useAppSelector } from '../../hooks/storeHooks';
import { selectEmail, selectIsVerified } from '../../identity/selectors';
import { PATHS } from '../../navigation/paths';
import { COMMON_TEXTS } from '../../texts/common';
import { PrimaryButton } from '../controls/PrimaryButton';
import { Lead } from '../display/Heading';
import { StrongEmail } from '../display/StrongEmail';
import { Stack } from '../layout/Stack';

export function AlreadySignedIn() {
  const email = useAppSelector(selectEmail);
  const isVerified = useAppSelector(selectIsVerified);
  if (!isVerified || email === null) return null;
  return (
    <Stack gap={14}>
      <Lead>
        {COMMON_TEXTS.signedIn.as} <StrongEmail email={email} />
      </Lead>
      <PrimaryButton to={PATHS.profile}>{COMMON_TEXTS.signedIn.toProfile}</PrimaryButton>
    </Stack>
  );
}
