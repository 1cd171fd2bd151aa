/**
 * Stores drafts of console forms. A draft contains the typed content of a form and the last request that the form sent.
 * The draft is written to the tab's session storage while staff type. The form restores the draft after an expired
 * session, a reload, or a visit to another screen.
 */
import { useState } from 'react';
import type { KeyValueStorage } from '../../platform/platform';
import { usePlatform } from '../../platform/PlatformContext';
import { readTabValue, removeTabValue, type StaffDraft, writeTabValue } from '../../tabStorage/tabStorage';

/** Console forms that store a draft. */
export const DRAFT_FORMS = [
  'note',
  'tag',
  'refund',
  'unusedDays',
  'stopRenewal',
  'grantDays',
  'move',
  'erase',
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
  'vpnApps',
  'notice',
] as const;
export type DraftForm = (typeof DRAFT_FORMS)[number];

/**
 * Name of a draft: the name of the form, followed by a subject such as a customer id if several instances of the form
 * may exist.
 */
export type DraftName = DraftForm | `${DraftForm} ${string | number}`;

/** Maximum number of drafts per tab. A further draft replaces the oldest draft. */
const DRAFTS_AT_MOST = 20;

/** Returns the stored draft, or null if no draft is stored. */
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

/**
 * Holds the state of a dialog. The dialog opens automatically if a draft of the dialog's form is stored. Closing the
 * dialog removes the draft.
 */
export function useDraftDialog(name: DraftName) {
  const { sessionStorage } = usePlatform();
  const [isOpen, setIsOpen] = useState(() => readDraft(sessionStorage, name) !== null);
  const [isOpened, setIsOpened] = useState(false);
  return {
    isOpen,
    /** Whether the agent opened the form, instead of a stored draft. */
    isOpened,
    open: () => {
      setIsOpened(true);
      setIsOpen(true);
    },
    close: () => {
      writeDraft(sessionStorage, name, null);
      setIsOpen(false);
    },
  };
}

/**
 * Like `useDraftDialog`, for a dialog about one row of a list. `openId` is the id of the row for which the dialog is
 * open, or null if the dialog is closed.
 */
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
