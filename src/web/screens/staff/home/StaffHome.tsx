/**
 * Screen /adept. Finds customers. The URL fragment contains the search, because part of an email address is personal
 * data. Browsers send a URL fragment neither to servers nor in the Referer header. The fragment survives reload and
 * history navigation.
 */
import { styled } from '@mui/material/styles';
import { Fragment, type KeyboardEvent, useCallback, useEffect, useMemo, useRef } from 'react';
import { STAFF_SEARCH_PAGE_SIZE } from '../../../../shared/constants';
import { SEARCH_SORT_COLUMNS } from '../../../../shared/contract/staff';
import type { FoundUsers } from '../../../../shared/contract/staffFind';
import type { StaffUser } from '../../../../shared/contract/staffModels';
import { isSearchedAnywhere, readEmailSearch } from '../../../../shared/emailSearch';
import { giftKeyIn } from '../../../../shared/giftKeys';
import { HiddenText } from '../../../components/display/HiddenText';
import { SearchIcon } from '../../../components/staff/consoleIcons';
import { useShortcutSetting } from '../../../components/staff/consoleShortcuts';
import { CONSOLE_RADIUS } from '../../../components/staff/consoleStyles';
import { buildPaging, type Column, DataTable } from '../../../components/staff/DataTable';
import { StaffFrame } from '../../../components/staff/StaffFrame';
import { StatusAbbreviation } from '../../../components/staff/StatusAbbreviation';
import { useStaffRights } from '../../../components/staff/useStaffRights';
import { type TableStateOptions, useTableState } from '../../../components/staff/useTableState';
import { staffUserPath } from '../../../navigation/paths';
import { nameOfCustomer } from '../../../texts/staff/customerName';
import {
  matchReason,
  shownSearchDevice,
  shownSearchEmail,
  shownSearchUid,
  STAFF_SEARCH_TEXTS,
} from '../../../texts/staff/search';
import { FoundFailedRequest } from './FoundFailedRequest';
import { FoundGift } from './FoundGift';
import { GiftLinkForm } from './GiftLinkForm';
import { HomePanels } from './HomePanels';
import { PushMany } from './PushMany';
import { type FilterName, filtersIn, NO_FILTERS, SearchFilters } from './SearchFilters';
import { useSearchText } from './useSearchText';
import { useUserSearch } from './useUserSearch';

type SortBy = (typeof SEARCH_SORT_COLUMNS)[number];
type Match = FoundUsers['matches'][number];

const TABLE: TableStateOptions<SortBy, 'q' | FilterName> = {
  where: 'fragment',
  sortColumns: SEARCH_SORT_COLUMNS,
  defaultSort: { by: 'id', direction: 'DESC' },
  filters: { q: '', ...NO_FILTERS },
};

const SEARCH_MAX_LENGTH = 254;

