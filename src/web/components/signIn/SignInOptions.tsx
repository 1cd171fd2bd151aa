/** The ways to sign in, as /login and a gift offer them, with the note what they bind. */
import { styled } from '@mui/material/styles';
import { usePlatform } from '../../platform/PlatformContext';
import { LOGIN_TEXTS } from '../../texts/login';
import { Note } from '../display/Heading';
import { Stack } from '../layout/Stack';
import { EmailLinkForm } from './EmailLinkForm';
import { GoogleSignIn } from './GoogleSignIn';

interface SignInOptionsProps {
  /** What is bound to the email that signs in. */
  note: string;
  /** The screen has a louder way on. */
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
