/** Paging buttons of a cursor-paginated list with the newest entries first. */
import { styled } from '@mui/material/styles';
import { DATA_TABLE_TEXTS } from '../../texts/staff/frame';
import { SmallButton } from './ConsoleButton';

interface CursorPagingProps {
  /** Cursor of the current page, or null for the first page. */
  start: number | null;
  /** Cursor of the next page, or null or undefined on the last page. */
  next: number | null | undefined;
  /** Labels of the buttons that lead to the first and to the next page. */
  words?: { first: string; next: string };
  onPage: (start: number | null) => void;
}

export function CursorPaging({ start, next, words = DATA_TABLE_TEXTS.byAge, onPage }: CursorPagingProps) {
  if (start === null && !next) return null;
  return (
    <Ways>
      {start !== null && <SmallButton onClick={() => onPage(null)}>{words.first}</SmallButton>}
      {next ? <SmallButton onClick={() => onPage(next)}>{words.next}</SmallButton> : null}
    </Ways>
  );
}

const Ways = styled('div')({ display: 'flex', gap: 8, justifyContent: 'flex-end' });
