/**
 * Progress bar at the top of the page while the next screen loads. The bar appears after 0.3 s, so that it does not
 * flash during fast navigations.
 */
import { keyframes, styled } from '@mui/material/styles';
import { usePageLanguage } from '../../platform/pageLanguage';
import { PAGE_TEXTS } from '../../texts/common';
import { HiddenText } from '../display/HiddenText';

export function NavigationProgress() {
  return (
    <Line role="status">
      <HiddenText>{PAGE_TEXTS[usePageLanguage()].loading}</HiddenText>
    </Line>
  );
}

const appear = keyframes({ from: { opacity: 0 }, to: { opacity: 1 } });
const sweep = keyframes({ from: { transform: 'translateX(-100%)' }, to: { transform: 'translateX(260%)' } });

const Line = styled('div')(({ theme: { vars } }) => ({
  position: 'fixed',
  zIndex: 1300,
  inset: '0 0 auto',
  height: 3,
  overflow: 'hidden',
  animation: `${appear} 0.2s 0.3s both`,
  '&::after': {
    content: '""',
    position: 'absolute',
    inset: 0,
    width: '40%',
    backgroundImage: `linear-gradient(90deg, transparent, ${vars.palette.accent.fill}, ${vars.palette.accent.fillEnd})`,
    animation: `${sweep} 1.4s cubic-bezier(0.45, 0, 0.55, 1) infinite`,
  },
  '@media (prefers-reduced-motion: reduce)': { '&::after': { width: '100%' } },
}));
