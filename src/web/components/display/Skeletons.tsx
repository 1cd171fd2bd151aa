/**
 * What stands in for content that is on its way, in the content's own measures: nothing jumps. They are set by rules: a
 * finished page may have no style attribute.
 */
import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import { RADIUS, TOUCH_HEIGHT_PX } from '../../../shared/designTokens';
import { COMMON_TEXTS } from '../../texts/common';
import { Stack } from '../layout/Stack';
import { HiddenText } from './HiddenText';
import { PENDING } from './pending';

interface SkeletonsProps {
  /** What is on its way, read aloud. */
  label?: string;
}

/** A titled list of rows and a button under it, or over it too: an account on its way. */
export function AccountSkeleton({ label, hasAction = false }: SkeletonsProps & { hasAction?: boolean }) {
  return (
    <Waiting label={label}>
      <Stack gap={32}>
        {hasAction && <Row />}
        <Stack gap={10}>
          <Title variant="text" />
          {[0, 1, 2].map((row) => (
            <Row key={row} />
          ))}
        </Stack>
        <Row />
      </Stack>
    </Waiting>
  );
}

/** A card of the given height, px. */
export function CardSkeleton({ height = 220, label }: SkeletonsProps & { height?: number }) {
  return (
    <Waiting label={label}>
      <Card space={height} />
    </Waiting>
  );
}

function Waiting({
  label = COMMON_TEXTS.loading,
  children,
}: {
  label?: string | undefined;
  children: React.ReactNode;
}) {
  return (
    <div role="status" {...{ [PENDING]: '' }}>
      <HiddenText role="progressbar" aria-label={label}>
        {label}
      </HiddenText>
      <div aria-hidden="true">{children}</div>
    </div>
  );
}

const Title = styled(Skeleton)({ width: '52%', height: 29, marginBottom: 6, transform: 'none' });
const Row = styled(Skeleton)({ height: TOUCH_HEIGHT_PX, borderRadius: RADIUS.control });

const Card = styled(Skeleton, { shouldForwardProp: (name) => name !== 'space' })<{ space: number }>(
  ({ space }) => ({ height: space, borderRadius: RADIUS.card }),
);
