/** Filters of the customer search: subscription status, tag and registration date. */
import { styled } from '@mui/material/styles';
import type { CustomerFilters } from '../../../../shared/contract/customerTags';
import { isSubscriptionStatus, SUBSCRIPTION_STATUSES } from '../../../../shared/subscriptionStatus';
import { isCalendarDay } from '../../../../shared/validation';
import { useListTagsQuery } from '../../../api/endpoints/customerTags';
import { CompactField } from '../../../components/staff/CompactField';
import { CompactSelect } from '../../../components/staff/CompactSelect';
import { SmallButton } from '../../../components/staff/ConsoleButton';
import { FILTER_TEXTS, STATUS_NAMES } from '../../../texts/staff/tags';

export const NO_FILTERS = { status: '', tag: '', since: '', until: '' } as const;
export type FilterName = keyof typeof NO_FILTERS;
type Filters = Readonly<Record<FilterName, string>>;

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && isCalendarDay(text);

/** Returns the valid search filters in the URL. Invalid values are ignored. */
export function filtersIn({ status, tag, since, until }: Filters): CustomerFilters {
  return {
    ...(isSubscriptionStatus(status) ? { status } : {}),
    ...(tag === '' ? {} : { tag }),
    ...(isDay(since) ? { registeredFrom: since } : {}),
    ...(isDay(until) ? { registeredTo: until } : {}),
  };
}

const STATUSES = [
  { value: '', label: FILTER_TEXTS.anyStatus },
  ...SUBSCRIPTION_STATUSES.map((status) => ({ value: status, label: STATUS_NAMES[status] })),
];

interface SearchFiltersProps {
  filters: Filters;
  isFiltered: boolean;
  onFilters: (changed: Partial<Filters>) => void;
}

export function SearchFilters({ filters, isFiltered, onFilters }: SearchFiltersProps) {
  const { data } = useListTagsQuery({});
  const known = data?.tags ?? [];
  // A tag from the URL stays selectable even if no customer has this tag any more.
  const tags = known.some(({ tag }) => tag === filters.tag) || filters.tag === '' ? [] : [filters.tag];
  const day = (name: 'since' | 'until', label: string) => (
    <CompactField
      // The date field is uncontrolled, so a new React key resets the field when the URL changes. The key contains the name,
      // because both date fields may have the same value.
      key={`${name} ${filters[name]}`}
      label={label}
      name={name}
      type="date"
      defaultValue={filters[name]}
      onLeave={(value) => {
        if (value !== filters[name] && (value === '' || isDay(value))) onFilters({ [name]: value });
      }}
    />
  );
  return (
    <Row role="group" aria-label={FILTER_TEXTS.title}>
      <CompactSelect
        label={FILTER_TEXTS.status}
        name="status"
        choices={STATUSES}
        value={isSubscriptionStatus(filters.status) ? filters.status : ''}
        onChange={(status) => onFilters({ status })}
      />
      <CompactSelect
        label={FILTER_TEXTS.tag}
        name="tag"
        choices={[
          { value: '', label: FILTER_TEXTS.anyTag },
          ...tags.map((tag) => ({ value: tag, label: tag })),
          ...known.map(({ tag, customers }) => ({ value: tag, label: FILTER_TEXTS.tagged(tag, customers) })),
        ]}
        value={filters.tag}
        onChange={(tag) => onFilters({ tag })}
      />
      {day('since', FILTER_TEXTS.since)}
      {day('until', FILTER_TEXTS.until)}
      {isFiltered && <SmallButton onClick={() => onFilters(NO_FILTERS)}>{FILTER_TEXTS.clear}</SmallButton>}
    </Row>
  );
}

const Row = styled('div')(({ theme: { breakpoints } }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(4, minmax(0, 160px)) auto',
  alignItems: 'end',
  justifyContent: 'start',
  gap: 10,
  [breakpoints.down('md')]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  '& > button': { justifySelf: 'start' },
}));
