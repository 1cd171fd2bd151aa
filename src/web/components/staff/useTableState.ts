/**
 * Page, sort and filters of a table in the address: reload, share, back and forward keep them.
 * What equals its default is left out. With `where: 'fragment'` they stand behind the `#`, which a
 * browser sends to no server and in no referrer: for filters that hold personal data.
 */
import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

export type SortDirection = 'ASC' | 'DESC';

export interface TableState<SortBy extends string, Filter extends string> {
  /** From 0; the address counts from 1. */
  page: number;
  sortBy: SortBy;
  sortDirection: SortDirection;
  filters: Readonly<Record<Filter, string>>;
}

export interface TableStateOptions<SortBy extends string, Filter extends string> {
  where?: 'query' | 'fragment';
  sortColumns: readonly SortBy[];
  defaultSort: { by: SortBy; direction: SortDirection };
  /** Each filter with its default. */
  filters: Readonly<Record<Filter, string>>;
}

export interface TableControls<SortBy extends string, Filter extends string> {
  setPage: (page: number) => void;
  /** Sorts by a column: ascending first, then the other way round. Goes to the first page. */
  toggleSort: (by: SortBy) => void;
  /** Goes to the first page. */
  setFilters: (changed: Partial<Record<Filter, string>>) => void;
}

const LAST_PAGE = 9_999;

/** Keep `options` the same object between renders: declare it outside the component. */
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
  for (const name of namesOf(filters)) read[name] = given.get(name) ?? filters[name];
  return {
    page: Number.isInteger(page) && page >= 1 && page <= LAST_PAGE ? page - 1 : 0,
    sortBy: sortColumns.find((each) => each === given.get('sort')) ?? defaultSort.by,
    sortDirection: direction === 'asc' ? 'ASC' : direction === 'desc' ? 'DESC' : defaultSort.direction,
    filters: read,
  };
}

/** The address with `next` in it; parameters of others stay. */
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
  for (const name of namesOf(filters)) put(name, next.filters[name], next.filters[name] === filters[name]);
  const isDefaultSort = next.sortBy === defaultSort.by && next.sortDirection === defaultSort.direction;
  put('sort', next.sortBy, isDefaultSort);
  put('dir', next.sortDirection.toLowerCase(), isDefaultSort);
  put('page', String(next.page + 1), next.page === 0);
  return query.toString();
}

function namesOf<Name extends string>(filters: Readonly<Record<Name, string>>): Name[] {
  return Object.keys(filters) as Name[];
}
