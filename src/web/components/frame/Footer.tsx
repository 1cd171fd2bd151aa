/** Page footer with the support link, the offer link, the seller's details, the policy link and the colour scheme switch. */
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
          <span>
            {/* React must not warn about a changed year during hydration, because a prerendered page may contain the previous year. */}
            <span suppressHydrationWarning>
              {COMMON_TEXTS.copyright(COPYRIGHT_SINCE, year, brand.company)}
            </span>{' '}
            <span>{brand.taxIdLine}</span>
          </span>
        </p>
        <p>
          <TextLink to={PATHS.privacy}>{COMMON_TEXTS.privacy}</TextLink>
        </p>
      </div>
      <ColorSchemeSwitch />
    </Root>
  );
}

/** Width of the separator before each text about the seller. */
const SEPARATOR_WIDTH = '0.55em';

const Root = styled('footer')(({ theme: { typography } }) => ({
  ...typography.caption,
  display: 'flex',
  flexWrap: 'wrap',
  gap: '14px 20px',
  alignItems: 'center',
  justifyContent: 'space-between',
  '& p': { margin: 0 },
  '& p + p': { marginTop: 4 },
  // The padding enlarges the touch targets of the links, and the negative margins keep the visible line spacing.
  '& a': { display: 'inline-block', paddingBlock: 4 },
  '& p:has(a)': { marginBlock: -4 },
  '@media (pointer: coarse)': {
    '& a': { paddingBlock: 13 },
    '& p:first-of-type': { marginBlock: '-13px -11px' },
    '& p:last-of-type': { marginBlock: '-9px -13px' },
  },
  // Keeps each text about the seller on one line if the text fits. A separator at the start of a line is outside the
  // paragraph, which clips it, so that no separator is left where the line breaks.
  '& p:nth-of-type(2)': { overflow: 'clip' },
  '& p > span:not([aria-hidden])': { display: 'block', marginLeft: `-${SEPARATOR_WIDTH}` },
  '& span > span, & span > span::before': { display: 'inline-block' },
  '& span > span::before': { content: '"·"', width: SEPARATOR_WIDTH },
}));
