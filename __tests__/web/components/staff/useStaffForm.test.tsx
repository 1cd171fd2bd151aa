/** Tests the request states of console forms: not sent, done, rejected, or sent with a lost response. */
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { customerNotesCalls } from '../../../../src/shared/contract/customerNotes';
import { customerTagsCalls } from '../../../../src/shared/contract/customerTags';
import type { Answered } from '../../../../src/web/api/callError';
import { createStore } from '../../../../src/web/app/store';
import { CompactField } from '../../../../src/web/components/staff/CompactField';
import { FormError } from '../../../../src/web/components/staff/FormError';
import { RepeatQuestion } from '../../../../src/web/components/staff/repeatQuestion';
import { useStaffForm } from '../../../../src/web/components/staff/useStaffForm';
import { PlatformContext } from '../../../../src/web/platform/PlatformContext';
import { readTabValue, removeTabValue } from '../../../../src/web/tabStorage/tabStorage';
import { DIALOG_TEXTS } from '../../../../src/web/texts/staff/dialog';
import { STAFF_OFFLINE_TEXTS } from '../../../../src/web/texts/staff/offline';
import { StyleProvider } from '../../../../src/web/theme/StyleProvider';
import { fakePlatform } from '../../../support/fakePlatform';

const DONE = { data: { success: true } };
const LOST = { error: { status: 'NETWORK', message: 'lost' } } as const;
const NOT_SENT = { error: { status: 'NETWORK', message: 'offline', isNotSent: true } } as const;
const rejected = (status: number) => ({ error: { status, message: 'rejected', reason: 'Not like this.' } });

type Answer = Answered<{ success: boolean }>;

interface TestFormProps {
  send: (body: object) => Promise<Answer>;
  userId?: number;
}

/** Form whose endpoint has a request id. */
function NoteForm({ send, userId = 7 }: TestFormProps) {
  const form = useStaffForm({
    draft: 'note 7',
    fields: { text: '' },
    body: customerNotesCalls.addNote.body,
    hasRequestKey: true,
    read: ({ text }) => ({ userId, text }),
    problems: { text: 'Enter a note' },
    send,
    afterwards: { text: '' },
  });
  return (
    <form {...form.props}>
      <CompactField {...form.field('text')} label="Text" />
      <button type="submit">{form.isRepeat ? 'Repeat' : 'Send'}</button>
      {form.unsettled !== null && <p>Unsettled: {form.unsettled.text}</p>}
      <FormError title={form.failure} />
    </form>
  );
}

/** Form whose endpoint has no request id. */
function TagForm({ send }: TestFormProps) {
  const form = useStaffForm({
    draft: 'tag 7',
    fields: { tag: '' },
    body: customerTagsCalls.changeTag.body,
    read: ({ tag }) => ({ userId: 7, tag, change: 'add' as const }),
    send,
  });
  return (
    <form {...form.props}>
      <CompactField {...form.field('tag')} label="Text" />
      <button type="submit">Send</button>
      <FormError title={form.failure} />
    </form>
  );
}

