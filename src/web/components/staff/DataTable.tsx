/**
 * Table of the staff console. The server sorts and paginates the rows without a total count. A click anywhere in a row
 * or on the row's link opens the row, and the arrow keys move the focus between rows. On narrow screens each row is a
 * card, so that nothing overflows horizontally.
 *
 * @example
 * <DataTable label="Customers" columns={COLUMNS} rows={users} rowKey={({ id }) => id} emptyText="No customers" />
 */
import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import TableSortLabel from '@mui/material/TableSortLabel';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import type { Elements } from '../../platform/elements';
import { usePlatform } from '../../platform/PlatformContext';
import { readTabValue, removeTabValue, writeTabValue } from '../../tabStorage/tabStorage';
import { DATA_TABLE_TEXTS } from '../../texts/staff/frame';
import { HiddenText } from '../display/HiddenText';
import { ForwardIcon } from '../display/icons';
import { PENDING } from '../display/pending';
import { ConsoleButton } from './ConsoleButton';
import { BackIcon } from './consoleIcons';
import { CONSOLE_RADIUS, ROW_BUTTONS } from './consoleStyles';
import { SquareButton } from './SquareButton';
import { OPENED_FROM_LIST } from './useGoBack';
import type { SortDirection } from './useTableState';

export interface Column<Row, SortBy extends string = string> {
  id: string;
  label: string;
  render: (row: Row) => ReactNode;
  /** Sort key of the column, as the API names it. A table cannot be sorted by a column without a sort key. */
  sortBy?: SortBy;
  align?: 'left' | 'right';
  /** CSS width of the column in the wide layout. */
  width?: string;
}

export interface Paging {
  /** Page index, starting at 0. */
  page: number;
  isLast: boolean;
  onPage: (page: number) => void;
  /** Number of rows of a full page. */
  size: number;
  /** Number of rows on all pages; undefined or null if the server does not report it. */
  total?: number | null | undefined;
  /** Whether there are more than `total` rows. */
  isTotalCapped?: boolean | null | undefined;
}

/** Returns the paging state of a list response. While there is no response, the page counts as the last page. */
export function buildPaging(
  response: ({ last?: boolean | null | undefined } & Pick<Paging, 'total' | 'isTotalCapped'>) | undefined,
  asked: Pick<Paging, 'page' | 'size' | 'onPage'>,
): Paging {
  const { last, total, isTotalCapped } = response ?? {};
  return { ...asked, isLast: last ?? true, total, isTotalCapped };
}

export interface DataTableProps<Row, SortBy extends string = string> {
  /** Accessible name of the table. */
  label: string;
  columns: readonly Column<Row, SortBy>[];
  /**
   * Rows of the current page, or undefined until the first response. While `rows` is undefined, the table shows
   * skeleton rows.
   */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string | number;
  /** Whether another page is loading. While another page is loading, the current rows are dimmed. */
  isFetching?: boolean;
  /** Text that the table shows if there are no rows. */
  emptyText: ReactNode;
  /** Error message that replaces the rows, or null. */
  error?: string | null;
  onRetry?: () => void;
  /** Returns the path of the screen that a row opens. The content of the first column becomes a link to this screen. */
  rowPath?: (row: Row) => string;
  /** Callback that runs when a row is opened, for rows that open no other screen. */
  onOpen?: (row: Row) => void;
  /** Buttons at the end of a row. */
  rowActions?: (row: Row) => Elements;
  sort?: { by: SortBy; direction: SortDirection; onSort: (by: SortBy) => void };
  /** Paging state. If `paging` is omitted, all rows are on one page. */
  paging?: Paging;
  /** Number of skeleton rows while the first page loads. */
  expectedRows?: number;
}

