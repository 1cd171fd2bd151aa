/** Tests that an error in one part of the console leaves the rest usable, and does not look like a failed change. */
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactElement, useState } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter, useNavigate } from 'react-router-dom';
import { createStore } from '../../../../src/web/app/store';
import { ConsoleDialog } from '../../../../src/web/components/staff/ConsoleDialog';
import { Panel } from '../../../../src/web/components/staff/Panel';
import { StaffFrame } from '../../../../src/web/components/staff/StaffFrame';
import { useStaffChange } from '../../../../src/web/components/staff/useStaffChange';
import { PlatformContext } from '../../../../src/web/platform/PlatformContext';
import { StyleProvider } from '../../../../src/web/theme/StyleProvider';
import { openToasts } from '../../../../src/web/toasts/toasts';
import { takeConsole } from '../../../support/consoleSpy';
import { fakePlatform } from '../../../support/fakePlatform';

const NOTICE = 'This part of the page can’t be shown';

function show(screenUnderTest: ReactElement, platform = fakePlatform()) {
  render(
    <PlatformContext value={platform}>
      <Provider store={createStore(platform)}>
        <StyleProvider>
          <MemoryRouter>{screenUnderTest}</MemoryRouter>
        </StyleProvider>
      </Provider>
    </PlatformContext>,
  );
  return platform;
}

let isBroken = true;

function Broken() {
  if (isBroken) throw new TypeError('x is not a function');
  return <p>Repaired</p>;
}

/** Panel whose content fails to render after its change was made, and in which the caller decides the response. */
function Changing({
  answer,
}: {
  answer: () => Promise<{ data: object } | { error: { status: 'TIMEOUT'; message: string } }>;
}) {
  const { send } = useStaffChange();
  const [isAfterwards, setAfterwards] = useState(false);
  const change = async () => {
    await send(answer, () => undefined);
    setAfterwards(true);
  };
  return (
    <Panel title="Changed">
      {isAfterwards ? <Broken /> : <button onClick={() => void change()}>Change</button>}
    </Panel>
  );
}

beforeEach(() => {
  isBroken = true;
  takeConsole();
});

it('a panel that fails leaves the other panels usable, is reported, and can be tried again', async () => {
  const platform = show(
    <StaffFrame title="Screen">
      <Panel title="First">
        <Broken />
      </Panel>
      <Panel title="Second">
        <button>Works</button>
      </Panel>
    </StaffFrame>,
  );
  expect(screen.getByRole('heading', { name: NOTICE })).toBeVisible();
  expect(screen.getByRole('heading', { name: 'First' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Works' })).toBeVisible();
  expect(platform.reports).toContainEqual({ event: 'panelFailed', details: { name: 'TypeError' } });
  isBroken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(screen.getByText('Repaired')).toBeVisible();
});

it('a dialog that fails can be closed', async () => {
  const onClose = jest.fn();
  show(
    <ConsoleDialog title="Dialog" closeButton onClose={onClose}>
      <Broken />
    </ConsoleDialog>,
  );
  expect(screen.getByRole('heading', { name: NOTICE })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(onClose).toHaveBeenCalledTimes(1);
});

it('a screen that failed is rendered again at another address', async () => {
  function Elsewhere() {
    const navigate = useNavigate();
    return <button onClick={() => void navigate('/?id=2')}>Next customer</button>;
  }
  show(
    <>
      <StaffFrame title="Screen">
        <Broken />
      </StaffFrame>
      <Elsewhere />
    </>,
  );
  expect(screen.getByRole('heading', { name: NOTICE })).toBeVisible();
  isBroken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Next customer' }));
  expect(screen.getByText('Repaired')).toBeVisible();
});

it.each([
  ['was made', () => Promise.resolve({ data: {} }), 'Your last change was made.'],
  [
    'is unknown',
    () => Promise.resolve({ error: { status: 'TIMEOUT', message: '' } } as const),
    'Your last change may have been made. Check before you repeat it.',
  ],
])('a change that %s is reported so if its effect cannot be shown', async (_outcome, answer, words) => {
  show(<Changing answer={answer} />);
  await userEvent.click(screen.getByRole('button', { name: 'Change' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(words);
});

it('a change is reported as made if the code that shows its effect throws', async () => {
  function Form() {
    const { send, failure } = useStaffChange();
    const change = () =>
      send(
        () => Promise.resolve({ data: {} }),
        () => {
          throw new TypeError('x is not a function');
        },
      );
    return (
      <>
        <button onClick={() => void change()}>Change</button>
        <p>{failure}</p>
      </>
    );
  }
  show(<Form />);
  await userEvent.click(screen.getByRole('button', { name: 'Change' }));
  expect(openToasts().map(({ text }) => text)).toEqual(['Your last change was made.']);
  expect(screen.queryByText(/went wrong/)).toBeNull();
});
