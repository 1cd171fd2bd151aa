/** The ways through a list that is read from its newest on, each page from where the one before it ended. */
import { styled } from '@mui/material/styles';
import { DATA_TABLE_TEXTS } from '../../texts/staff/frame';
import { SmallButton } from './ConsoleButton';

interface CursorPagingProps {
  /** Where this page begins; null: at the newest. */
  start: number | null;
  /** Where the next one begins; nothing: this is the last. */
  next: number | null | undefined;
  /** What the ways to the first page and to the next one are called. */
  words?: { first: string; next: string };
  onPage: (start: number | null) => void;
}

export function CursorPaging({ start, next, words = DATA_TABLE_TEXTS.byAge, onPage }: CursorPagingProps) {
  if (start === null && !next) return null;
  return (
    <Ways>
      {start !== null && <SmallButton onClick={() => onPage(null)}>{words.first}</SmallButton>}
      {next && <SmallButton onClick={() => onPage(next)}>{words.next}</SmallButton>}
    </Ways>
  );
}

const Ways = styled('div')({ display: 'flex', gap: 8, justifyContent: 'flex-end' });