export function DataTable<Row, SortBy extends string = string>({
  label,
  columns,
  rows,
  rowKey,
  isFetching = false,
  emptyText,
  error = null,
  onRetry,
  rowPath,
  onOpen,
  rowActions,
  sort,
  paging,
  expectedRows = 5,
}: DataTableProps<Row, SortBy>) {
  const captionId = useId();
  const navigate = useNavigate();
  const body = useRef<HTMLTableSectionElement>(null);
  const opened = useOpenedRow(body, rows);
  const columnCount = columns.length + (rowActions ? 1 : 0);
  const isOpenable = rowPath !== undefined || onOpen !== undefined;

  const open = (row: Row) => {
    opened.remember(String(rowKey(row)));
    if (rowPath) void navigate(rowPath(row), { state: OPENED_FROM_LIST });
    else onOpen?.(row);
  };
  const onRowClick = (row: Row) => (event: MouseEvent<HTMLElement>) => {
    const { target } = event;
    if (!(target instanceof Element) || target.closest('a, button, input, label, [role="dialog"]')) return;
    // Ignore the click if the user has selected text for copying, so that the row does not open.
    if (window.getSelection()?.type === 'Range') return;
    open(row);
  };

  const state =
    error !== null ? 'error' : rows === undefined ? 'loading' : rows.length === 0 ? 'empty' : 'rows';
  return (
    <TableFrame {...(state === 'loading' ? { [PENDING]: '' } : {})}>
      <Scroll role="region" aria-labelledby={captionId} tabIndex={0} data-state={state}>
        <Sheet role="table" aria-busy={isFetching || state === 'loading'} stickyHeader size="small">
          <Caption id={captionId}>{label}</Caption>
          <TableHead role="rowgroup">
            <TableRow role="row">
              {columns.map((column) => (
                <HeadCell key={column.id} column={column} sort={sort} />
              ))}
              {rowActions && (
                <TableCell role="columnheader" align="right">
                  <HiddenText>{DATA_TABLE_TEXTS.actions}</HiddenText>
                </TableCell>
              )}
            </TableRow>
          </TableHead>
          <TableBody
            role="rowgroup"
            ref={body}
            data-dimmed={(isFetching && state === 'rows') || undefined}
            onKeyDown={moveBetweenRows}
          >
            {state === 'rows' &&
              rows?.map((row) => {
                const key = String(rowKey(row));
                return (
                  <TableRow
                    key={key}
                    role="row"
                    data-openable={isOpenable || undefined}
                    {...(isOpenable ? { onClick: onRowClick(row) } : {})}
                  >
                    {columns.map((column, index) => {
                      const content = column.render(row);
                      return (
                        <TableCell
                          key={column.id}
                          role="cell"
                          align={column.align ?? 'left'}
                          data-label={column.label}
                          data-blank={(index > 0 && isBlank(content)) || undefined}
                        >
                          {index > 0 || !isOpenable ? (
                            content
                          ) : rowPath ? (
                            <RowLink
                              to={rowPath(row)}
                              state={OPENED_FROM_LIST}
                              data-row={key}
                              onClick={() => opened.remember(key)}
                            >
                              {content}
                            </RowLink>
                          ) : (
                            <RowButton type="button" data-row={key} onClick={() => open(row)}>
                              {content}
                            </RowButton>
                          )}
                        </TableCell>
                      );
                    })}
                    {rowActions && (
                      <TableCell role="cell" align="right" data-actions="">
                        {rowActions(row)}
                      </TableCell>
                    )}
                  </TableRow>
                );
              })}
            {state === 'loading' &&
              Array.from({ length: expectedRows }, (_, index) => (
                <TableRow key={index} role="row" aria-hidden="true">
                  {Array.from({ length: columnCount }, (_cell, cell) => (
                    <TableCell key={cell} role="cell">
                      <Skeleton height={20} />
                    </TableCell>
                  ))}
                </TableRow>
              ))}
            {(state === 'empty' || state === 'error') && (
              <TableRow role="row">
                <Message role="cell" colSpan={columnCount} data-message="">
                  {state === 'empty' ? <span>{emptyText}</span> : <p role="alert">{error}</p>}
                  {state === 'error' && onRetry && (
                    <ConsoleButton onClick={onRetry}>{DATA_TABLE_TEXTS.retry}</ConsoleButton>
                  )}
                </Message>
              </TableRow>
            )}
          </TableBody>
        </Sheet>
      </Scroll>
      <span role="status">
        <HiddenText>{state === 'loading' || isFetching ? DATA_TABLE_TEXTS.loading : ''}</HiddenText>
      </span>
      {paging && state !== 'loading' && <Pages label={label} paging={paging} />}
    </TableFrame>
  );
}

/** Shows the number of rows, and moves to another page of a table. */
function Pages({ label, paging }: { label: string; paging: Paging }) {
  const { page, isLast, onPage, size, total, isTotalCapped } = paging;
  const isOnePage = page === 0 && isLast;
  const lastPage =
    total === null || total === undefined || isTotalCapped ? null : Math.max(0, Math.ceil(total / size) - 1);
  const count = total ? DATA_TABLE_TEXTS.total(total, isTotalCapped === true) : null;
  if (isOnePage) return count && <Count>{count}</Count>;
  const step = (name: string, icon: Elements, target: number | null) => (
    <SquareButton
      type="button"
      aria-disabled={target === null || undefined}
      aria-label={name}
      onClick={() => target !== null && onPage(target)}
    >
      {icon}
    </SquareButton>
  );
  return (
    <PageButtons aria-label={DATA_TABLE_TEXTS.paging(label)}>
      {count && <Count>{count}</Count>}
      {step(
        DATA_TABLE_TEXTS.first,
        <Doubled>
          <BackIcon size={16} />
          <BackIcon size={16} />
        </Doubled>,
        page > 0 ? 0 : null,
      )}
      {step(DATA_TABLE_TEXTS.previous, <BackIcon size={16} />, page > 0 ? page - 1 : null)}
      <span>{DATA_TABLE_TEXTS.page(page + 1, lastPage === null ? null : lastPage + 1)}</span>
      {step(DATA_TABLE_TEXTS.next, <ForwardIcon size={16} />, isLast ? null : page + 1)}
      {lastPage !== null &&
        step(
          DATA_TABLE_TEXTS.last,
          <Doubled>
            <ForwardIcon size={16} />
            <ForwardIcon size={16} />
          </Doubled>,
          isLast ? null : lastPage,
        )}
    </PageButtons>
  );
}

