import { screen } from '@testing-library/react';
import type { SubmitEvent } from 'react';
import { PrimaryButton } from '../../../../src/web/components/controls/PrimaryButton';
import { SecondaryButton } from '../../../../src/web/components/controls/SecondaryButton';
import { TextLink } from '../../../../src/web/components/controls/TextLink';
import { renderInProduct } from '../../../support/renderInProduct';

describe.each([
  ['PrimaryButton', PrimaryButton],
  ['SecondaryButton', SecondaryButton],
])('%s', (_name, Action) => {
  it('acts on click', async () => {
    const act = jest.fn();
    const { user } = renderInProduct(<Action onClick={act}>Дальше</Action>);
    await user.click(screen.getByRole('button', { name: 'Дальше' }));
    expect(act).toHaveBeenCalledTimes(1);
  });

  it('does not act while it is loading, keeps the focus and shows the loading label', async () => {
    const act = jest.fn();
    const submitted = jest.fn((event: SubmitEvent<HTMLFormElement>) => event.preventDefault());
    const { user } = renderInProduct(
      <form onSubmit={submitted}>
        <Action type="submit" loading loadingLabel="Отправляем" onClick={act}>
          Дальше
        </Action>
      </form>,
    );
    const button = screen.getByRole('button', { name: 'Отправляем' });
    await user.tab();
    expect(button).toHaveFocus();
    await user.click(button);
    await user.keyboard('{Enter}');
    expect(act).not.toHaveBeenCalled();
    expect(submitted).not.toHaveBeenCalled();
  });

  it('is a link element if it has a target', () => {
    renderInProduct(
      <>
        <Action to="/inside">Внутри</Action>
        <Action href="https://outside.example/">Снаружи</Action>
      </>,
    );
    expect(screen.getByRole('link', { name: 'Внутри' })).toHaveAttribute('href', '/inside');
    expect(screen.getByRole('link', { name: 'Снаружи' })).toHaveAttribute('href', 'https://outside.example/');
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });
});

it('TextLink is a button if it has an action and a link if it has a target', async () => {
  const act = jest.fn();
  const { user } = renderInProduct(
    <>
      <TextLink onClick={act}>сделать</TextLink>
      <TextLink to="/inside">перейти</TextLink>
    </>,
  );
  await user.click(screen.getByRole('button', { name: 'сделать' }));
  expect(act).toHaveBeenCalledTimes(1);
  expect(screen.getByRole('link', { name: 'перейти' })).toHaveAttribute('href', '/inside');
});
