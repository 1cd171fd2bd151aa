/** Bold email address that wraps only if the address does not fit on a line of its own. */
import { styled } from '@mui/material/styles';
import { EmailText } from './EmailText';

interface StrongEmailProps {
  email: string;
  /** Punctuation mark after the address. The mark stays on the line on which the address ends. */
  end?: '.';
}

export function StrongEmail({ email, end }: StrongEmailProps) {
  return (
    <Strong>
      <EmailText email={email} />
      <span>{end}</span>
    </Strong>
  );
}

const Strong = styled('strong')(({ theme: { vars } }) => ({
  display: 'inline-block',
  fontWeight: 600,
  color: vars.palette.text.primary,
}));
