/**
 * Keeps the page, sort order and filters of a table in the URL, so that reload, sharing and history navigation preserve
 * the table state. The URL omits values that equal their default value. The option `where: 'fragment'` is meant for
 * filters with personal data, because browsers send a URL fragment neither to servers nor in the Referer header.
 */
import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

export type SortDirection = 'ASC' | 'DESC';

export interface TableState<SortBy extends string, Filter extends string> {
  /** Page index, starting at 0. The page number in the URL starts at 1. */
  page: number;
  sortBy: SortBy;
  sortDirection: SortDirection;
  filters: Readonly<Record<Filter, string>>;
}

export interface TableStateOptions<SortBy extends string, Filter extends string> {
  where?: 'query' | 'fragment';
  sortColumns: readonly SortBy[];
  defaultSort: { by: SortBy; direction: SortDirection };
  /** Default value of each filter. */
  filters: Readonly<Record<Filter, string>>;
}

export interface TableControls<SortBy extends string, Filter extends string> {
  setPage: (page: number) => void;
  /** Sorts by a column, first ascending, then descending, and returns to the first page. */
  toggleSort: (by: SortBy) => void;
  /** Changes filters and returns to the first page. */
  setFilters: (changed: Partial<Record<Filter, string>>) => void;
}

const LAST_PAGE = 9_999;

/**
 * Returns the table state and its setters. `options` must be the same object in every render, so declare it outside the
 * component.
 *
 * @example
 * const [{ page, filters }, { setPage }] = useTableState(TABLE);
 */
export function useTableState<SortBy extends string, Filter extends string>(
  options: TableStateOptions<SortBy, Filter>,
): [TableState<SortBy, Filter>, TableControls<SortBy, Filter>] {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const inFragment = options.where === 'fragment';
  const written = inFragment ? hash : search;
  const state = useMemo(() => readState(written, options), [written, options]);

  const write = useCallback(
    (next: TableState<SortBy, Filter>, replace: boolean) => {
      const text = writeState(written, next, options);
      void navigate(
        inFragment
          ? { pathname, search, hash: text === '' ? '' : `#${text}` }
          : { pathname, search: text === '' ? '' : `?${text}`, hash },
        { replace, preventScrollReset: true },
      );
    },
    [navigate, options, written, inFragment, pathname, search, hash],
  );

  const controls = useMemo(
    (): TableControls<SortBy, Filter> => ({
      setPage: (page) => write({ ...state, page }, false),
      toggleSort: (sortBy) => {
        const sortDirection = state.sortBy === sortBy && state.sortDirection === 'ASC' ? 'DESC' : 'ASC';
        write({ ...state, page: 0, sortBy, sortDirection }, false);
      },
      setFilters: (changed) => write({ ...state, page: 0, filters: { ...state.filters, ...changed } }, true),
    }),
    [state, write],
  );
  return [state, controls];
}

function readState<SortBy extends string, Filter extends string>(
  written: string,
  { sortColumns, defaultSort, filters }: TableStateOptions<SortBy, Filter>,
): TableState<SortBy, Filter> {
  const given = new URLSearchParams(written.slice(1));
  const page = Number(given.get('page') ?? '1');
  const direction = given.get('dir');
  const read: Record<Filter, string> = { ...filters };
  for (const name of listNames(filters)) read[name] = given.get(name) ?? filters[name];
  return {
    page: Number.isInteger(page) && page >= 1 && page <= LAST_PAGE ? page - 1 : 0,
    sortBy: sortColumns.find((each) => each === given.get('sort')) ?? defaultSort.by,
    sortDirection: direction === 'asc' ? 'ASC' : direction === 'desc' ? 'DESC' : defaultSort.direction,
    filters: read,
  };
}

/** Returns the query string with the table state `next`. Parameters that do not belong to the table are kept. */
function writeState<SortBy extends string, Filter extends string>(
  written: string,
  next: TableState<SortBy, Filter>,
  { defaultSort, filters }: TableStateOptions<SortBy, Filter>,
): string {
  const query = new URLSearchParams(written.slice(1));
  const put = (name: string, value: string, isDefault: boolean) => {
    if (isDefault) query.delete(name);
    else query.set(name, value);
  };
  for (const name of listNames(filters)) put(name, next.filters[name], next.filters[name] === filters[name]);
  const isDefaultSort = next.sortBy === defaultSort.by && next.sortDirection === defaultSort.direction;
  put('sort', next.sortBy, isDefaultSort);
  put('dir', next.sortDirection.toLowerCase(), isDefaultSort);
  put('page', String(next.page + 1), next.page === 0);
  return query.toString();
}

function listNames<Name extends string>(filters: Readonly<Record<Name, string>>): Name[] {
  return Object.keys(filters) as Name[];
}
