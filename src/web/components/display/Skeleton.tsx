/** One place of content that is on its way. It fills its place; `look` is the height of what comes. */
import { MOTION, RADIUS } from '../../../shared/look';
import { keyframes, styled } from '../../theme/styled';

interface SkeletonProps {
  /** px. A finished page may have no style attribute: there the place gives the height. */
  height?: number;
  width?: number;
  /** Of a line of text, in its size. */
  variant?: 'rounded' | 'text';
}

export function Skeleton({ height, width, variant = 'rounded' }: SkeletonProps) {
  const isSized = height !== undefined || width !== undefined;
  return <Place data-skeleton={variant} {...(isSized ? { style: { height, width } } : {})} />;
}

const sweep = keyframes({ from: { transform: 'translateX(-100%)' }, to: { transform: 'translateX(100%)' } });

const Place = styled('span')(({ theme: { vars } }) => ({
  position: 'relative',
  display: 'block',
  overflow: 'hidden',
  height: '1.2em',
  borderRadius: RADIUS.control,
  backgroundColor: `color-mix(in srgb, ${vars.palette.surface.line} 62%, transparent)`,
  // As high as the line that comes, and the bar in the middle of it.
  '&[data-skeleton="text"]': {
    height: 'auto',
    borderRadius: 6,
    transform: 'scaleY(0.6)',
    '&::before': { content: '"\\00a0"' },
  },
  '&::after': {
    content: '""',
    position: 'absolute',
    inset: 0,
    transform: 'translateX(-100%)',
    backgroundImage: `linear-gradient(90deg, transparent, ${vars.palette.surface.raised}, transparent)`,
    opacity: 0.5,
    animation: `${sweep} 2s ${MOTION.easing} 0.5s infinite`,
  },
}));
