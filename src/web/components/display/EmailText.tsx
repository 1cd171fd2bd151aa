/** Shows an email address that may wrap after `@` and after dots into lines of similar length. */
import { styled } from '@mui/material/styles';

export function EmailText({ email }: { email: string }) {
  return (
    // The key replaces the element as a whole, because a page translator may have replaced its texts.
    <Balanced key={email} title={email}>
      {partsOf(email).flatMap((part, index) => (index === 0 ? [part] : [<wbr key={index} />, part]))}
    </Balanced>
  );
}

/**
 * Splits an email address into parts between which a line may break: after `@` and after separators of the local part.
 * The domain is not split, so that no line starts with «ru». A domain of more than 22 characters may also be split
 * before its last two labels.
 *
 * @example
 * partsOf('anna.k@mail.ru') // ['anna.', 'k@', 'mail.ru']
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
