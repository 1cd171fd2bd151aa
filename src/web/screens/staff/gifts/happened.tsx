/** Table cell with the time and the author of an action. */
import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { formatDateTime } from '../../../texts/dates';

/**
 * Returns the content of a table cell, or null if the time `at` is missing, so that the narrow layout omits the cell.
 * `at` is in ISO 8601.
 */
export function happened(at: string | null | undefined, by: ReactNode): ReactNode {
  const date = formatDateTime(at);
  if (date === null) return null;
  return (
    <Cell>
      <span>{date}</span> <span>{by}</span>
    </Cell>
  );
}

/** The cell may only wrap before or in the address of a customer, which may be long. */
const Cell = styled('span')(({ theme: { breakpoints } }) => ({
  '& > span:first-of-type': { whiteSpace: 'nowrap' },
  [breakpoints.up('md')]: { '&:not(:has(a))': { whiteSpace: 'nowrap' } },
}));
