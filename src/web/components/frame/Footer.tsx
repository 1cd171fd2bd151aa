/** Support, the offer, who sells, and the colour scheme. */
import { styled } from '@mui/material/styles';
import { COPYRIGHT_SINCE } from '../../../shared/brand';
import { PATHS } from '../../navigation/paths';
import { usePlatform } from '../../platform/PlatformContext';
import { COMMON_TEXTS } from '../../texts/common';
import { TextLink } from '../controls/TextLink';
import { ColorSchemeSwitch } from './ColorSchemeSwitch';
import { SupportLink } from './SupportLink';

export function Footer() {
  const platform = usePlatform();
  const { brand } = platform.configuration;
  const year = new Date(platform.now()).getFullYear();
  return (
    <Root>
      <div>
        <p>
          <SupportLink />
          <span aria-hidden="true"> · </span>
          <TextLink to={PATHS.offer}>{COMMON_TEXTS.offer}</TextLink>
        </p>
        <p>
          {/* A finished page may be of last year. */}
          <span suppressHydrationWarning>{COMMON_TEXTS.copyright(COPYRIGHT_SINCE, year, brand.company)}</span>
          <span aria-hidden="true"> · </span>
          <span>{brand.taxIdLine}</span>
        </p>
      </div>
      <ColorSchemeSwitch />
    </Root>
  );
}

const Root = styled('footer')(({ theme: { typography } }) => ({
  ...typography.caption,
  display: 'flex',
  flexWrap: 'wrap',
  gap: '14px 20px',
  alignItems: 'center',
  justifyContent: 'space-between',
  '& p': { margin: 0 },
  '& p + p': { marginTop: 4 },
  // Taller to a finger than to the eye: the rows keep their distance.
  '& a': { display: 'inline-block', paddingBlock: 4 },
  '& p:first-of-type': { marginBlock: -4 },
  '@media (pointer: coarse)': {
    '& a': { paddingBlock: 13 },
    '& p:first-of-type': { marginBlock: '-13px -11px' },
  },
  // Stays on one line where it fits into one.
  '& p > span:not([aria-hidden])': { display: 'inline-block' },
}));
