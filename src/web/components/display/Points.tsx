/** List of short paragraphs, each with a name in bold. */
import { styled } from '@mui/material/styles';
import { PlainList } from '../layout/Stack';

export interface Point {
  name: string;
  text: string;
}

export function Points({ points, labelledBy }: { points: readonly Point[]; labelledBy: string }) {
  return (
    <List gap={12} aria-labelledby={labelledBy}>
      {points.map(({ name, text }) => (
        <li key={text}>
          <strong>{name}</strong> {text}
        </li>
      ))}
    </List>
  );
}

const List = styled(PlainList)(({ theme: { vars, typography } }) => ({
  ...typography.body1,
  color: vars.palette.text.secondary,
  textWrap: 'pretty',
  '& > li': { paddingLeft: 16, borderLeft: `2px solid ${vars.palette.surface.line}` },
  '& strong': { fontWeight: 620, color: vars.palette.text.primary },
}));
