/** Bold email address, which moves to the next line as a whole before it wraps. */
import { styled } from '@mui/material/styles';
import { EmailText } from './EmailText';

export function StrongEmail({ email }: { email: string }) {
  return (
    <Strong>
      <EmailText email={email} />
    </Strong>
  );
}

const Strong = styled('strong')(({ theme: { vars } }) => ({
  display: 'inline-block',
  fontWeight: 600,
  color: vars.palette.text.primary,
}));
