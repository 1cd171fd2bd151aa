import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { UNDO_TOAST_MS } from '../../../../src/shared/constants';
import { ToastHost } from '../../../../src/web/components/toasts/ToastHost';
import { type LoadingToast, toast } from '../../../../src/web/toasts/toasts';
import { renderApp } from '../../../support/renderApp';
import { renderInProduct } from '../../../support/renderInProduct';
import { takeToasts } from '../../../support/toasts';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
const isGone = (text: string) => waitFor(() => expect(screen.queryByText(text)).not.toBeInTheDocument());
const findCard = (text: string) => screen.getByText(text).closest<HTMLElement>('[data-toast]')!;

async function show(type: Exclude<keyof typeof toast, 'undo'>, text: string) {
  act(() => void toast[type](text));
  return screen.findByText(text);
}

it('shows each type of toast and announces it to screen readers [error-35, screen-1]', async () => {
  renderInProduct(<ToastHost />);
  expect(await show('info', 'info text')).toBeVisible();
  for (const [type, role, word] of [
    ['info', 'status', 'К сведению: '],
    ['success', 'status', 'Готово: '],
    ['warning', 'alert', 'Внимание: '],
    ['error', 'alert', 'Ошибка: '],
    ['loading', 'status', 'Подожди: '],
  ] as const) {
    await show(type, `${type} text 2`);
    const card = findCard(`${type} text 2`);
    expect(card.parentElement).toHaveAttribute('role', role);
    expect(card).toHaveTextContent(`${word}${type} text 2`);
  }
});

it('shows toasts that were queued before it was mounted', async () => {
  toast.error('said by a flow at the very start');
  renderInProduct(<ToastHost />);
  expect(await screen.findByText('said by a flow at the very start')).toBeVisible();
});

it('has notistack after the first input, and leaves an open toast as it is until it closes', async () => {
  takeToasts();
  const { container } = renderInProduct(<ToastHost />);
  const stack = () => container.querySelector('.notistack-SnackbarContainer');
  await show('info', 'before the first input');
  const card = findCard('before the first input');
  expect(stack()).toBeNull();
  fireEvent.keyDown(document.body, { key: 'Tab' });
  await pass(1000);
  expect(stack()).toBeNull();
  expect(findCard('before the first input')).toBe(card);
  await pass(4500);
  await isGone('before the first input');
  await show('info', 'after the first input');
  expect(stack()).toContainElement(findCard('after the first input'));
});

it('shows no toasts of a previous application', async () => {
  jest.useRealTimers();
  toast.error('shown by a flow at the very end');
  renderApp('/login');
  await screen.findByRole('heading', { level: 1 });
  await show('info', 'shown by this application');
  expect(screen.queryByText('shown by a flow at the very end')).not.toBeInTheDocument();
});

it('offers an undo for longer than other toasts stay, and once', async () => {
  const onPress = jest.fn();
  renderInProduct(<ToastHost />);
  act(() => toast.undo('removed', { label: 'Undo', onPress }));
  await screen.findByText('removed');
  await pass(UNDO_TOAST_MS - 500);
  expect(screen.getByText('removed')).toBeVisible();
  await pass(700);
  await isGone('removed');
  act(() => toast.undo('removed again', { label: 'Undo', onPress }));
  const undo = await screen.findByRole('button', { name: 'Undo' });
  // The second press happens during the exit animation.
  fireEvent.click(undo);
  fireEvent.click(undo);
  await isGone('removed again');
  expect(onPress).toHaveBeenCalledTimes(1);
});

it('closes by itself after 5 s [number-15, screen-2]', async () => {
  renderInProduct(<ToastHost />);
  const text = await show('info', 'closes by itself');
  await pass(4500);
  expect(text).toBeVisible();
  await pass(700);
  await isGone('closes by itself');
});

it('keeps the loading toast until its action settles, and replaces it with the result', async () => {
  renderInProduct(<ToastHost />);
  let loading: LoadingToast | undefined;
  act(() => void (loading = toast.loading('takes its time')));
  const text = await screen.findByText('takes its time');
  await pass(60_000);
  expect(text).toBeVisible();
  act(() => loading?.settle('success', 'is done'));
  expect(await screen.findByText('is done')).toBeVisible();
  await isGone('takes its time');
  act(() => loading?.settle('error', 'is not said twice'));
  await pass(6000);
  await isGone('is done');
  expect(screen.queryByText('is not said twice')).not.toBeInTheDocument();
});

it('removes a loading toast without a result', async () => {
  renderInProduct(<ToastHost />);
  let loading: LoadingToast | undefined;
  act(() => void (loading = toast.loading('goes silently')));
  await screen.findByText('goes silently');
  act(() => loading?.dismiss());
  await pass(1000);
  await isGone('goes silently');
});

it('pauses while the pointer is on it, and then continues [number-15, screen-4]', async () => {
  renderInProduct(<ToastHost />);
  const text = await show('info', 'hovered');
  await pass(3000);
  fireEvent.mouseEnter(findCard('hovered').parentElement!);
  await pass(60_000);
  expect(text).toBeVisible();
  fireEvent.mouseLeave(findCard('hovered').parentElement!);
  await pass(1000);
  expect(text).toBeVisible();
  await pass(1500);
  await isGone('hovered');
});

it('gets the focus by Alt+T on any keyboard layout, stays open while focused, and closes by Esc [number-16]', async () => {
  renderInProduct(<ToastHost />);
  await show('info', 'older');
  await show('warning', 'newer');
  fireEvent.keyDown(document.body, { code: 'KeyT', key: 'е', altKey: true });
  expect(findCard('newer')).toHaveFocus();
  await pass(30_000);
  await isGone('older');
  expect(screen.getByText('newer')).toBeVisible();
  fireEvent.keyDown(findCard('newer'), { key: 'Escape' });
  await pass(1000);
  await isGone('newer');
});

it('shows at most four: a further one closes the oldest', async () => {
  renderInProduct(<ToastHost />);
  for (const text of ['first', 'second', 'third', 'fourth', 'fifth']) await show('info', text);
  await isGone('first');
  for (const text of ['second', 'third', 'fourth', 'fifth']) expect(screen.getByText(text)).toBeVisible();
  await pass(6000);
  await isGone('fifth');
});

it('closes by its button', async () => {
  renderInProduct(<ToastHost />);
  await show('success', 'closed by hand');
  fireEvent.click(screen.getByRole('button', { name: 'Закрыть уведомление' }));
  await pass(1000);
  await isGone('closed by hand');
});
