/**
 * Implements every form of the staff console. The hook stores the typed values as a draft, validates them with the body
 * schema of the endpoint, and sends each request once. A request whose response was lost is sent again with the same
 * request id. If the endpoint has no request id, the agent is asked first.
 */
import { type ChangeEvent, type SubmitEvent, useState } from 'react';
import * as v from 'valibot';
import { type Answered, type CallError, toCallError } from '../../api/callError';
import { usePlatform } from '../../platform/PlatformContext';
import type { StaffDraft } from '../../tabStorage/tabStorage';
import { DIALOG_TEXTS } from '../../texts/staff/dialog';
import { bodyIn, createRequestKey, requestKeyIn, sentAfter } from './sentRequest';
import { type DraftName, readDraft, writeDraft } from './staffDrafts';
import { type FailureWords, useStaffChange } from './useStaffChange';

/** Field values by field name. A checked checkbox is 'true', an unchecked checkbox is ''. */
type Typed<Name extends string> = Readonly<Record<Name, string>>;

/** Key of an error message that belongs to the whole form. */
const FORM = '';

/** Request body without the request id. The form adds the request id. */
type Unkeyed<Body> = Body extends unknown ? Omit<Body, 'requestKey'> : never;

interface StaffFormOptions<Name extends string, Sent extends object, Body extends object, Result> {
  /** Name of the stored draft, or null if the form stores no draft. */
  draft: DraftName | null;
  /** Initial values of the form fields. */
  fields: Typed<Name>;
  /** Schema of the endpoint's request body in the API contract. */
  body: v.GenericSchema<Sent, Body>;
  /** Whether the request body contains a request id, which makes a repeated request idempotent. */
  hasRequestKey?: boolean;
  /** Converts the field values to a request body. After the conversion, the schema rejects an invalid request body. */
  read: (typed: Typed<Name>) => Unkeyed<Sent>;
  /** Error messages of fields that the schema rejects. The name of a form field is its key in the request body. */
  problems?: Readonly<Partial<Record<Name, string>>>;
  /** Returns error messages for rules that are not in the schema. These messages take precedence over `problems`. */
  check?: (typed: Typed<Name>) => Readonly<Partial<Record<Name, string | null>>>;
  /** If `isReady` is false, the form is validated but not sent. */
  isReady?: boolean;
  /** Grammatical subject of the error messages, such as «The note». */
  subject?: FailureWords;
  send: (body: Body) => Promise<Answered<Result>>;
  /** Returns whether a response without an error means success. If `isDone` returns false, the draft is kept. */
  isDone?: (result: Result) => boolean;
  /** Values that form fields get after a successful request. Other form fields keep their values. */
  afterwards?: Readonly<Partial<Record<Name, string>>>;
  onDone?: (result: Result, body: Body) => void;
  onFailed?: (error: CallError, body: Body) => void;
}

export interface StaffForm<Name extends string, Body> {
  /** Current values of the form fields, without secrets. */
  typed: Typed<Name>;
  /** Error messages by name of the form field. */
  problems: Readonly<Record<string, string>>;
  /** Props of the form element. */
  props: { noValidate: true; onSubmit: (event: SubmitEvent<HTMLFormElement>) => void };
  /** Returns the props of a text input. `normalize` is applied to the typed text. */
  field: (name: Name, normalize?: (text: string) => string) => FieldProps;
  /** Returns the props of a password or code input, whose value is read on submit and is never stored. */
  secret: (name: Name) => Pick<FieldProps, 'name' | 'error'>;
  /** Returns the props of a select box. */
  choice: (name: Name) => { name: string; value: string; onChange: (value: string) => void };
  /** Returns the props of a checkbox. */
  flag: (name: Name) => { name: string; checked: boolean; onChange: () => void };
  set: (name: Name, text: string) => void;
  /** Validates and sends the field values without secrets. */
  submit: () => void;
  isSending: boolean;
  /** Error of the last request, or null if the request did not fail. */
  error: CallError | null;
  /** Error message of the last request or of the whole form, or null if there is no error. */
  failure: string | null;
  /** Whether the response of the last request was lost. */
  isUnconfirmed: boolean;
  /** Whether submitting would repeat the request whose response was lost. */
  isRepeat: boolean;
  /**
   * Body of the last request with a request id that was neither confirmed nor rejected, or null if there is no such
   * request. The request may have been sent before a reload of the page.
   */
  unsettled: Body | null;
  /** Sends a request body unchanged. */
  repeat: (body: Body) => void;
  /** Discards the request that was neither confirmed nor rejected. */
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

  /** Returns the last request if the field values `values` result in the same request body, otherwise null. */
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
      const next = sentAfter(answer.error && toCallError(answer.error), json, sent);
      setSent(next);
      const stored = storedDraft();
      // Update the draft only if it still exists, because the draft is removed if the form is closed while the request
      // is pending.
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
    // If the request body is invalid but no form field has an error, the error message belongs to the whole form.
    if (isRight && isReady && !parsed.success) wrong[FORM] = DIALOG_TEXTS.failed;
    setProblems(wrong);
    if (form !== null) focusFirst(form, wrong);
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

function focusFirst(form: HTMLFormElement, names: object): void {
  const fields = Array.from(form.elements).filter((element) => element instanceof HTMLElement);
  fields.find((field) => field.getAttribute('name') && String(field.getAttribute('name')) in names)?.focus();
}
