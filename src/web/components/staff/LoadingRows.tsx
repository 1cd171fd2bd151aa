/**
 * Skeleton rows of pending content. The content below the skeleton rows stays hidden until the pending content is
 * loaded.
 */
import Skeleton from '@mui/material/Skeleton';
import { HiddenText } from '../display/HiddenText';
import { PENDING } from '../display/pending';

interface LoadingRowsProps {
  /** Name of the pending content, announced by screen readers. */
  label: string;
  rows: number;
  /** Height of each skeleton row in px. */
  height: number;
}

export function LoadingRows({ label, rows, height }: LoadingRowsProps) {
  return (
    <div role="status" {...{ [PENDING]: '' }}>
      <HiddenText>{label}</HiddenText>
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} height={height} />
      ))}
    </div>
  );
}
