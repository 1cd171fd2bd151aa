/** An address that wraps after its @ and dots, in lines of like length, never before its last letter. */
import { styled } from '@mui/material/styles';
import { Fragment } from 'react';

export function EmailText({ email }: { email: string }) {
  return (
    <Balanced title={email}>
      {partsOf(email).map((part, index) => (
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </Balanced>
  );
}

/**
 * Where an address may break: after @ and after dots of the name. A domain stays whole, so that a
 * line never begins with «ru»; one that is too long for that breaks before its last two names.
 */
export function partsOf(email: string): string[] {
  const at = email.lastIndexOf('@') + 1;
  const domain = email.slice(at);
  const name = email.slice(0, at).split(/(?<=[.@+_-])/);
  return [
    ...name,
    ...(domain.length > LONGEST_WHOLE_DOMAIN ? domain.split(/(?<=[.-])(?=.*\.)/) : [domain]),
  ].filter(Boolean);
}

const LONGEST_WHOLE_DOMAIN = 22;

const Balanced = styled('span')({ overflowWrap: 'anywhere', textWrap: 'balance' });
