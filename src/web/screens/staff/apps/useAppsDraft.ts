/**
 * Unpublished changes of the list of VPN apps. They are stored in the tab, so that they survive a reload, an expired session
 * and a change by another admin.
 */
import { useState } from 'react';
import type { VpnApp } from '../../../../shared/vpnAppList';
import { readDraft, writeDraft } from '../../../components/staff/staffDrafts';
import { usePlatform } from '../../../platform/PlatformContext';
import { buildDraft, type DraftApp, isSameDraft } from './draftApp';

interface Draft {
  /** Version of the published list from which the changes started. */
  version: number;
  apps: readonly DraftApp[];
  /** Version as which the changes were published. The draft is shown until this version is loaded. */
  publishedAs?: number;
}

export interface AppsDraft {
  /** Version from which the changes started, or the current version if there are no changes. */
  version: number;
  apps: readonly DraftApp[];
  isChanged: boolean;
  /** Whether another admin has published a list since the changes started. */
  isStale: boolean;
  change: (apps: readonly DraftApp[]) => void;
  /** Continues with the same changes on top of the current version. */
  keep: () => void;
  discard: () => void;
  /** Records that the changes were published as a version. */
  publish: (version: number) => void;
}

export function useAppsDraft(published: { version: number; apps: readonly VpnApp[] }): AppsDraft {
  const { sessionStorage } = usePlatform();
  const [stored, setStored] = useState(() => parse(readDraft(sessionStorage, 'vpnApps')?.texts['list']));
  const store = (next: Draft | null) => {
    setStored(next);
    const isDraft = next !== null && next.publishedAs === undefined;
    writeDraft(
      sessionStorage,
      'vpnApps',
      isDraft ? { texts: { list: JSON.stringify(next) }, sent: null } : null,
    );
  };
  const drafts = published.apps.map(buildDraft);
  const draft = (stored?.publishedAs ?? Infinity) <= published.version ? null : stored;
  const isChanged = draft !== null && draft.publishedAs === undefined && !isSameDraft(draft.apps, drafts);
  const version = draft?.version ?? published.version;
  return {
    version,
    apps: draft?.apps ?? drafts,
    isChanged,
    isStale: isChanged && version !== published.version,
    change: (apps) => store({ version: isChanged ? version : published.version, apps }),
    keep: () => store(draft && { ...draft, version: published.version }),
    discard: () => store(null),
    publish: (publishedAs) => store(draft && { ...draft, publishedAs }),
  };
}

/** Returns the stored draft, or null if the text is no draft of this version of the product. */
function parse(text: string | undefined): Draft | null {
  try {
    return JSON.parse(text ?? 'null') as Draft | null;
  } catch {
    return null;
  }
}