function open(Form: typeof NoteForm, props: { userId?: number } = {}) {
  const platform = fakePlatform({});
  const bodies: object[] = [];
  let answer: Answer | Promise<Answer> = DONE;
  const show = () =>
    render(
      <Provider store={createStore(platform)}>
        <PlatformContext value={platform}>
          <StyleProvider>
            <MemoryRouter>
              <Form
                {...props}
                send={(body) => {
                  bodies.push(body);
                  return Promise.resolve(answer);
                }}
              />
              <RepeatQuestion />
            </MemoryRouter>
          </StyleProvider>
        </PlatformContext>
      </Provider>,
    );
  let { unmount } = show();
  const user = userEvent.setup();
  return {
    user,
    bodies,
    stored: () => readTabValue(platform.sessionStorage, 'staffDrafts'),
    answerWith: (next: Answer | Promise<Answer>) => {
      answer = next;
    },
    reload: () => {
      unmount();
      ({ unmount } = show());
    },
    /** Closes the form like the button that closes a dialog. */
    close: () => {
      unmount();
      removeTabValue(platform.sessionStorage, 'staffDrafts');
    },
    type: (text: string) => user.type(screen.getByLabelText('Text'), text),
    send: (name: string | RegExp = /^(Send|Repeat)$/) => user.click(screen.getByRole('button', { name })),
    answerQuestion: async (name: string) => {
      const question = within(await screen.findByRole('dialog', { name: STAFF_OFFLINE_TEXTS.repeat.title }));
      await user.click(question.getByRole('button', { name }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    },
  };
}

const listKeys = (bodies: object[]) => bodies.map((body) => Reflect.get(body, 'requestKey') as string);

it('shows an error of a field, focuses it, and sends nothing until it is corrected', async () => {
  const { bodies, type, send } = open(NoteForm);
  await send();
  expect(screen.getByText('Enter a note')).toBeVisible();
  expect(screen.getByLabelText('Text')).toHaveFocus();
  expect(bodies).toEqual([]);
  await type('x');
  expect(screen.queryByText('Enter a note')).toBeNull();
});

it('shows an error if the schema rejects a value that belongs to no field', async () => {
  const { bodies, type, send } = open(NoteForm, { userId: 0 });
  await type('x');
  await send();
  expect(screen.getByText(DIALOG_TEXTS.failed)).toBeVisible();
  expect(bodies).toEqual([]);
});

it('removes the draft when the change is made, and sends the next change with another request id', async () => {
  const { bodies, stored, type, send } = open(NoteForm);
  for (const count of [1, 2]) {
    await type(' same ');
    expect(stored()?.['note 7']?.texts).toEqual({ text: ' same ' });
    await send();
    await waitFor(() => expect(screen.getByLabelText('Text')).toHaveValue(''));
    expect(bodies).toHaveLength(count);
    expect(stored()).toBeNull();
  }
  expect(bodies[0]).toMatchObject({ userId: 7, text: 'same' });
  expect(new Set(listKeys(bodies)).size).toBe(2);
});

it('keeps the request id of a request that was not sent or was rejected because the session had ended', async () => {
  const { bodies, type, send, answerWith } = open(NoteForm);
  await type('x');
  for (const answer of [LOST, NOT_SENT, rejected(401), rejected(429)]) {
    answerWith(answer);
    await send();
  }
  expect(bodies).toHaveLength(4);
  expect(new Set(listKeys(bodies)).size).toBe(1);
});

it('uses another request id after a rejection', async () => {
  const { bodies, type, send, answerWith } = open(NoteForm);
  answerWith(rejected(409));
  await type('x');
  await send();
  expect(await screen.findByText('Not like this.')).toBeVisible();
  await send();
  expect(new Set(listKeys(bodies)).size).toBe(2);
});

describe('a lost response with a request id', () => {
  it('is settled by the same request without a question, also after a reload', async () => {
    const { bodies, type, send, answerWith, reload } = open(NoteForm);
    answerWith(LOST);
    await type('x');
    await send();
    expect(await screen.findByText(STAFF_OFFLINE_TEXTS.safeToRepeat(DIALOG_TEXTS.change))).toBeVisible();
    reload();
    expect(screen.getByText('Unsettled: x')).toBeVisible();
    answerWith(DONE);
    await send('Repeat');
    await waitFor(() => expect(screen.getByLabelText('Text')).toHaveValue(''));
    expect(bodies[1]).toEqual(bodies[0]);
  });

  it('is followed by a question before another request', async () => {
    const { bodies, type, send, answerWith, answerQuestion, reload } = open(NoteForm);
    answerWith(LOST);
    await type('x');
    await send();
    await screen.findByRole('button', { name: 'Repeat' });
    reload();
    await type('y');
    await send();
    await answerQuestion(DIALOG_TEXTS.cancel);
    expect(bodies).toHaveLength(1);
    answerWith(DONE);
    await send();
    await answerQuestion(STAFF_OFFLINE_TEXTS.repeat.yes);
    await waitFor(() => expect(bodies).toHaveLength(2));
    expect(new Set(listKeys(bodies)).size).toBe(2);
  });

  it('is also remembered if the page is reloaded before there is a response', async () => {
    const { bodies, type, send, answerWith, reload } = open(NoteForm);
    answerWith(new Promise(() => undefined));
    await type('x');
    await send();
    reload();
    answerWith(DONE);
    await send('Repeat');
    await waitFor(() => expect(bodies).toHaveLength(2));
    expect(bodies[1]).toEqual(bodies[0]);
  });
});

it('asks before it repeats a request without a request id, and stores no request body', async () => {
  const { bodies, stored, type, send, answerWith, answerQuestion, reload } = open(TagForm);
  answerWith(LOST);
  await type('vip');
  await send();
  expect(await screen.findByText(STAFF_OFFLINE_TEXTS.unconfirmed(DIALOG_TEXTS.change))).toBeVisible();
  expect(stored()?.['tag 7']?.sent).toEqual({ body: null, isUnconfirmed: true });
  reload();
  answerWith(DONE);
  await send();
  await answerQuestion(STAFF_OFFLINE_TEXTS.repeat.yes);
  await waitFor(() => expect(bodies).toHaveLength(2));
});

it('asks again if the repeated request was rejected because the session had ended', async () => {
  const { bodies, type, send, answerWith, answerQuestion } = open(TagForm);
  await type('vip');
  answerWith(LOST);
  await send();
  answerWith(rejected(401));
  await send();
  await answerQuestion(STAFF_OFFLINE_TEXTS.repeat.yes);
  await send();
  await answerQuestion(DIALOG_TEXTS.cancel);
  expect(bodies).toHaveLength(2);
});

it('stores no draft again if the form was closed before the response', async () => {
  const { stored, type, send, answerWith, close } = open(TagForm);
  let respond: (answer: Answer) => void = () => undefined;
  answerWith(
    new Promise((resolve) => {
      respond = resolve;
    }),
  );
  await type('vip');
  await send();
  expect(stored()).not.toBeNull();
  close();
  await act(() => {
    respond(LOST);
    return Promise.resolve();
  });
  expect(stored()).toBeNull();
});
