/** Primary button in the accent colour, 58 px high. A screen has at most one primary button. */
import { ActionButton, type ActionButtonProps } from './ActionButton';

export type { ActionButtonProps };

export function PrimaryButton(props: ActionButtonProps) {
  return <ActionButton {...props} variant="contained" />;
}
