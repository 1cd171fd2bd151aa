import '../../../../src/web/screens/shop/Shop';
import { screen, waitFor } from '@testing-library/react';
import { OFFER_TERMS } from '../../../../src/shared/offerTerms';
import { periodWords } from '../../../../src/shared/offerWords';
import { shopResponse, storedCustomer, storedVisitor } from '../../../support/customer';
import { fakePlatform } from '../../../support/fakePlatform';
import { TRY_FREE, TRY_FREE_ON_MOBILE } from '../../../support/offer';
import { renderApp } from '../../../support/renderApp';
import { scriptedApi } from '../../../support/scriptedApi';

function openMobileShop(kind: 'trial' | 'renewal', stored = storedVisitor()) {
  const server = scriptedApi();
  server.on('shop/getShop', shopResponse(kind));
  const app = renderApp('/mobileShop', { platform: fakePlatform({ fetch: server.fetch, stored }) });
  return { ...app, server };
}

it('promises 2 days and requests this trial from the server [flow-25, number-3, screen-44]', async () => {
  const { server } = openMobileShop('trial');
  expect(await screen.findByRole('button', { name: TRY_FREE_ON_MOBILE })).toBeVisible();
  // The screen also explains why the charge is later than the end of the 2 days.
  expect(
    screen.getByText(
      `На самом деле бесплатно ${periodWords(OFFER_TERMS.webTrialDays).nominative}: первое списание будет в указанную дату.`,
      { exact: false },
    ),
  ).toBeVisible();
  expect(screen.queryByText(TRY_FREE)).not.toBeInTheDocument();
  expect(server.callsTo('shop/getShop')[0]?.body).toMatchObject({ variant: 'mobile' });
});

it('offers the renewal after the first payment [flow-24]', async () => {
  openMobileShop('renewal');
  expect(await screen.findByRole('button', { name: 'Возобновить подписку' })).toBeVisible();
});

it('leads a signed-out visitor through the sign-in back to this screen', async () => {
  const { user, address, platform } = openMobileShop('trial', {});
  await user.click(await screen.findByRole('button', { name: TRY_FREE_ON_MOBILE }));
  await waitFor(() => expect(address()).toBe('/login'));
  expect(platform.sessionStorage.get('wayBack')).toBe('/mobileShop');
});

it('goes to /profile when the subscription is active already [flow-22]', async () => {
  const { address } = openMobileShop('trial', storedCustomer());
  await waitFor(() => expect(address()).toBe('/profile'));
});
