/** A cell of a table: when something was done, and by whom. */
import type { ReactNode } from 'react';
import { formatDateTime } from '../../../texts/dates';
import { styled } from '../../../theme/styled';

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
