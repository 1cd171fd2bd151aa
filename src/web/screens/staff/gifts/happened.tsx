/** A cell of a table: when something was done, and by whom. */
import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { formatDateTime } from '../../../texts/dates';
import { DATA_TABLE_TEXTS } from '../../../texts/staff/frame';

/** `at` in ISO 8601. A string where nothing happened: the cards of a narrow screen leave it out. */
export function happened(at: string | null | undefined, by: ReactNode): ReactNode {
  const date = formatDateTime(at);
  if (date === null) return DATA_TABLE_TEXTS.blank;
  return (
    <span>
      <Moment>{date}</Moment> {by}
    </span>
  );
}

const Moment = styled('span')({ whiteSpace: 'nowrap' });