function HeadCell<Row, SortBy extends string>({
  column,
  sort,
}: {
  column: Column<Row, SortBy>;
  sort: DataTableProps<Row, SortBy>['sort'];
}) {
  const { sortBy } = column;
  const isSorted = sortBy !== undefined && sort?.by === sortBy;
  const direction = isSorted && sort.direction === 'DESC' ? 'desc' : 'asc';
  return (
    <TableCell
      role="columnheader"
      align={column.align ?? 'left'}
      data-sortable={(sort !== undefined && sortBy !== undefined) || undefined}
      {...(column.width === undefined ? {} : { width: column.width })}
      {...(isSorted ? { 'aria-sort': direction === 'asc' ? 'ascending' : 'descending' } : {})}
    >
      {sort === undefined || sortBy === undefined ? (
        column.label
      ) : (
        <TableSortLabel
          component="button"
          active={isSorted}
          direction={direction}
          onClick={() => sort.onSort(sortBy)}
        >
          <span>{column.label}</span>
        </TableSortLabel>
      )}
    </TableCell>
  );
}

/**
 * Focuses the last opened row when the agent navigates back to the list. The key of the opened row is stored together
 * with the key of the list's history entry.
 */
function useOpenedRow(body: { current: HTMLElement | null }, rows: readonly unknown[] | undefined) {
  const { sessionStorage } = usePlatform();
  const { key: entry } = useLocation();
  useEffect(() => {
    if (rows === undefined || rows.length === 0) return;
    const [ofEntry, row] = (readTabValue(sessionStorage, 'openedRow') ?? '').split(' ');
    if (ofEntry !== entry || row === undefined) return;
    removeTabValue(sessionStorage, 'openedRow');
    const links = body.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [];
    [...links].find((link) => link.dataset['row'] === row)?.focus();
  }, [body, entry, rows, sessionStorage]);
  return { remember: (row: string) => writeTabValue(sessionStorage, 'openedRow', `${entry} ${row}`) };
}

/** Returns whether a cell is blank. The narrow layout omits blank cells. */
function isBlank(content: ReactNode): boolean {
  return content === null || content === undefined || content === '' || content === DATA_TABLE_TEXTS.blank;
}

