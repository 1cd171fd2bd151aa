import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { StrictMode, useState } from 'react';
import { useHold } from '../../../../src/web/components/controls/useHold';
import { pointer, type PointerOptions } from '../../../support/pointer';

const onHold = jest.fn();
const onAssistiveClick = jest.fn();

function Subject({ isDisabled = false, now }: { isDisabled?: boolean; now?: () => number }) {
  const { phase, progress, handlers } = useHold({
    onHold,
    onAssistiveClick,
    isDisabled,
    ...(now ? { now } : {}),
  });
  return (
    <button type="button" {...handlers}>
      {phase} {Math.round(progress * 1000)}
    </button>
  );
}

const button = () => screen.getByRole('button');
const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms));
const press = (options: PointerOptions = {}) => pointer.down(button(), options);
const release = (options: PointerOptions = {}) => pointer.up(button(), options);

beforeEach(() => {
  jest.useFakeTimers();
  onHold.mockClear();
  onAssistiveClick.mockClear();
});

afterEach(() => {
  jest.useRealTimers();
  Reflect.deleteProperty(document, 'visibilityState');
});

describe('the 2000 ms', () => {
  it('does nothing after 1999 ms and acts once at 2000 ms [number-6]', () => {
    render(<Subject />);
    press();
    pass(1999);
    expect(onHold).not.toHaveBeenCalled();
    pass(1);
    expect(onHold).toHaveBeenCalledTimes(1);
  });

  it('acts once however long it is held', () => {
    render(<Subject />);
    press();
    pass(60_000);
    release();
    pass(60_000);
    expect(onHold).toHaveBeenCalledTimes(1);
  });

  it('acts once in strict mode', () => {
    render(
      <StrictMode>
        <Subject />
      </StrictMode>,
    );
    press();
    pass(4000);
    expect(onHold).toHaveBeenCalledTimes(1);
  });

  it('updates the progress every 16 ms [number-7]', () => {
    render(<Subject />);
    press();
    expect(button()).toHaveTextContent('holding 0');
    pass(15);
    expect(button()).toHaveTextContent('holding 0');
    pass(1);
    expect(button()).toHaveTextContent('holding 8');
    pass(16);
    expect(button()).toHaveTextContent('holding 16');
    pass(968);
    expect(button()).toHaveTextContent('holding 496');
    pass(1000);
    expect(button()).toHaveTextContent('done 1000');
  });

  it('measures time by the clock, not by the number of updates', () => {
    let time = 5000;
    render(<Subject now={() => time} />);
    press();
    pass(1600);
    expect(button()).toHaveTextContent('holding 0');
    time = 6999;
    pass(16);
    expect(onHold).not.toHaveBeenCalled();
    time = 7000;
    pass(16);
    expect(onHold).toHaveBeenCalledTimes(1);
  });

  it('starts from zero after a release and acts again after a second complete hold', () => {
    render(<Subject />);
    press();
    pass(1999);
    release();
    press();
    pass(1999);
    expect(onHold).not.toHaveBeenCalled();
    pass(1);
    expect(onHold).toHaveBeenCalledTimes(1);
    release();
    press();
    pass(2000);
    expect(onHold).toHaveBeenCalledTimes(2);
  });
});

describe('what resets the progress', () => {
  const hide = () => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    fireEvent(document, new Event('visibilitychange'));
  };
  it.each<[string, () => void]>([
    ['releasing', () => release()], // [flow-42]
    ['leaving', () => pointer.leave(button())], // [flow-42]
    ['a cancelled pointer', () => pointer.cancel(button())],
    ['the button losing the focus', () => fireEvent.blur(button())],
    ['the window losing the focus', () => fireEvent.blur(window)],
    ['the page being hidden', hide],
  ])('%s', (_what, reset) => {
    render(<Subject />);
    press();
    pass(1900);
    reset();
    expect(button()).toHaveTextContent('idle 0');
    pass(10_000);
    expect(onHold).not.toHaveBeenCalled();
  });

  it('is not a visibility change that shows the page', () => {
    render(<Subject />);
    press();
    pass(1000);
    fireEvent(document, new Event('visibilitychange'));
    pass(1000);
    expect(onHold).toHaveBeenCalledTimes(1);
  });

  it('is not another finger that touches and lifts', () => {
    render(<Subject />);
    press({ pointerType: 'touch' });
    pass(1000);
    press({ pointerId: 2, pointerType: 'touch' });
    release({ pointerId: 2 });
    pass(1000);
    expect(onHold).toHaveBeenCalledTimes(1);
  });

  // React renders asynchronously after `pointerleave`, as in browsers outside of `act`.
  it.each([
    ['shows none of it', 1000],
    ['does not act', 1990],
  ])('leaving just before a tick: it %s', async (_what, heldMs) => {
    render(<Subject />);
    press();
    pass(heldMs);
    const environment = globalThis as typeof globalThis & { IS_REACT_ACT_ENVIRONMENT: boolean };
    environment.IS_REACT_ACT_ENVIRONMENT = false;
    try {
      const leave = new MouseEvent('pointerout', { bubbles: true });
      button().dispatchEvent(Object.assign(leave, { pointerId: 1, pointerType: 'mouse', isPrimary: true }));
      jest.advanceTimersByTime(16);
      jest.useRealTimers();
      await waitFor(() => expect(button()).toHaveTextContent('idle 0'));
    } finally {
      environment.IS_REACT_ACT_ENVIRONMENT = true;
    }
    expect(onHold).not.toHaveBeenCalled();
  });

  it('is unmounting, and the action does not run', () => {
    const { unmount } = render(<Subject />);
    press();
    pass(1000);
    unmount();
    pass(5000);
    expect(onHold).not.toHaveBeenCalled();
  });
});

