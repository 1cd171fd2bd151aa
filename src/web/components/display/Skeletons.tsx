/**
 * Skeletons with the same size as the pending content, so that no layout shift occurs. CSS rules set the sizes of the
 * skeletons, because a prerendered page must not contain style attributes.
 */
import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import { RADIUS, TOUCH_HEIGHT_PX } from '../../../shared/designTokens';
import { COMMON_TEXTS } from '../../texts/common';
import { Stack } from '../layout/Stack';
import { HiddenText } from './HiddenText';
import { PENDING } from './pending';

interface SkeletonsProps {
  /** Name of the pending content, announced by screen readers. */
  label?: string;
}

/** Skeleton of an account: a title, three rows and a button below. */
export function AccountSkeleton({ label }: SkeletonsProps) {
  return (
    <Waiting label={label}>
      <Stack gap={32}>
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

/** Skeleton of a card with the given height in px. */
export function CardSkeleton({ height = 220, label }: SkeletonsProps & { height?: number }) {
  return (
    <Waiting label={label}>
      <Card space={height} />
    </Waiting>
  );
}

/** Marks its content as pending. Screen readers announce only the label. */
export function Waiting({
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
