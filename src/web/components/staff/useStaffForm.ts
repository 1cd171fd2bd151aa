/**
 * The one way to write a form of the console. A form stores what is typed as a draft, validates it by the body schema of its
 * call, and sends each request once: a request whose response was lost is repeated with the same request id, or, if the call
 * has none, after a question.
 */
import { type ChangeEvent, type SubmitEvent, useState } from 'react';
import * as v from 'valibot';
import { type Answered, type CallError, callErrorOf } from '../../api/callError';
import { usePlatform } from '../../platform/PlatformContext';
import type { StaffDraft } from '../../tabStorage/tabStorage';
import { DIALOG_TEXTS } from '../../texts/staff/dialog';
import { bodyIn, createRequestKey, requestKeyIn, sentAfter } from './sentRequest';
import { type DraftName, readDraft, writeDraft } from './staffDrafts';
import { type FailureWords, useStaffChange } from './useStaffChange';

/** What is typed and chosen, by field. A checked box is 'true', an unchecked one ''. */
type Typed<Name extends string> = Readonly<Record<Name, string>>;

/** Key of an error for which no field is responsible. */
const FORM = '';

/** A body before the form adds the request id. */
type Unkeyed<Body> = Body extends unknown ? Omit<Body, 'requestKey'> : never;

interface StaffFormOptions<Name extends string, Sent extends object, Body extends object, Result> {
  /** Name of the stored draft; null stores nothing. */
  draft: DraftName | null;
  /** Initial values of the fields. */
  fields: Typed<Name>;
  /** Body schema of the call's contract row. */
  body: v.GenericSchema<Sent, Body>;
  /** Whether the body has a request id, by which the server makes a repeated request once. */
  hasRequestKey?: boolean;
  /** Converts what is typed to a body. The schema then rejects what is no valid body. */
  read: (typed: Typed<Name>) => Unkeyed<Sent>;
  /** Errors of fields that the schema rejects. A field has the name of its key in the body. */
  problems?: Readonly<Partial<Record<Name, string>>>;
  /** Errors by rules that the schema does not contain. They replace those of `problems`. */
  check?: (typed: Typed<Name>) => Readonly<Partial<Record<Name, string | null>>>;
  /** While false, the form is validated but not sent. */
  isReady?: boolean;
  /** Subject of messages about a failure. */
  subject?: FailureWords;
  send: (body: Body) => Promise<Answered<Result>>;
  /** Whether a response without an error means success; if not, the draft is kept. */
  isDone?: (result: Result) => boolean;
  /** Values of fields that differ after success. The others keep what is typed. */
  afterwards?: Readonly<Partial<Record<Name, string>>>;
  onDone?: (result: Result, body: Body) => void;
  onFailed?: (error: CallError, body: Body) => void;
}

export interface StaffForm<Name extends string, Body> {
  /** What is typed, without secrets. */
  typed: Typed<Name>;
  /** Errors by field. */
  problems: Readonly<Record<string, string>>;
  /** Properties of the form element. */
  props: { noValidate: true; onSubmit: (event: SubmitEvent<HTMLFormElement>) => void };
  /** Properties of a text input. `normalize` is applied to what is typed. */
  field: (name: Name, normalize?: (text: string) => string) => FieldProps;
  /** Properties of a password or code input, which is read when the form is submitted and is never stored. */
  secret: (name: Name) => Pick<FieldProps, 'name' | 'error'>;
  /** Properties of a select. */
  choice: (name: Name) => { name: string; value: string; onChange: (value: string) => void };
  /** Properties of a checkbox. */
  flag: (name: Name) => { name: string; checked: boolean; onChange: () => void };
  set: (name: Name, text: string) => void;
  /** Validates and sends what is typed, without secrets. */
  submit: () => void;
  isSending: boolean;
  /** Why the last request failed; null if none failed. */
  error: CallError | null;
  /** The same in words. */
  failure: string | null;
  /** Whether the response of the last request was lost. */
  isUnconfirmed: boolean;
  /** Whether submitting would repeat the request whose response was lost. */
  isRepeat: boolean;
  /** The last request with a request id that was neither answered nor rejected, also before a reload; null if there is none. */
  unsettled: Body | null;
  /** Sends a request as it is. */
  repeat: (body: Body) => void;
  /** Forgets the unsettled request. */
  forget: () => void;
}

interface FieldProps {
  name: string;
  value: string;
  error: string | null;
  onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void;
}

