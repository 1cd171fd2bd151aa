/** Sign-in options of the sign-in and gift screens, with a note that says what is linked to the email address. */
import { styled } from '@mui/material/styles';
import { usePlatform } from '../../platform/PlatformContext';
import { LOGIN_TEXTS } from '../../texts/login';
import { Note } from '../display/Heading';
import { Stack } from '../layout/Stack';
import { EmailLinkForm } from './EmailLinkForm';
import { ForgetfulBrowser } from './ForgetfulBrowser';
import { GoogleSignIn } from './GoogleSignIn';

interface SignInOptionsProps {
  /** Text that says what is linked to the email used for sign-in. */
  note: string;
  /** Whether the screen has a more prominent button, so that the submit button is secondary. */
  areSecond?: boolean;
}

export function SignInOptions({ note, areSecond = false }: SignInOptionsProps) {
  const { google } = usePlatform().configuration;
  return (
    <Stack gap={22}>
      <EmailLinkForm isSecond={areSecond} />
      {google.enabled && (
        <>
          <Or>{LOGIN_TEXTS.or}</Or>
          <GoogleSignIn />
        </>
      )}
      <Note>{note}</Note>
      <ForgetfulBrowser />
    </Stack>
  );
}

const Or = styled('p')(({ theme: { vars, typography } }) => ({
  ...typography.body2,
  display: 'grid',
  gridTemplateColumns: '1fr auto 1fr',
  alignItems: 'center',
  gap: 14,
  margin: 0,
  color: vars.palette.text.secondary,
  '&::before, &::after': { content: '""', height: 1, backgroundColor: vars.palette.surface.line },
}));
