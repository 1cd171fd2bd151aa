/** What stands in for content that is on its way, in the content's own measures: nothing jumps. */
import type { ReactNode } from 'react';
import { RADIUS, TOUCH_HEIGHT_PX } from '../../../shared/look';
import { COMMON_TEXTS } from '../../texts/common';
import { styled } from '../../theme/styled';
import { HiddenText } from './HiddenText';
import { Skeleton } from './Skeleton';

interface SkeletonsProps {
  /** What is on its way, read aloud. */
  label?: string;
}

/** A titled list of rows and a button under it, or over it too: an account on its way. */
export function AccountSkeleton({ label, hasAction = false }: SkeletonsProps & { hasAction?: boolean }) {
  return (
    <Waiting label={label}>
      <Parts>
        {hasAction && <Row />}
        <Lines>
          <Skeleton />
          {[0, 1, 2].map((row) => (
            <Row key={row} />
          ))}
        </Lines>
        <Row />
      </Parts>
    </Waiting>
  );
}

function Row() {
  return (
    <RowPlace>
      <Skeleton />
    </RowPlace>
  );
}

/** Of the cards that are waited for, px. */
const CARD_HEIGHTS = [120, 148, 240, 250, 420] as const;

/** A card of the given height, px. */
export function CardSkeleton({ height, label }: SkeletonsProps & { height: (typeof CARD_HEIGHTS)[number] }) {
  return (
    <Waiting label={label}>
      <CardPlace data-height={height}>
        <Skeleton />
      </CardPlace>
    </Waiting>
  );
}

function Waiting({
  label = COMMON_TEXTS.loading,
  children,
}: {
  label?: string | undefined;
  children: ReactNode;
}) {
  return (
    <div role="status">
      <HiddenText role="progressbar" aria-label={label}>
        {label}
      </HiddenText>
      <div aria-hidden="true">{children}</div>
    </div>
  );
}

const Parts = styled('div')({ display: 'grid', gap: 32 });

const Lines = styled('div')({
  display: 'grid',
  gap: 10,
  // The title of the list.
  '& > [data-skeleton]': { width: '52%', height: 29, marginBottom: 6 },
});

const RowPlace = styled('div')({ '& > [data-skeleton]': { height: TOUCH_HEIGHT_PX } });

const CardPlace = styled('div')({
  '& > [data-skeleton]': { height: '100%', borderRadius: RADIUS.card },
  // By a rule: a finished page may have no style attribute.
  ...Object.fromEntries(CARD_HEIGHTS.map((height) => [`&[data-height="${String(height)}"]`, { height }])),
});
