/**
 * What stands in for content that is on its way, in the content's own measures: nothing jumps. They are set by rules: a
 * finished page may have no style attribute.
 */
import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import { RADIUS, TOUCH_HEIGHT_PX } from '../../../shared/designTokens';
import { COMMON_TEXTS } from '../../texts/common';
import { HiddenText } from './HiddenText';
import { ON_ITS_WAY } from './onItsWayAttribute';

interface SkeletonsProps {
  /** What is on its way, read aloud. */
  label?: string;
}

/** A titled list of rows and a button under it, or over it too: an account on its way. */
export function AccountSkeleton({ label, hasAction = false }: SkeletonsProps & { hasAction?: boolean }) {
  return (
    <Waiting label={label} gap={32}>
      {hasAction && <Row />}
      <Lines sx={{ gap: '10px' }}>
        <Skeleton variant="text" sx={{ width: '52%', height: 29, marginBottom: '6px', transform: 'none' }} />
        {[0, 1, 2].map((row) => (
          <Row key={row} />
        ))}
      </Lines>
      <Row />
    </Waiting>
  );
}

function Row() {
  return <Skeleton sx={{ height: TOUCH_HEIGHT_PX, borderRadius: `${String(RADIUS.control)}px` }} />;
}

/** A card of the given height, px. */
export function CardSkeleton({ height = 220, label }: SkeletonsProps & { height?: number }) {
  return (
    <Waiting label={label}>
      <Skeleton sx={{ height, borderRadius: `${String(RADIUS.card)}px` }} />
    </Waiting>
  );
}

function Waiting({
  label = COMMON_TEXTS.loading,
  gap = 4,
  children,
}: {
  label?: string | undefined;
  gap?: number;
  children: React.ReactNode;
}) {
  return (
    <div role="status" {...{ [ON_ITS_WAY]: '' }}>
      <HiddenText role="progressbar" aria-label={label}>
        {label}
      </HiddenText>
      <Lines aria-hidden="true" sx={{ gap: `${String(gap)}px` }}>
        {children}
      </Lines>
    </div>
  );
}

const Lines = styled('div')({ display: 'grid' });
