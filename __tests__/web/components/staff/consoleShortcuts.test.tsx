/** Tests single-key shortcuts, which console screens register and which the console frame runs. */
import { fireEvent, render, screen } from '@testing-library/react';
import { useEffect } from 'react';
import {
  keyName,
  runShortcut,
  useConsoleShortcut,
  useShortcutList,
} from '../../../../src/web/components/staff/consoleShortcuts';

const run = jest.fn();

function Action({ isAllowed }: { isAllowed: boolean }) {
  useConsoleShortcut(isAllowed ? { key: 'KeyR', label: 'Refund', run } : null);
  return null;
}

function Page({ isAllowed = true, children }: { isAllowed?: boolean; children?: React.ReactNode }) {
  const labels = useShortcutList().map(({ key, label }) => `${keyName(key ?? '')} ${label}`);
  useEffect(() => {
    document.addEventListener('keydown', runShortcut);
    return () => document.removeEventListener('keydown', runShortcut);
  }, []);
  return (
    <>
      <Action isAllowed={isAllowed} />
      <p>{labels.join()}</p>
      <button type="button">button</button>
      <input aria-label="field" />
      {children}
    </>
  );
}

const press = (init: KeyboardEventInit, target: Element = document.body) =>
  fireEvent.keyDown(target, { code: 'KeyR', key: 'r', ...init });

afterEach(() => run.mockClear());

it('runs on every keyboard layout, and also while a button has the focus', () => {
  render(<Page />);
  expect(screen.getByText('R Refund')).toBeVisible();
  press({ key: 'к' });
  press({}, screen.getByRole('button'));
  expect(run).toHaveBeenCalledTimes(2);
});

it('does nothing while the agent types, with a modifier key, or while the key is held down', () => {
  render(<Page />);
  press({}, screen.getByLabelText('field'));
  for (const modifier of ['ctrlKey', 'metaKey', 'altKey', 'shiftKey', 'repeat', 'isComposing'])
    press({ [modifier]: true });
  press({ code: 'KeyK' });
  expect(run).not.toHaveBeenCalled();
});

it.each(['dialog', 'menu'])('does nothing while a %s is open', (role) => {
  render(
    <Page>
      <div role={role} />
    </Page>,
  );
  press({});
  expect(run).not.toHaveBeenCalled();
});

it('is not registered without permission or after the screen is left', () => {
  const { rerender, unmount } = render(<Page />);
  rerender(<Page isAllowed={false} />);
  expect(screen.queryByText('R Refund')).toBeNull();
  press({});
  rerender(<Page />);
  unmount();
  press({});
  expect(run).not.toHaveBeenCalled();
});
