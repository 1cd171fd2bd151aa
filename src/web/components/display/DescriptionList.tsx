/** List of name and value pairs, one per line, such as the amount, date and card of a charge. */
import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';

export interface Description {
  name: string;
  value: ReactNode;
}

export function DescriptionList({ details }: { details: readonly Description[] }) {
  if (details.length === 0) return null;
  return (
    <List>
      {details.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </List>
  );
}

const List = styled('dl')(({ theme: { vars, typography } }) => ({
  display: 'grid',
  gap: 10,
  margin: 0,
  '& > div': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'baseline',
    justifyContent: 'space-between',
    columnGap: 16,
  },
  '& dt': { ...typography.body2, fontSize: 'var(--fine-print)', color: vars.palette.text.secondary },
  '& dd': {
    ...typography.body2,
    fontSize: 'var(--fine-print)',
    margin: 0,
    fontWeight: 600,
    overflowWrap: 'anywhere',
  },
}));
