/** Tests that the public page about the deletion of an account names everything that remains. */
import '../../../../src/web/screens/deleteAccount/DeleteAccount';
import { screen } from '@testing-library/react';
import {
  BACKUP_DAYS_MAX,
  CUSTOMER_DATA_KINDS,
  type CustomerDataKind,
  DATA_KINDS,
} from '../../../../src/shared/personalData';
import { renderApp } from '../../../support/renderApp';

/** Words of the page about each kind of data that remains after the deletion. */
const REMAINING: Partial<Record<CustomerDataKind, string>> = {
  payments: 'Платежи, возвраты и чеки',
  consents: 'Согласия на списания',
  trialCards: 'Отметка о пробном периоде',
  gifts: 'подаренных месяцев',
  staffAudit: 'действия поддержки',
  erasures: 'отметка об удалении',
};

it('names each kind of data that remains, and for how long backups contain the rest', async () => {
  renderApp('/account/delete');
  const list = await screen.findByRole('list', { name: 'Что останется и почему' });
  const remaining = CUSTOMER_DATA_KINDS.filter((kind) => DATA_KINDS[kind].outlivesAccount);
  expect(Object.keys(REMAINING).sort()).toEqual([...remaining].sort());
  for (const words of Object.values(REMAINING)) expect(list).toHaveTextContent(words);
  expect(list).toHaveTextContent(`до ${String(BACKUP_DAYS_MAX)} дней`);
});
