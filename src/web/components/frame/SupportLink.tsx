/** Link to the support chat that the brand configuration names. */
import { usePlatform } from '../../platform/PlatformContext';
import { COMMON_TEXTS } from '../../texts/common';
import { TextLink } from '../controls/TextLink';

export function SupportLink({ children = COMMON_TEXTS.support }: { children?: string }) {
  return <TextLink href={usePlatform().configuration.brand.supportBotUrl}>{children}</TextLink>;
}
