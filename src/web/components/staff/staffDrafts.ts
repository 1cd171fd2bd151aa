/**
 * Drafts: what staff typed in a form of the console and what the form sent last. The tab stores a draft while staff type, and
 * the form contains it again after a session that ended, a reload, or a visit to another screen.
 */
import { useState } from 'react';
import type { KeyValueStorage } from '../../platform/platform';
import { usePlatform } from '../../platform/PlatformContext';
import { readTabValue, removeTabValue, type StaffDraft, writeTabValue } from '../../tabStorage/tabStorage';

/** Forms of the console that store a draft. */
export const DRAFT_FORMS = [
  'note',
  'tag',
  'refund',
  'unusedDays',
  'stopRenewal',
  'grantDays',
  'move',
  'loginPush',
  'logoutPush',
  'turnOffPush',
  'linkPush',
  'giftLink',
  'giftBatch',
  'pushMany',
  'chargeback',
  'decision',
  'newColleague',
] as const;
export type DraftForm = (typeof DRAFT_FORMS)[number];

/** A form and, if there may be several of it, its subject, such as the id of a customer. */
export type DraftName = DraftForm | `${DraftForm} ${string | number}`;

/** Drafts in one tab. A further one replaces the oldest. */
const DRAFTS_AT_MOST = 20;

/** Returns the stored draft, or null if there is none. */
export function readDraft(storage: KeyValueStorage, name: DraftName): StaffDraft | null {
  return readTabValue(storage, 'staffDrafts')?.[name] ?? null;
}

/** Stores a draft, or removes it if `draft` is null. */
export function writeDraft(storage: KeyValueStorage, name: DraftName, draft: StaffDraft | null): void {
  const others = Object.entries(readTabValue(storage, 'staffDrafts') ?? {}).filter(([each]) => each !== name);
  const drafts = draft === null ? others : [...others, [name, draft] as const].slice(-DRAFTS_AT_MOST);
  if (drafts.length === 0) removeTabValue(storage, 'staffDrafts');
  else writeTabValue(storage, 'staffDrafts', Object.fromEntries(drafts));
}

/** The state of a dialog that opens by itself if a draft of it is found. Closing the dialog removes the draft. */
export function useDraftDialog(name: DraftName) {
  const { sessionStorage } = usePlatform();
  const [isOpen, setIsOpen] = useState(() => readDraft(sessionStorage, name) !== null);
  return {
    isOpen,
    open: () => setIsOpen(true),
    close: () => {
      writeDraft(sessionStorage, name, null);
      setIsOpen(false);
    },
  };
}

/** As `useDraftDialog`, for a dialog about one row of a list. `openId` is the id of that row, or null if the dialog is closed. */
export function useRowDraftDialog(form: DraftForm) {
  const { sessionStorage } = usePlatform();
  const [openId, setOpenId] = useState(() => newestSubject(sessionStorage, form));
  return {
    openId,
    open: (id: number) => setOpenId(String(id)),
    close: () => {
      if (openId !== null) writeDraft(sessionStorage, `${form} ${openId}`, null);
      setOpenId(null);
    },
  };
}

function newestSubject(storage: KeyValueStorage, form: DraftForm): string | null {
  const names = Object.keys(readTabValue(storage, 'staffDrafts') ?? {});
  return names.findLast((name) => name.startsWith(`${form} `))?.slice(form.length + 1) ?? null;
}