describe('touch', () => {
  it('acts after 2000 ms', () => {
    render(<Subject />);
    press({ pointerType: 'touch' });
    pass(2000);
    expect(onHold).toHaveBeenCalledTimes(1);
  });

  it('prevents the context menu of a long press', () => {
    render(<Subject />);
    press({ pointerType: 'touch' });
    pass(500);
    expect(fireEvent.contextMenu(button())).toBe(false);
    pass(1500);
    expect(onHold).toHaveBeenCalledTimes(1);
  });

  it('releases the pointer capture, so that leaving is detected', () => {
    render(<Subject />);
    const releasePointerCapture = jest.fn();
    Object.assign(button(), { hasPointerCapture: () => true, releasePointerCapture });
    press({ pointerType: 'touch', pointerId: 7 });
    expect(releasePointerCapture).toHaveBeenCalledWith(7);
  });
});

describe('mouse', () => {
  it('ignores the other buttons and leaves their menu alone', () => {
    render(<Subject />);
    press({ button: 2 });
    expect(fireEvent.contextMenu(button())).toBe(true);
    pass(3000);
    expect(onHold).not.toHaveBeenCalled();
  });
});

describe.each([
  ['Space', ' '],
  ['Enter', 'Enter'],
])('a held %s', (_name, key) => {
  const keyDown = (options: object = {}) => fireEvent.keyDown(button(), { key, ...options });
  const keyUp = (other = key) => fireEvent.keyUp(button(), { key: other });

  it('acts once after 2000 ms, whatever the key repeats', () => {
    render(<Subject />);
    keyDown();
    for (let held = 0; held < 1984; held += 32) {
      pass(32);
      keyDown({ repeat: true });
    }
    expect(onHold).not.toHaveBeenCalled();
    pass(16);
    expect(onHold).toHaveBeenCalledTimes(1);
    for (let held = 0; held < 4000; held += 32) {
      pass(32);
      keyDown({ repeat: true });
    }
    expect(onHold).toHaveBeenCalledTimes(1);
  });

  it('resets when the key is released', () => {
    render(<Subject />);
    keyDown();
    pass(1999);
    keyUp();
    expect(button()).toHaveTextContent('idle 0');
    pass(5000);
    expect(onHold).not.toHaveBeenCalled();
  });

  it('does not start by a repeat of a key pressed elsewhere', () => {
    render(<Subject />);
    keyDown({ repeat: true });
    pass(3000);
    expect(onHold).not.toHaveBeenCalled();
  });

  it('continues when another key is released', () => {
    render(<Subject />);
    keyDown();
    pass(1000);
    keyUp('Shift');
    pass(1000);
    expect(onHold).toHaveBeenCalledTimes(1);
  });

  it('causes no click', () => {
    render(<Subject />);
    expect(keyDown()).toBe(false);
    expect(keyUp()).toBe(false);
  });
});

it('ignores the other keys', () => {
  render(<Subject />);
  expect(fireEvent.keyDown(button(), { key: 'Tab' })).toBe(true);
  fireEvent.keyDown(button(), { key: 'a' });
  pass(3000);
  expect(onHold).not.toHaveBeenCalled();
});

describe('a click', () => {
  it('without a pointer comes from assistive technology and acts', () => {
    render(<Subject />);
    fireEvent.click(button(), { detail: 0 });
    expect(onAssistiveClick).toHaveBeenCalledTimes(1);
    expect(onHold).not.toHaveBeenCalled();
  });

  it('with a pointer does nothing', () => {
    render(<Subject />);
    fireEvent.click(button(), { detail: 1 });
    pass(3000);
    expect(onAssistiveClick).not.toHaveBeenCalled();
    expect(onHold).not.toHaveBeenCalled();
  });
});

describe('while disabled', () => {
  it('nothing starts', () => {
    render(<Subject isDisabled />);
    press();
    fireEvent.keyDown(button(), { key: 'Enter' });
    fireEvent.click(button(), { detail: 0 });
    pass(3000);
    expect(onHold).not.toHaveBeenCalled();
    expect(onAssistiveClick).not.toHaveBeenCalled();
  });

  it('a hold is cancelled, and does not continue when enabled again', () => {
    const { rerender } = render(<Subject />);
    press();
    pass(1500);
    rerender(<Subject isDisabled />);
    pass(100);
    rerender(<Subject />);
    expect(button()).toHaveTextContent('idle 0');
    pass(5000);
    expect(onHold).not.toHaveBeenCalled();
  });

  it('a completed hold does not act again if the finger is still down after the action', () => {
    function Busy() {
      const [isBusy, setIsBusy] = useState(false);
      onHold.mockImplementation(() => setIsBusy(true));
      return (
        <>
          <Subject isDisabled={isBusy} />
          <a href="#over" onClick={() => setIsBusy(false)}>
            over
          </a>
        </>
      );
    }
    render(<Busy />);
    press();
    pass(2500);
    fireEvent.click(screen.getByRole('link'));
    pass(10_000);
    release();
    expect(onHold).toHaveBeenCalledTimes(1);
    onHold.mockReset();
  });
});
