/**
 * Drafts: what staff type in a form of the console is stored in the tab while they type, and is in the form again after a
 * session that ended, a reload, or a way to another screen. Passwords and codes are never stored.
 */
import { type InputEvent, useEffect, useRef, useState } from 'react';
import type { KeyValueStorage } from '../../platform/platform';
import { usePlatform } from '../../platform/PlatformContext';
import { readTabValue, removeTabValue, type StaffDraft, writeTabValue } from '../../tabStorage/tabStorage';

export type DraftForm =
  | 'note'
  | 'tag'
  | 'refund'
  | 'unusedDays'
  | 'stopRenewal'
  | 'grantDays'
  | 'move'
  | 'loginPush'
  | 'linkPush'
  | 'giftLink'
  | 'giftBatch'
  | 'pushMany'
  | 'chargeback'
  | 'decision'
  | 'newColleague';

/** What was typed and chosen, by the names of the fields. */
export type TypedTexts = Readonly<Record<string, string>>;

export interface FormDraft {
  /** What was typed before the form was shown. */
  typed: TypedTexts;
  /** The change that was tried last before the form was shown, with its request id; null if none was. */
  tried: StaffDraft['tried'];
  /** For the form element: stores the fields on each input. */
  onInput: (event: InputEvent<HTMLFormElement>) => void;
  /** Stores the texts of a form whose state is not in named fields. */
  keep: (texts: TypedTexts) => void;
  keepTried: (tried: StaffDraft['tried']) => void;
  /** Whether the last change of the form was sent without a request id and its response was lost. */
  isUnconfirmed: boolean;
  keepUnconfirmed: (isUnconfirmed: boolean) => void;
  /** Removes the draft: the change was made, or the form was closed. */
  drop: () => void;
}

const EMPTY: StaffDraft = { texts: {}, tried: null, isUnconfirmed: false };

/** More are stored for no tab: the oldest one is removed. */
const DRAFTS_AT_MOST = 20;

/** `about`: what the form is about, if there may be several, such as the id of a customer. */
export function useDraft(form: DraftForm, about: string | number = ''): FormDraft {
  const { sessionStorage } = usePlatform();
  const name = nameOf(form, about);
  const [found] = useState(() => readDraft(sessionStorage, name));
  const change = (part: Partial<StaffDraft>) =>
    writeDraft(sessionStorage, name, { ...(readDraft(sessionStorage, name) ?? EMPTY), ...part });
  const keep = (texts: TypedTexts) => change({ texts: { ...texts } });
  return {
    typed: found?.texts ?? EMPTY.texts,
    tried: found?.tried ?? null,
    onInput: (event) => keep(textsToKeep(event.currentTarget)),
    keep,
    keepTried: (tried) => change({ tried }),
    isUnconfirmed: found?.isUnconfirmed ?? false,
    keepUnconfirmed: (isUnconfirmed) => {
      const stored = readDraft(sessionStorage, name);
      if (isUnconfirmed !== (stored?.isUnconfirmed ?? false)) change({ isUnconfirmed });
    },
    drop: () => writeDraft(sessionStorage, name, null),
  };
}

/** A dialog that opens by itself where a draft of it is found, and drops the draft when it is closed. */
export function useDraftDialog(form: DraftForm, about: string | number = '') {
  const { sessionStorage } = usePlatform();
  const name = nameOf(form, about);
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

/** What the newest draft of `form` that was found is about; null if none was found. */
export function useDraftSubject(form: DraftForm): string | null {
  const { sessionStorage } = usePlatform();
  const [found] = useState(() =>
    Object.keys(readTabValue(sessionStorage, 'staffDrafts') ?? {}).findLast((name) =>
      name.startsWith(`${form} `),
    ),
  );
  return found?.slice(form.length + 1) ?? null;
}

/** Stores the state of a form that is not in named fields, from its first change on. */
export function useStoredState({ keep }: FormDraft, texts: TypedTexts): void {
  const current = JSON.stringify(texts);
  const stored = useRef(current);
  useEffect(() => {
    if (stored.current === current) return;
    stored.current = current;
    keep(texts);
  });
}

const nameOf = (form: DraftForm, about: string | number): string => `${form} ${String(about)}`.trim();

function readDraft(storage: KeyValueStorage, name: string): StaffDraft | null {
  return readTabValue(storage, 'staffDrafts')?.[name] ?? null;
}

function writeDraft(storage: KeyValueStorage, name: string, draft: StaffDraft | null): void {
  const others = Object.entries(readTabValue(storage, 'staffDrafts') ?? {}).filter(([each]) => each !== name);
  const drafts = draft === null ? others : [...others, [name, draft] as const].slice(-DRAFTS_AT_MOST);
  if (drafts.length === 0) removeTabValue(storage, 'staffDrafts');
  else writeTabValue(storage, 'staffDrafts', Object.fromEntries(drafts));
}

/** Named fields of a form that may be stored. A checkbox that is not checked is empty. */
function textsToKeep(form: HTMLFormElement): TypedTexts {
  const texts: Record<string, string> = {};
  for (const field of Array.from(form.elements)) {
    if (field instanceof HTMLSelectElement || field instanceof HTMLTextAreaElement)
      texts[field.name] = field.value;
    if (field instanceof HTMLInputElement && !isSecret(field))
      texts[field.name] = field.type === 'checkbox' && !field.checked ? '' : field.value;
  }
  delete texts[''];
  return texts;
}

const isSecret = ({ type, autocomplete }: HTMLInputElement): boolean =>
  type === 'password' || autocomplete === 'one-time-code';
