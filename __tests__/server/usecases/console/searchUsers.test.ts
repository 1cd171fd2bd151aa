/** Tests that the customer search finds an address by any part of it and in every form in which it is written. */
import { desc, like } from 'drizzle-orm';
import { staffAudit } from '../../../../src/server/store/schema/staff';
import { emailIdentity, openAccount } from '../../../../src/server/usecases/accounts/accounts';
import { startTestServer, type TestServer } from '../../../support/server';
import { signInStaffAs } from '../../../support/signIn';

const SIDOROVA = 'анна.сидорова@пример.рф';
const PETROV = 'anton.petrov@example.com';

let server: TestServer;
let token: string;

beforeEach(async () => {
  server = await startTestServer();
  token = (await signInStaffAs(server, 'admin')).accessToken;
  for (const email of [SIDOROVA, PETROV, 'anna@example.com', 'мария@почта.рф'])
    await openAccount(server.db, server.deps, emailIdentity(email));
});

const found = async (emailPart: string) => {
  const { status, body } = await server.call('searchUsers', { token, query: { emailPart } });
  expect(status).toBe(200);
  return body.content.map(({ email }) => email);
};

it.each([
  'сидорова',
  'СИДОРОВА',
  'дор',
  'анна.си',
  '@пример',
  'xn--e1afmkfd',
  'анна.сидорова@xn--e1afmkfd.xn--p1ai',
  '"Анна Сидорова" <анна.сидорова@пример.рф>',
  '"анна.сидорова"@пример.рф',
  'ан***ва@пример.рф',
  'а***@пр***.рф',
])('finds Cyrillic letters: %s', async (part) => {
  expect(await found(part)).toEqual([SIDOROVA]);
});

it.each([
  'an***v@example.com',
  'a•••.petrov@e•••.com',
  '***petrov@example.com',
  'mailto:Anton.Petrov@Example.com',
])('finds an address by %s', async (part) => {
  expect(await found(part)).toEqual([PETROV]);
});

it('takes the wildcards of LIKE as they are in an address with hidden characters', async () => {
  expect(await found('an***_@example.com')).toEqual([]);
  expect(await found('an***%@example.com')).toEqual([]);
});

it('writes the address to the audit log, and not the text around it', async () => {
  await found('Антон <anton.petrov@example.com>');
  await server.call('findUsers', { token, body: { value: 'Антон <anton.petrov@example.com>' } });
  const rows = await server.db
    .select({ details: staffAudit.details })
    .from(staffAudit)
    .where(like(staffAudit.action, '%Users'))
    .orderBy(desc(staffAudit.id));
  expect(rows.map(({ details }) => details)).toEqual([
    expect.objectContaining({ value: PETROV }),
    expect.objectContaining({ emailPart: PETROV }),
  ]);
});
