import { ThemeProvider } from '@mui/material/styles';
import { act, fireEvent, render, screen, waitForElementToBeRemoved, within } from '@testing-library/react';
import { HoldButton, type HoldButtonProps } from '../../../../src/web/components/controls/HoldButton';
import { theme } from '../../../../src/web/theme/theme';
import { pointer } from '../../../support/pointer';

const QUESTION = { title: 'Отменить подписку?', explanation: 'Доступ останется.', yes: 'Отменить' };

const onHold = jest.fn();
const matchMediaOfSetup = window.matchMedia;

function show(props: Partial<HoldButtonProps> = {}) {
  return render(
    <ThemeProvider theme={theme}>
      <HoldButton onHold={onHold} question={QUESTION} {...props}>
        Управлять подпиской
      </HoldButton>
    </ThemeProvider>,
  );
}

const button = () => screen.getByRole('button', { name: 'Управлять подпиской' });
const fill = () => button().querySelector<HTMLElement>('[data-hold-fill]')!.style.transform;
const said = () => screen.getByRole('status').textContent;
const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms));

beforeEach(() => {
  jest.useFakeTimers();
  onHold.mockClear();
});
afterEach(() => {
  jest.useRealTimers();
  window.matchMedia = matchMediaOfSetup;
});

it('acts at 2000 ms and not at 1999 ms [number-6]', () => {
  show();
  pointer.down(button());
  pass(1999);
  expect(onHold).not.toHaveBeenCalled();
  pass(1);
  expect(onHold).toHaveBeenCalledTimes(1);
});

it('fills with the progress and drains on release [flow-42]', () => {
  show();
  expect(fill()).toBe('scaleX(0)');
  pointer.down(button());
  pass(500);
  expect(fill()).toBe('scaleX(0.248)');
  pass(500);
  expect(fill()).toBe('scaleX(0.496)');
  pointer.up(button());
  expect(fill()).toBe('scaleX(0)');
  pass(3000);
  expect(onHold).not.toHaveBeenCalled();
});

it('fills in four steps if the user prefers reduced motion', () => {
  window.matchMedia = (query: string) =>
    Object.assign(new EventTarget(), {
      matches: query === '(prefers-reduced-motion: reduce)',
      media: query,
      onchange: null,
      addListener: jest.fn(),
      removeListener: jest.fn(),
    });
  show();
  pointer.down(button());
  pass(480);
  expect(fill()).toBe('scaleX(0)');
  pass(32);
  expect(fill()).toBe('scaleX(0.25)');
  pass(480);
  expect(fill()).toBe('scaleX(0.25)');
  pass(1200);
  expect(onHold).toHaveBeenCalledTimes(1);
});

it('reports its progress to assistive technology', () => {
  show();
  expect(said()).toBe('');
  pointer.down(button());
  expect(said()).toBe('Удерживай две секунды');
  pass(1008);
  expect(said()).toBe('Ещё секунду');
  pass(992);
  expect(said()).toBe('Готово');
  pointer.up(button());
  expect(said()).toBe('');
});

it('announces the remaining time', () => {
  show({ layout: 'row' });
  pointer.down(screen.getByRole('button'));
  expect(screen.getByText('держи…')).toBeVisible();
  pass(1008);
  expect(screen.getByText('ещё секунду…')).toBeVisible();
  pointer.leave(screen.getByRole('button'));
  expect(screen.queryByText('ещё секунду…')).not.toBeInTheDocument();
});

it('waits while its action runs, and keeps the focus', () => {
  show({ isBusy: true });
  expect(button()).toHaveAttribute('aria-disabled', 'true');
  expect(button()).toHaveAttribute('aria-busy', 'true');
  button().focus();
  expect(button()).toHaveFocus();
  pointer.down(button());
  pass(3000);
  fireEvent.click(button(), { detail: 0 });
  expect(onHold).not.toHaveBeenCalled();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

describe('pressed by assistive technology', () => {
  const ask = () => {
    jest.useRealTimers();
    show();
    fireEvent.click(button(), { detail: 0 });
    return screen.findByRole('dialog', { name: QUESTION.title });
  };

  it('asks for a confirmation, and acts once after the confirmation', async () => {
    const dialog = await ask();
    expect(dialog).toHaveAccessibleDescription(QUESTION.explanation);
    expect(onHold).not.toHaveBeenCalled();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Отменить' }));
    await waitForElementToBeRemoved(dialog);
    expect(onHold).toHaveBeenCalledTimes(1);
  });

  it('does nothing if the user declines', async () => {
    const dialog = await ask();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Не надо' }));
    await waitForElementToBeRemoved(dialog);
    expect(onHold).not.toHaveBeenCalled();
  });

  it('does nothing on Escape', async () => {
    const dialog = await ask();
    fireEvent.keyDown(dialog, { key: 'Escape' });
    await waitForElementToBeRemoved(dialog);
    expect(onHold).not.toHaveBeenCalled();
  });
});

it('does nothing on a pointer click', () => {
  show();
  fireEvent.click(button(), { detail: 1 });
  pass(3000);
  expect(onHold).not.toHaveBeenCalled();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});
