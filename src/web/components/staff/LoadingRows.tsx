/** Rows of a part of a page that are on their way: what stands under them appears with them. */
import Skeleton from '@mui/material/Skeleton';
import { HiddenText } from '../display/HiddenText';
import { PENDING } from '../display/pending';

interface LoadingRowsProps {
  /** Read aloud. */
  label: string;
  rows: number;
  /** Of each row, px. */
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
