/** A cell of a table: when something was done, and by whom. */
import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { formatDateTime } from '../../../texts/dates';

/** `at` in ISO 8601. Nothing where nothing happened: the cards of a narrow screen leave it out. */
export function happened(at: string | null | undefined, by: ReactNode): ReactNode {
  const date = formatDateTime(at);
  if (date === null) return null;
  return (
    <span>
      <Moment>{date}</Moment> {by}
    </span>
  );
}

const Moment = styled('span')({ whiteSpace: 'nowrap' });
