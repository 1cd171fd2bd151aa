/** Bold email address that wraps only if the address does not fit on a line of its own. */
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
