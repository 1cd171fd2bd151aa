/** Centred link to `/account`, below the content of a customer's screen. */
import { styled } from '@mui/material/styles';
import { PATHS } from '../../navigation/paths';
import { PROFILE_TEXTS } from '../../texts/profile';
import { TextLink } from '../controls/TextLink';
import { CenteredLine } from '../display/CenteredLine';

export function ToAccount() {
  return (
    <Line>
      <TextLink to={PATHS.account}>{PROFILE_TEXTS.toAccount}</TextLink>
    </Line>
  );
}

const Line = styled(CenteredLine)({
  // Makes the touch target of the link as high as a button.
  '& > a': { display: 'inline-block', padding: '11px 0' },
});
