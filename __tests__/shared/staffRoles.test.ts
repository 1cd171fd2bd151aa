/** Tests the rights of each staff role. */
import { hasRight, ROLE_RIGHTS, rolesWith, STAFF_RIGHTS, type StaffRight } from '../../src/shared/staffRoles';

const rightsIn = (role: string, table?: Readonly<Record<string, readonly StaffRight[]>>) =>
  STAFF_RIGHTS.filter((right) => hasRight(role, right, table));

it.each([
  ['support', ['ownAccount', 'readCustomers', 'helpCustomers', 'readGifts']],
  [
    'senior',
    [
      'ownAccount',
      'readCustomers',
      'helpCustomers',
      'refund',
      'moderateNotes',
      'recoverAccounts',
      'pushMany',
      'readGifts',
      'makeGifts',
    ],
  ],
  ['admin', [...STAFF_RIGHTS]],
])('%s has exactly the listed rights', (role, rights) => {
  expect(rightsIn(role)).toEqual(rights);
});

it('returns the roles that have a right', () => {
  expect(rolesWith('refund')).toEqual(['senior', 'admin']);
  expect(rolesWith('manageTeam')).toEqual(['admin']);
});

it.each([undefined, null, '', 'auditor', 'toString', '__proto__'])('gives %p no right', (role) => {
  expect(STAFF_RIGHTS.filter((right) => hasRight(role, right))).toEqual([]);
});

it('supports a role outside the hierarchy with one additional row', () => {
  const table = { ...ROLE_RIGHTS, auditor: ['ownAccount', 'readAudit'] as const };
  expect(rightsIn('auditor', table)).toEqual(['ownAccount', 'readAudit']);
  expect(rightsIn('support', table)).toEqual(rightsIn('support'));
});
