/** The one loud thing of a screen: warm light on ink, 58 px high. */
import { ActionButton, type ActionButtonProps } from './ActionButton';

export type { ActionButtonProps };

export function PrimaryButton(props: ActionButtonProps) {
  return <ActionButton {...props} variant="contained" />;
}