export function useStaffForm<Name extends string, Sent extends object, Body extends object, Result>({
  draft,
  fields,
  body: schema,
  hasRequestKey = false,
  read,
  problems: words,
  check,
  isReady = true,
  subject,
  send,
  isDone = () => true,
  afterwards,
  onDone,
  onFailed,
}: StaffFormOptions<Name, Sent, Body, Result>): StaffForm<Name, Body> {
  const { sessionStorage } = usePlatform();
  const change = useStaffChange(subject);
  const storedDraft = () => (draft === null ? null : readDraft(sessionStorage, draft));
  const store = (next: StaffDraft | null) => {
    if (draft !== null) writeDraft(sessionStorage, draft, next);
  };
  const [found] = useState(storedDraft);
  const [typed, setTyped] = useState<Typed<Name>>({ ...fields, ...found?.texts });
  const [sent, setSent] = useState(found?.sent ?? null);
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const sentBody = sent === null ? null : sent.body;

  const set = (name: Name, text: string) => {
    const texts = { ...typed, [name]: text };
    const { [name]: _solved, ...rest } = problems;
    setTyped(texts);
    setProblems(rest);
    store({ texts, sent });
  };

  const parse = (values: Typed<Name>, requestKey: string) =>
    v.safeParse(schema, { ...read(values), ...(hasRequestKey ? { requestKey } : {}) });

  /** Returns the last request if `values` result in the same one, otherwise null. */
  const sameRequest = (values: Typed<Name>) => {
    if (sentBody === null) return null;
    const parsed = parse(values, requestKeyIn(sentBody));
    return parsed.success && JSON.stringify(parsed.output) === sentBody ? parsed : null;
  };

  const sendBody = (body: Body) => {
    const json = hasRequestKey ? JSON.stringify(body) : null;
    const isSafe = json !== null && json === sentBody;
    const begin = async () => {
      const now = { body: json, isUnconfirmed: true };
      setSent(now);
      store({ texts: typed, sent: now });
      const answer = await send(body);
      const next = sentAfter(answer.error && callErrorOf(answer.error), json, sent);
      setSent(next);
      const stored = storedDraft();
      // The form may have been closed meanwhile, which removed the draft.
      if (stored !== null) store({ ...stored, sent: next });
      return answer;
    };
    const end = (result: Result) => {
      if (isDone(result)) {
        store(null);
        setTyped((current) => ({ ...current, ...afterwards }));
      }
      onDone?.(result, body);
    };
    void change.send(begin, end, {
      isRepeatSafe: hasRequestKey,
      asksFirst: sent?.isUnconfirmed === true && !isSafe,
      onFailed: (error) => onFailed?.(error, body),
    });
  };

  const submit = (values: Typed<Name>, form: HTMLFormElement | null) => {
    const parsed = sameRequest(values) ?? parse(values, createRequestKey());
    const rejected = new Set(parsed.issues?.map(({ path }) => path?.[0]?.key));
    const checked = check?.(values);
    const wrong: Record<string, string> = {};
    for (const name of Object.keys(fields) as Name[]) {
      const text = checked?.[name] ?? (rejected.has(name) ? words?.[name] : null);
      if (text) wrong[name] = text;
    }
    const isRight = Object.keys(wrong).length === 0;
    // If no field is responsible, the form itself is wrong.
    if (isRight && isReady && !parsed.success) wrong[FORM] = DIALOG_TEXTS.failed;
    setProblems(wrong);
    if (form !== null) focusFirstOf(form, wrong);
    if (isRight && isReady && parsed.success) sendBody(parsed.output);
  };

  const isLost = sent?.isUnconfirmed === true && !change.isSending;
  return {
    typed,
    problems,
    props: {
      noValidate: true,
      onSubmit: (event) => {
        event.preventDefault();
        submit({ ...typed, ...secretsIn(event.currentTarget) }, event.currentTarget);
      },
    },
    field: (name, normalize = (text) => text) => ({
      name,
      value: typed[name],
      error: problems[name] ?? null,
      onChange: (event) => set(name, normalize(event.target.value)),
    }),
    secret: (name) => ({ name, error: problems[name] ?? null }),
    choice: (name) => ({ name, value: typed[name], onChange: (value) => set(name, value) }),
    flag: (name) => ({
      name,
      checked: typed[name] !== '',
      onChange: () => set(name, typed[name] === '' ? 'true' : ''),
    }),
    set,
    submit: () => submit(typed, null),
    isSending: change.isSending,
    error: change.error,
    failure: problems[FORM] ?? change.failure,
    isUnconfirmed: isLost,
    isRepeat: isLost && sameRequest(typed) !== null,
    unsettled: sentBody === null || change.isSending ? null : bodyIn(sentBody, schema),
    repeat: sendBody,
    forget: () => {
      setSent(null);
      store({ texts: typed, sent: null });
    },
  };
}

const isSecret = ({ type, autocomplete }: HTMLInputElement): boolean =>
  type === 'password' || autocomplete === 'one-time-code';

function secretsIn(form: HTMLFormElement): Record<string, string> {
  const inputs = Array.from(form.elements).filter((element) => element instanceof HTMLInputElement);
  return Object.fromEntries(inputs.filter(isSecret).map(({ name, value }) => [name, value]));
}

function focusFirstOf(form: HTMLFormElement, names: object): void {
  const fields = Array.from(form.elements).filter((element) => element instanceof HTMLElement);
  fields.find((field) => field.getAttribute('name') && String(field.getAttribute('name')) in names)?.focus();
}
