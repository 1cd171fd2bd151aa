/** Shows an email address that may wrap after `@` and after dots into lines of similar length. */
import { styled } from '@mui/material/styles';
import { emailParts } from '../../texts/emailParts';

export function EmailText({ email }: { email: string }) {
  return (
    // The key replaces the element as a whole, because a page translator may have replaced its texts.
    <Balanced key={email} title={email}>
      {emailParts(email).flatMap((part, index) => (index === 0 ? [part] : [<wbr key={index} />, part]))}
    </Balanced>
  );
}

const Balanced = styled('span')({ overflowWrap: 'anywhere', textWrap: 'balance' });
