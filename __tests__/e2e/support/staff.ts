/** Common steps of the browser tests for the staff console. */
import type { APIRequestContext, Page } from '@playwright/test';
import type { Sandbox } from './sandbox';
import { payForTrial } from './trialPayment';

/** The first admin, as the configuration of the browser tests creates it. */
export const FIRST_ADMIN = { username: 'admin', password: 'correct horse battery staple' };

/** Signs in on /capitulum as a user does, and waits for /adept. */
export async function signInAsStaff(page: Page, staff = FIRST_ADMIN): Promise<void> {
  await page.goto('/capitulum');
  await page.getByLabel('Username').fill(staff.username);
  await page.getByLabel('Password').fill(staff.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/adept');
}

/** Sends a staff request as the first admin. The request uses a separate sign-in, so it affects no open page. */
async function callAsStaff<ResponseBody>(
  request: APIRequestContext,
  path: string,
  { params, data = {} }: { params?: Record<string, string>; data?: object },
): Promise<ResponseBody> {
  const signIn = await request.post('/api/auth/login', { data: FIRST_ADMIN });
  const { accessToken } = (await signIn.json()) as { accessToken: string };
  const response = await request.post(`/api/panel/${path}`, {
    ...(params && { params }),
    data,
    headers: { Authorization: `Bearer ${accessToken}` },
  });
  return (await response.json()) as ResponseBody;
}

/** Returns the id of a customer in the console. */
export async function findUserId(request: APIRequestContext, email: string): Promise<number> {
  const { content } = await callAsStaff<{ content: { id: number }[] }>(request, 'users/search', {
    params: { emailPart: email },
  });
  const [user] = content;
  if (user === undefined) throw new Error(`${email} was not found`);
  return user.id;
}

/** Creates a staff account with the role, and resolves to its sign-in. */
export async function newColleague(request: APIRequestContext, username: string, role: string) {
  const colleague = { username, password: 'quiet lantern over water' };
  await callAsStaff(request, 'team/create', { data: { ...colleague, role } });
  return colleague;
}

/** Creates a gift as a staff member does. Resolves to the key of the gift. */
export async function newGift(request: APIRequestContext, months: number): Promise<string> {
  const gift = await callAsStaff<{ activationKey: string }>(request, 'createGift', { data: { months } });
  return gift.activationKey;
}

/** Creates a customer with a paid trial and a device. Resolves to the path of the customer page. */
export async function payingCustomer(
  request: APIRequestContext,
  sandbox: Sandbox,
  email: string,
): Promise<string> {
  const session = await sandbox.session(email);
  await sandbox.device(email, 'Samsung Galaxy S24 Ultra');
  const post = async (path: string, data: object, token?: string): Promise<unknown> => {
    const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` };
    return (await request.post(path, { data, headers })).json();
  };
  await payForTrial(post, session);
  return `/crucify?id=${String(await findUserId(request, email))}`;
}