function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  const { target } = event;
  if (step === 0 || !(target instanceof HTMLElement) || !target.matches('[data-row]')) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')];
  const next = links[links.indexOf(target) + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

const TableFrame = styled('div')({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 8 });

const Scroll = styled(TableContainer)(({ theme: { vars, breakpoints } }) => ({
  maxHeight: 'max(320px, calc(100dvh - 220px))',
  borderRadius: CONSOLE_RADIUS + 2,
  backgroundColor: vars.palette.surface.main,
  boxShadow: `inset 0 0 0 1px ${vars.palette.surface.line}`,
  '@media print': { maxHeight: 'none' },
  // Remove the scrollable area on narrow screens, because a scrollable area within the page is hard to use on a touch
  // screen.
  [breakpoints.down('md')]: { maxHeight: 'none' },
}));

const Sheet = styled(Table)(({ theme: { vars, breakpoints } }) => ({
  ...ROW_BUTTONS,
  '& .MuiTableCell-root': {
    padding: '8px 12px',
    // The font is larger than 13 px, because at 13 px the dot of a bold «i» is not visible on a low-density screen.
    fontSize: '0.875rem',
    lineHeight: 1.4,
    letterSpacing: 0,
    color: vars.palette.text.primary,
    borderColor: vars.palette.surface.line,
    // Unlike `anywhere`, this value makes a column at least as wide as its longest word.
    overflowWrap: 'break-word',
  },
  '& [data-blank].MuiTableCell-root': { color: vars.palette.text.secondary },
  '& .MuiTableCell-head': {
    fontWeight: 600,
    whiteSpace: 'nowrap',
    color: vars.palette.text.secondary,
    backgroundColor: vars.palette.surface.raised,
  },
  '& .MuiTableSortLabel-root': {
    padding: 0,
    border: 0,
    font: 'inherit',
    color: 'inherit',
    background: 'none',
    borderRadius: 4,
    '&.Mui-active, &:hover': { color: vars.palette.text.primary },
  },
  '& tbody tr:last-child td': { borderBottom: 0 },
  '& time': { whiteSpace: 'nowrap' },
  // An email address in a link has its own wrapping rule.
  '& tbody a > span': { overflowWrap: 'break-word' },
  // Reduces the height of buttons, so that a table row with a button is hardly higher than a row without a button.
  [breakpoints.up('md')]: {
    '& tbody .MuiButton-root.MuiButtonBase-root': { minHeight: 30, padding: '2px 12px' },
  },
  '& tbody[data-dimmed]': { opacity: 0.55 },
  '& tr[data-openable]': { cursor: 'pointer' },
  '& tr[data-openable]:hover td, & tr[data-openable]:focus-within td': {
    backgroundColor: vars.palette.surface.raised,
  },
  '& tr[data-openable]:focus-within td:first-of-type': {
    boxShadow: `inset 3px 0 0 ${vars.palette.accent.text}`,
  },
  [breakpoints.down('md')]: {
    '&, & thead, & tbody, & caption': { display: 'block' },
    '& thead tr': { display: 'flex', flexWrap: 'wrap', gap: '2px 16px', padding: '8px 12px' },
    '& .MuiTableSortLabel-root': { flexDirection: 'row' },
    // The sort arrows of columns that are not sorted take no space.
    '& .MuiTableSortLabel-root:not(.Mui-active) .MuiTableSortLabel-icon': { display: 'none' },
    '& thead': {
      backgroundColor: vars.palette.surface.raised,
      borderBottom: `1px solid ${vars.palette.surface.line}`,
    },
    '& .MuiTableCell-head.MuiTableCell-root': { padding: 0, border: 0, position: 'static' },
    '& .MuiTableCell-head:not([data-sortable])': { display: 'none' },
    '& thead:not(:has([data-sortable]))': { display: 'none' },
    '& tbody tr': {
      display: 'grid',
      gap: 4,
      padding: '10px 12px',
      borderBottom: `1px solid ${vars.palette.surface.line}`,
    },
    '& tbody tr:last-child': { borderBottom: 0 },
    '& tbody .MuiTableCell-root': {
      display: 'grid',
      gridTemplateColumns: '104px minmax(0, 1fr)',
      justifyItems: 'start',
      gap: 8,
      padding: 0,
      border: 0,
      textAlign: 'left',
      '&[data-label]::before': {
        content: 'attr(data-label)',
        color: vars.palette.text.secondary,
        fontWeight: 400,
      },
      '&[data-blank]': { display: 'none' },
      '&[data-message]': { display: 'block' },
      '&[data-actions]': { display: 'flex', flexWrap: 'wrap', paddingTop: 4 },
    },
    '& tr[data-openable]:focus-within td:first-of-type': { boxShadow: 'none' },
    '& tr[data-openable]:focus-within': { boxShadow: `inset 3px 0 0 ${vars.palette.accent.text}` },
  },
}));

const Caption = styled('caption')({
  position: 'absolute',
  width: 1,
  height: 1,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
});

const rowStyle = {
  padding: 0,
  border: 0,
  font: 'inherit',
  fontWeight: 600,
  textAlign: 'left',
  color: 'inherit',
  background: 'none',
  textDecoration: 'none',
  borderRadius: 4,
  cursor: 'pointer',
} as const;
const RowLink = styled(Link)(rowStyle);
const RowButton = styled('button')(rowStyle);

const Message = styled(TableCell)(({ theme: { vars } }) => ({
  '&.MuiTableCell-root': { padding: '28px 12px', textAlign: 'center', color: vars.palette.text.secondary },
  '& p': { margin: '0 0 10px', color: vars.palette.tone.dangerText },
}));

const Count = styled('span')(({ theme: { vars } }) => ({
  marginRight: 'auto',
  fontSize: '0.8125rem',
  color: vars.palette.text.secondary,
  fontVariantNumeric: 'tabular-nums',
}));

/** Two icons that overlap, as on the buttons to the first and the last page. */
const Doubled = styled('span')({ display: 'inline-flex', '& svg + svg': { marginLeft: -9 } });

const PageButtons = styled('nav')(({ theme: { vars } }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'flex-end',
  gap: 10,
  fontSize: '0.8125rem',
  color: vars.palette.text.secondary,
}));