export default function StaffHome() {
  const [{ page, sortBy, sortDirection, filters }, controls] = useTableState(TABLE);
  const write = useCallback((q: string) => controls.setFilters({ q }), [controls]);
  // The URL may contain a longer text than the search accepts.
  const inAddress = filters.q.slice(0, SEARCH_MAX_LENGTH);
  const { text, setText, asked, askNow, keep } = useSearchText(inAddress, write);
  const { may, knowsAdditions, isSettled } = useStaffRights();
  const [areKeysOn] = useShortcutSetting();
  const { status, tag, since, until } = filters;
  const customerFilters = useMemo(
    () => (knowsAdditions ? filtersIn({ status, tag, since, until }) : {}),
    [knowsAdditions, status, tag, since, until],
  );
  const isFiltered = Object.keys(customerFilters).length > 0;
  const search = useUserSearch({
    text: asked,
    filters: customerFilters,
    page,
    sortBy,
    sortDirection,
    isNameable: knowsAdditions,
  });
  const { isNoKey } = search;
  const input = useRef<HTMLInputElement>(null);
  const results = useRef<HTMLDivElement>(null);

  useEffect(() => {
    // Do not focus the search field on touch screens, because the on-screen keyboard would open. Do not take the focus
    // from a table row after the agent has navigated back.
    if (window.matchMedia('(pointer: coarse)').matches) return;
    if (document.activeElement?.closest('[data-row]')) return;
    // Keeps the cursor position if staff started typing before hydration.
    if (document.activeElement === input.current) return;
    input.current?.focus();
    // Select the search text, as the `/` shortcut does, so that typing replaces the search that a reload restored.
    input.current?.select();
  }, []);

  const takeWhatWasTyped = useRef(() => {
    const typed = input.current?.value ?? '';
    if (typed !== text) setText(typed);
  });
  // Reads search text that was typed before hydration, because React received no event for this text.
  useEffect(() => takeWhatWasTyped.current(), []);

  useEffect(() => {
    if (isNoKey) keep();
  }, [isNoKey, keep]);

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') askNow();
    const { selectionStart, selectionEnd, value } = event.currentTarget;
    if (event.key === '/' && selectionStart === 0 && selectionEnd === value.length) {
      // The `/` key must not replace the selected text of the focused search field, because no search starts with a
      // slash.
      event.preventDefault();
    }
    if (event.key !== 'ArrowDown') return;
    const first = results.current?.querySelector<HTMLElement>('[data-row]');
    if (!first) return;
    event.preventDefault();
    first.focus();
  };

  const isNothingElse =
    (search.exact.length > 0 || search.gift !== null || search.failedRequests.length > 0) &&
    search.users?.length === 0;
  return (
    <StaffFrame title={STAFF_SEARCH_TEXTS.title} aside={<HomePanels />}>
      <div role="search">
        <label htmlFor="staff-search">
          <HiddenText>{STAFF_SEARCH_TEXTS.label}</HiddenText>
        </label>
        <SearchBox>
          <SearchIcon size={18} />
          <input
            ref={input}
            id="staff-search"
            type="search"
            value={text}
            maxLength={SEARCH_MAX_LENGTH}
            placeholder={STAFF_SEARCH_TEXTS.placeholder}
            aria-describedby="staff-search-hint"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={onKeyDown}
          />
        </SearchBox>
        <Hint id="staff-search-hint">
          <span>{`${searchHint(text)} `}</span>
          <KeyboardHint>
            {`${areKeysOn ? STAFF_SEARCH_TEXTS.slashHint : ''}${STAFF_SEARCH_TEXTS.keysHint}`}
          </KeyboardHint>
        </Hint>
      </div>
      <UnderTheBox data-settled={isSettled}>
        {knowsAdditions && (
          <SearchFilters
            filters={{ status, tag, since, until }}
            isFiltered={isFiltered}
            onFilters={controls.setFilters}
          />
        )}
        <Results ref={results}>
          {search.gift !== null && <FoundGift gift={search.gift} />}
          {search.failedRequests.map((request) => (
            <FoundFailedRequest key={request.requestId} request={request} />
          ))}
          {search.exact.length > 0 && (
            <section>
              <h2>{STAFF_SEARCH_TEXTS.exact}</h2>
              <DataTable
                label={STAFF_SEARCH_TEXTS.exact}
                columns={MATCH_COLUMNS}
                rows={search.exact}
                rowKey={({ user }) => `exact-${String(user.id)}`}
                emptyText={STAFF_SEARCH_TEXTS.nothing}
                rowPath={({ user }) => staffUserPath(user.id)}
              />
              {search.hasMoreExact && <Capped>{STAFF_SEARCH_TEXTS.exactCapped}</Capped>}
            </section>
          )}
          {asked === '' && !isFiltered ? (
            <Idle>{STAFF_SEARCH_TEXTS.idle}</Idle>
          ) : (
            !isNothingElse && (
              <>
                {may('pushMany') && search.isByEmail && search.response?.total !== 0 && (
                  <PushMany
                    emailPart={asked}
                    filters={customerFilters}
                    customers={search.response?.total ?? null}
                    isMore={search.response?.isTotalCapped === true}
                  />
                )}
                <DataTable
                  label={STAFF_SEARCH_TEXTS.results}
                  columns={COLUMNS}
                  rows={search.users}
                  rowKey={({ id }) => id}
                  isFetching={search.isFetching}
                  emptyText={STAFF_SEARCH_TEXTS.nothing}
                  error={search.error?.reason ?? search.error?.message ?? null}
                  onRetry={search.retry}
                  rowPath={({ id }) => staffUserPath(id)}
                  sort={{ by: sortBy, direction: sortDirection, onSort: controls.toggleSort }}
                  paging={buildPaging(search.response, {
                    page,
                    size: STAFF_SEARCH_PAGE_SIZE,
                    onPage: controls.setPage,
                  })}
                />
              </>
            )
          )}
        </Results>
        {may('makeGifts') && (
          <Gift aria-labelledby="staff-gift">
            <h2 id="staff-gift">{STAFF_SEARCH_TEXTS.gift}</h2>
            <GiftLinkForm />
          </Gift>
        )}
      </UnderTheBox>
    </StaffFrame>
  );
}

/** Returns a sentence about how the text in the search field is searched. */
function searchHint(typed: string): string {
  if (giftKeyIn(typed) !== null) return STAFF_SEARCH_TEXTS.keyHint;
  const { text, pieces } = readEmailSearch(typed);
  if (text === '') return STAFF_SEARCH_TEXTS.hint;
  const { anywhere, beginning, hidden } = STAFF_SEARCH_TEXTS.understood;
  if (pieces !== null) return hidden(text);
  return isSearchedAnywhere(text) ? anywhere(text) : beginning(text);
}

