/** Entry of a list of the account, such as a device: an icon, a name, and details in small print below the name. */
import { styled } from '@mui/material/styles';
import type { Elements } from '../../platform/elements';
import { HiddenText } from '../display/HiddenText';

interface ListEntryProps {
  icon: Elements;
  /** Action of the entry's button, which only screen readers read before the name. Null if the entry is no button. */
  action: string | null;
  name: string;
  /** Lines below the name. Null is omitted. */
  details: readonly (string | null)[];
}

export function ListEntry({ icon, action, name, details }: ListEntryProps) {
  return (
    <Parts>
      {icon}
      <span>
        {action !== null && <HiddenText>{`${action} `}</HiddenText>}
        <Name>{name}</Name>
        {details.map((detail) => detail !== null && <Detail key={detail}>{detail}</Detail>)}
      </span>
    </Parts>
  );
}

const Parts = styled('span')(({ theme: { vars } }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 16,
  '& svg': { flex: 'none', color: vars.palette.text.secondary },
  '& > span': { minWidth: 0 },
}));

const Name = styled('span')({ display: 'block', overflowWrap: 'anywhere' });

const Detail = styled('span')(({ theme: { vars, typography } }) => ({
  ...typography.caption,
  display: 'block',
  color: vars.palette.text.secondary,
  fontVariantNumeric: 'tabular-nums',
}));
