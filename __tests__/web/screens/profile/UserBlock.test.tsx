import { screen } from '@testing-library/react';
import { UserBlock } from '../../../../src/web/screens/profile/UserBlock';
import { renderInProduct } from '../../../support/renderInProduct';

const show = (email: string | null) =>
  renderInProduct(
    <UserBlock
      email={email}
      photoUrl={null}
      status="ACTIVE"
      statusText="подписка активна"
      isChecking={false}
      onChangeUser={() => undefined}
    />,
  );

it('shows the email of the signed-in customer', () => {
  show('stranger@example.com');
  expect(screen.getByTitle('stranger@example.com')).toBeVisible();
  expect(screen.queryByText('некий неизвестный')).not.toBeInTheDocument();
});

it.each([null, ''])('shows the address %j as «некий неизвестный» [screen-61]', (email) => {
  show(email);
  expect(screen.getByText('некий неизвестный')).toBeVisible();
  expect(screen.getByText('подписка активна')).toBeVisible();
});