const renderEmail = ({ email, deletedAt }: StaffUser) => (
  <span title={email ?? undefined}>
    {email === null || email === undefined
      ? deletedAt
        ? nameOfCustomer({ email, deletedAt })
        : STAFF_SEARCH_TEXTS.noEmail
      : shownSearchEmail(email)}
  </span>
);
const renderUid = ({ uid }: StaffUser) => <Code title={uid ?? undefined}>{shownSearchUid(uid ?? '')}</Code>;
const renderStatus = ({ subscription }: StaffUser) => (
  <StatusAbbreviation status={subscription?.status} size="small" />
);

const COLUMNS: readonly Column<StaffUser, SortBy>[] = [
  {
    id: 'email',
    label: STAFF_SEARCH_TEXTS.columns.email,
    sortBy: 'email',
    render: renderEmail,
    width: '24%',
  },
  { id: 'uid', label: STAFF_SEARCH_TEXTS.columns.uid, render: renderUid, width: '17%' },
  {
    id: 'devices',
    label: STAFF_SEARCH_TEXTS.columns.devices,
    width: '42%',
    // One element, because each child of a cell is a row of its own in the narrow layout.
    render: ({ devices }) =>
      devices.length === 0 ? null : (
        <span>
          {devices.map(({ id, deviceName }, index) => (
            <Fragment key={id}>
              {index > 0 && <span>{', '}</span>}
              <span title={deviceName}>{shownSearchDevice(deviceName)}</span>
            </Fragment>
          ))}
        </span>
      ),
  },
  { id: 'status', label: STAFF_SEARCH_TEXTS.columns.status, render: renderStatus, width: '8%' },
  {
    id: 'id',
    label: STAFF_SEARCH_TEXTS.columns.id,
    sortBy: 'id',
    align: 'right',
    width: '9%',
    render: ({ id }) => id,
  },
];

const MATCH_COLUMNS: readonly Column<Match>[] = [
  {
    id: 'email',
    label: STAFF_SEARCH_TEXTS.columns.email,
    render: ({ user }) => renderEmail(user),
    width: '24%',
  },
  { id: 'uid', label: STAFF_SEARCH_TEXTS.columns.uid, render: ({ user }) => renderUid(user), width: '17%' },
  {
    id: 'matchedBy',
    label: STAFF_SEARCH_TEXTS.columns.matchedBy,
    render: matchReason,
  },
  {
    id: 'status',
    label: STAFF_SEARCH_TEXTS.columns.status,
    render: ({ user }) => renderStatus(user),
    width: '17%',
  },
];

const SearchBox = styled('div')(({ theme: { vars } }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  maxWidth: 640,
  minHeight: 42,
  padding: '0 12px',
  borderRadius: CONSOLE_RADIUS,
  color: vars.palette.text.secondary,
  backgroundColor: vars.palette.surface.main,
  boxShadow: `inset 0 0 0 1px ${vars.palette.surface.control}`,
  '&:focus-within': { boxShadow: `inset 0 0 0 2px ${vars.palette.accent.text}` },
  '& svg': { flex: 'none' },
  '& input': {
    flex: 1,
    minWidth: 0,
    padding: '10px 0',
    border: 0,
    font: 'inherit',
    fontSize: '0.9375rem',
    color: vars.palette.text.primary,
    background: 'none',
    outline: 'none',
    '&::placeholder': { color: vars.palette.text.secondary, opacity: 1 },
  },
}));

const Hint = styled('p')(({ theme: { vars } }) => ({
  margin: '6px 0 0',
  fontSize: '0.8125rem',
  color: vars.palette.text.secondary,
}));

/**
 * The content below the search field depends on the features of the server. To avoid layout shifts, this content stays
 * hidden until the features are known.
 */
const UnderTheBox = styled('div')({
  display: 'contents',
  '&[data-settled="false"]': { visibility: 'hidden' },
});

/**
 * Hint about keyboard shortcuts, hidden on touch screens because devices with a touch screen usually have no keyboard.
 */
const KeyboardHint = styled('span')({ '@media (pointer: coarse)': { display: 'none' } });

const Results = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 16,
  '& h2': { margin: '0 0 8px', fontSize: '0.9375rem', fontWeight: 650 },
});

const Capped = styled('p')(({ theme: { vars } }) => ({
  margin: '8px 0 0',
  fontSize: '0.8125rem',
  color: vars.palette.text.secondary,
}));

const Gift = styled('section')({
  maxWidth: 640,
  marginTop: 8,
  '& > h2': { margin: '0 0 8px', fontSize: '0.9375rem', fontWeight: 650 },
});

const Idle = styled('p')(({ theme: { vars } }) => ({
  margin: 0,
  padding: '28px 12px',
  textAlign: 'center',
  borderRadius: CONSOLE_RADIUS,
  color: vars.palette.text.secondary,
  boxShadow: `inset 0 0 0 1px ${vars.palette.surface.line}`,
}));

const Code = styled('span')({
  fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  fontSize: '0.78rem',
});
