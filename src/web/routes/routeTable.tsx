/** Route table of the application: every route with its guard and its screen. */
import type { ComponentType } from 'react';
import { type LoaderFunction, matchRoutes, redirect, type RouteObject } from 'react-router-dom';
import { type ApplicationStart, FRAGMENT } from '../../shared/prerenderedPage';
import { OpeningScreen } from '../components/frame/OpeningScreen';
import type { FlowStore } from '../flows/flow';
import type { IdentityField } from '../identity/identityState';
import { FORMER_PATHS, type Path, PATHS } from '../navigation/paths';
import { loadChunk, preloadQuietly } from '../platform/chunks';
import type { Platform } from '../platform/platform';
import type { TabValueName } from '../tabStorage/tabStorage';
import { COMMON_TEXTS } from '../texts/common';
import { confirmLoader, giftConfirmLoader, refreshLoader } from './actionLoaders';
import { RouteError } from './errorBoundary';
import { giftLoader } from './giftLoader';
import { Guarded } from './Guarded';
import { type AskingImport, askingLoader, guardLoader, profileLoader, staffHomeLoader } from './guardLoader';
import type { GuardName } from './guards';
import { RootLayout } from './RootLayout';

/** Function that loads the chunk of a screen. Repeated calls use the loaded chunk. */
type ScreenImport = () => Promise<{ default: ComponentType }>;

const landing: ScreenImport = () => import('../screens/landing/Landing');
const login: ScreenImport = () => import('../screens/login/Login');
const wait: ScreenImport = () => import('../screens/wait/Wait');
const openEmail: ScreenImport = () => import('../screens/openEmail/OpenEmail');
const switchAccount: ScreenImport = () => import('../screens/switchAccount/SwitchAccount');
const shop: ScreenImport = () => import('../screens/shop/Shop');
const profile = () => import('../screens/profile/Profile');
const subscription = () => import('../screens/subscription/Subscription');
const account: ScreenImport = () => import('../screens/account/Account');
const accountDevices = () => import('../screens/account/AccountDevicesPage');
const deleteAccount: ScreenImport = () => import('../screens/deleteAccount/DeleteAccount');
const confirmDeletion: ScreenImport = () => import('../screens/deleteAccount/ConfirmDeletion');
const accountDeleted: ScreenImport = () => import('../screens/deleteAccount/AccountDeleted');
const changeEmail: ScreenImport = () => import('../screens/account/ChangeEmail');
const restoreEmail: ScreenImport = () => import('../screens/account/RestoreEmail');
const sessions: ScreenImport = () => import('../screens/account/Sessions');
const cardChange: ScreenImport = () => import('../screens/cardChange/CardChange');
const accountData: ScreenImport = () => import('../screens/account/DataExport');
const info: ScreenImport = () => import('../screens/info/Info');
const offer: ScreenImport = () => import('../screens/offer/Offer');
const privacy: ScreenImport = () => import('../screens/privacy/Privacy');
const support: ScreenImport = () => import('../screens/support/Support');
const status: ScreenImport = () => import('../screens/status/Status');
const check: ScreenImport = () => import('../screens/check/Check');
const thanks: ScreenImport = () => import('../screens/thanks/Thanks');
const connect: ScreenImport = () => import('../screens/connect/Connect');
const deviceLink: ScreenImport = () => import('../screens/deviceLink/DeviceLink');
const mobileShop: ScreenImport = () =>
  import('../screens/shop/Shop').then(({ MobileShop }) => ({ default: MobileShop }));
const mobileProfile = () => import('../screens/mobileProfile/MobileProfile');
const mobileDetach = () => import('../screens/mobileDetach/MobileDetach');
const desktopGoogle: ScreenImport = () => import('../screens/desktopGoogle/DesktopGoogle');
const gift: ScreenImport = () => import('../screens/gift/Gift');
const pay: ScreenImport = () => import('../screens/pay/Pay');
const staffApps: ScreenImport = () => import('../screens/staff/apps/Apps');
const staffTeam: ScreenImport = () => import('../screens/staff/team/Team');
const staffEmails: ScreenImport = () => import('../screens/staff/emails/UndeliveredEmails');
const staffPushes: ScreenImport = () => import('../screens/staff/pushes/Pushes');
const staffPaymentIssues: ScreenImport = () => import('../screens/staff/paymentIssues/PaymentIssues');
const staffLinkDomains: ScreenImport = () => import('../screens/staff/linkDomains/LinkDomains');
const staffAnalytics: ScreenImport = () => import('../screens/staff/analytics/Analytics');
const staffAudit: ScreenImport = () => import('../screens/staff/audit/Audit');
const staffAccount: ScreenImport = () => import('../screens/staff/account/StaffAccount');
const staffNotice: ScreenImport = () => import('../screens/staff/notice/StaffNotice');
const staffSignIn: ScreenImport = () => import('../screens/staff/signIn/StaffSignIn');
const staffDevice: ScreenImport = () => import('../screens/staff/device/StaffDevice');
const staffLogs: ScreenImport = () => import('../screens/staff/logs/StaffLogs');
const staffUser: ScreenImport = () => import('../screens/staff/user/StaffUser');
const staffHome: ScreenImport = () => import('../screens/staff/home/StaffHome');
const partnerConsole: ScreenImport = () => import('../screens/staff/partnerConsole/PartnerConsole');
const staffGifts: ScreenImport = () => import('../screens/staff/gifts/Gifts');
const notFound: ScreenImport = () => import('../screens/notFound/NotFound');

/**
 * Key in browser storage, in the URL query or in the URL fragment. If the key is present, the first view of a page is
 * different.
 */
type ViewKey = IdentityField | TabValueName | 'price' | typeof FRAGMENT;

interface PrerenderedView {
  starts: ApplicationStart;
  /** Path of the screen's module below `src/web`. The chunks of the module are preloaded by the document. */
  screen: `screens/${string}.tsx`;
  differsFor: readonly ViewKey[];
  /** Keys that a visitor must have. The prerendered page is hidden from a visitor who lacks one of these keys. */
  needs: readonly ViewKey[];
  /**
   * Whether the prerendered page is only a skeleton, because the screen is personal or performs an action when it
   * opens.
   */
  isSkeleton: boolean;
}

/** Describes a page that contains only links. The application starts on the first interaction or after 10 s. */
const links = (screen: PrerenderedView['screen'], ...differsFor: ViewKey[]): PrerenderedView => ({
  starts: 'onIntent',
  screen,
  differsFor,
  needs: [],
  isSkeleton: false,
});
/** Describes an interactive page. The application starts immediately. */
const form = (screen: PrerenderedView['screen'], ...differsFor: ViewKey[]): PrerenderedView => ({
  starts: 'atOnce',
  screen,
  differsFor,
  needs: [],
  isSkeleton: false,
});
/** Describes a skeleton for a personal page. The application starts immediately. */
const skeleton = (screen: PrerenderedView['screen'], ...needs: ViewKey[]): PrerenderedView => ({
  starts: 'atOnce',
  screen,
  differsFor: [],
  needs,
  isSkeleton: true,
});
/**
 * Prerendered shop page with the general offer. Signed-in customers, paying customers and visitors with the query
 * parameter `price` see a different offer.
 */
const SHOP = form('screens/shop/Shop.tsx', 'email', 'subscriptionIsActive', 'paymentCheck', 'price');
const LANDING = links('screens/landing/Landing.tsx', 'key', 'giftLink');

export interface ScreenRow {
  path: Path;
  guard: GuardName;
  screen: ScreenImport;
  /** Whether the loader first moves the user data from the URL query into the identity. */
  fillsIdentity?: true;
  /** Whether the loader first removes the gift key from the URL query. */
  takesGiftKey?: true;
  /** Whether the loader redirects to the page that a failed staff request or an ended staff session interrupted. */
  restoresPlace?: true;
  /**
   * Whether a visitor returns to the screen after the sign-in. Only for a screen that a visitor opens on purpose and that shows
   * nothing of another customer.
   */
  keepsWayBack?: true;
  /** Whether the route exists only if the server is configured to connect devices. */
  needsDelivery?: true;
  /** Prerendered first view, which is the same for all visitors without the keys in `differsFor`. */
  prerendered?: PrerenderedView;
  /** Module that prefetches the screen's data while the screen is loaded and rendered. */
  asks?: AskingImport;
  /** Screens that the user is likely to open next. Their chunks are preloaded when the page is idle. */
  next?: readonly ScreenImport[];
}

export interface ActionRow {
  path: Path;
  guard: 'public';
  /** Loader that performs an action and redirects. */
  action: (store: FlowStore) => LoaderFunction;
  /** Text that is shown while the action runs, or null if no text is shown. */
  what: string | null;
}

export const ROUTES: readonly (ScreenRow | ActionRow)[] = [
  { path: PATHS.landing, guard: 'public', screen: landing, prerendered: LANDING, next: [login, shop] },
  { path: PATHS.landingYt, guard: 'public', screen: landing, prerendered: LANDING, next: [login, shop] },
  { path: PATHS.landingTt, guard: 'public', screen: landing, prerendered: LANDING, next: [login, shop] },
  {
    path: PATHS.info,
    guard: 'public',
    screen: info,
    prerendered: links('screens/info/Info.tsx'),
    next: [shop],
  },
  {
    path: PATHS.offer,
    guard: 'public',
    screen: offer,
    prerendered: links('screens/offer/Offer.tsx'),
    next: [shop],
  },
  {
    path: PATHS.privacy,
    guard: 'public',
    screen: privacy,
    prerendered: links('screens/privacy/Privacy.tsx'),
  },
  {
    path: PATHS.support,
    guard: 'public',
    screen: support,
    prerendered: links('screens/support/Support.tsx'),
  },
  {
    path: PATHS.status,
    guard: 'public',
    screen: status,
    prerendered: links('screens/status/Status.tsx'),
  },
  { path: PATHS.check, guard: 'public', screen: check, prerendered: form('screens/check/Check.tsx') },
  {
    path: PATHS.login,
    guard: 'public',
    screen: login,
    prerendered: form('screens/login/Login.tsx', 'email', 'emailForSignIn', 'key'),
    next: [wait],
  },
  {
    path: PATHS.wait,
    guard: 'public',
    screen: wait,
    prerendered: { ...form('screens/wait/Wait.tsx'), needs: ['emailForSignIn'] },
    next: [shop],
  },
  {
    path: PATHS.open,
    guard: 'public',
    screen: openEmail,
    prerendered: skeleton('screens/openEmail/OpenEmail.tsx'),
    next: [shop, profile],
  },
  { path: PATHS.confirm, guard: 'public', action: confirmLoader, what: COMMON_TEXTS.opening.signIn },
  { path: PATHS.giftConfirm, guard: 'public', action: giftConfirmLoader, what: COMMON_TEXTS.opening.gift },
  { path: PATHS.switchAccount, guard: 'public', screen: switchAccount, next: [shop, profile] },
  {
    path: PATHS.gift,
    guard: 'public',
    screen: gift,
    takesGiftKey: true,
    prerendered: skeleton('screens/gift/Gift.tsx'),
    next: [wait, profile],
  },
  { path: PATHS.shop, guard: 'shopper', screen: shop, prerendered: SHOP, next: [profile, login] },
  { path: PATHS.mobileShop, guard: 'shopper', screen: mobileShop, prerendered: SHOP, next: [profile, login] },
  {
    path: PATHS.pay,
    guard: 'public',
    screen: pay,
    prerendered: form('screens/pay/Pay.tsx', 'campaignCheck'),
    next: [thanks],
  },
  {
    path: PATHS.thanks,
    guard: 'public',
    screen: thanks,
    prerendered: links('screens/thanks/Thanks.tsx', 'email'),
    next: [login],
  },
  {
    path: PATHS.profile,
    guard: 'subscriber',
    screen: profile,
    asks: profile,
    fillsIdentity: true,
    prerendered: skeleton('screens/profile/Profile.tsx', 'email'),
    next: [connect, subscription],
  },
  {
    path: PATHS.connect,
    guard: 'subscriber',
    screen: connect,
    needsDelivery: true,
    prerendered: skeleton('screens/connect/Connect.tsx', 'email'),
    next: [profile],
  },
  { path: PATHS.deviceLink, guard: 'public', screen: deviceLink, needsDelivery: true },
  {
    path: PATHS.mobileProfile,
    guard: 'subscriber',
    screen: mobileProfile,
    asks: mobileProfile,
    fillsIdentity: true,
    next: [subscription],
  },
  {
    path: PATHS.mobileDetach,
    guard: 'subscriber',
    screen: mobileDetach,
    asks: mobileDetach,
    fillsIdentity: true,
    next: [profile],
  },
  {
    path: PATHS.subscription,
    guard: 'customer',
    screen: subscription,
    asks: subscription,
    prerendered: skeleton('screens/subscription/Subscription.tsx', 'email'),
    next: [profile],
  },
  {
    path: PATHS.changeCard,
    guard: 'customer',
    screen: cardChange,
    keepsWayBack: true,
    prerendered: {
      ...skeleton('screens/cardChange/CardChange.tsx', 'email'),
      differsFor: ['cardChangeCheck'],
    },
    next: [subscription],
  },
  {
    path: PATHS.account,
    guard: 'customer',
    screen: account,
    prerendered: skeleton('screens/account/Account.tsx', 'email'),
    next: [profile, accountDevices],
  },
  {
    path: PATHS.accountDevices,
    guard: 'customer',
    screen: accountDevices,
    asks: accountDevices,
    prerendered: skeleton('screens/account/AccountDevicesPage.tsx', 'email'),
    next: [account],
  },
  {
    path: PATHS.deleteAccount,
    guard: 'public',
    screen: deleteAccount,
    prerendered: links('screens/deleteAccount/DeleteAccount.tsx'),
    next: [confirmDeletion],
  },
  {
    path: PATHS.confirmDeletion,
    guard: 'customer',
    screen: confirmDeletion,
    keepsWayBack: true,
    next: [accountDeleted],
  },
  { path: PATHS.accountDeleted, guard: 'public', screen: accountDeleted },
  { path: PATHS.changeEmail, guard: 'customer', screen: changeEmail, next: [account] },
  { path: PATHS.restoreEmail, guard: 'public', screen: restoreEmail, next: [login] },
  { path: PATHS.sessions, guard: 'customer', screen: sessions, keepsWayBack: true, next: [account] },
  { path: PATHS.accountData, guard: 'customer', screen: accountData, next: [account] },
  { path: PATHS.desktopGAuth, guard: 'public', screen: desktopGoogle },
  {
    path: PATHS.staffSignIn,
    guard: 'public',
    screen: staffSignIn,
    // Staff whose tokens could not be renewed see a retry button instead of the prerendered form.
    prerendered: form('screens/staff/signIn/StaffSignIn.tsx', 'refreshToken'),
  },
  { path: PATHS.staffRefresh, guard: 'public', action: refreshLoader, what: null },
  {
    path: PATHS.staffHome,
    guard: 'staff',
    screen: staffHome,
    restoresPlace: true,
    prerendered: {
      // The search text of the customer search is in the URL fragment.
      ...form('screens/staff/home/StaffHome.tsx', 'staffPlace', 'staffDrafts', FRAGMENT),
      needs: ['accessToken', 'refreshToken'],
    },
  },
  { path: PATHS.staffPartners, guard: 'staff', screen: partnerConsole },
  { path: PATHS.staffUser, guard: 'staff', screen: staffUser },
  { path: PATHS.staffDevice, guard: 'staff', screen: staffDevice },
  { path: PATHS.staffLogs, guard: 'staff', screen: staffLogs },
  { path: PATHS.staffGifts, guard: 'staff', screen: staffGifts },
  { path: PATHS.staffApps, guard: 'staff', screen: staffApps },
  { path: PATHS.staffTeam, guard: 'staff', screen: staffTeam },
  { path: PATHS.staffPaymentIssues, guard: 'staff', screen: staffPaymentIssues },
  { path: PATHS.staffAnalytics, guard: 'staff', screen: staffAnalytics },
  { path: PATHS.staffEmails, guard: 'staff', screen: staffEmails },
  { path: PATHS.staffLinkDomains, guard: 'staff', screen: staffLinkDomains },
  { path: PATHS.staffPushes, guard: 'staff', screen: staffPushes },
  { path: PATHS.staffAudit, guard: 'staff', screen: staffAudit },
  { path: PATHS.staffAccount, guard: 'staff', screen: staffAccount },
  { path: PATHS.staffNotice, guard: 'staff', screen: staffNotice },
];

/** Routes that redirect the former path of a page to its current path and keep the URL query. */
const redirects = Object.entries(FORMER_PATHS).map(([path, to]): RouteObject => ({
  path,
  loader: ({ request }) => redirect(`${to}${new URL(request.url).search}`),
}));

/** Creates the routes of a page for a browser, a test or prerendering. `prefetches` must be false for prerendering. */
export function createRoutes(
  store: FlowStore,
  platform: Platform,
  { prefetches = true }: { prefetches?: boolean } = {},
): RouteObject[] {
  const context = { store, platform };
  const rows = ROUTES.filter(
    (row) => !('needsDelivery' in row) || platform.configuration.connect !== undefined,
  );
  const children = rows.map((row): RouteObject => {
    if ('action' in row) {
      const { what } = row;
      return {
        id: row.path,
        path: row.path,
        loader: row.action(store),
        element: null,
        ...(what === null ? {} : { HydrateFallback: () => <OpeningScreen what={what} /> }),
      };
    }
    const loader = row.fillsIdentity
      ? profileLoader(row.guard, context)
      : row.takesGiftKey
        ? giftLoader(platform)
        : row.restoresPlace
          ? staffHomeLoader(row.guard, context)
          : row.guard === 'public'
            ? undefined
            : guardLoader(row.guard, context, row);
    const asking = prefetches && loader && row.asks ? askingLoader(loader, row.asks, context) : loader;
    return {
      id: row.path,
      path: row.path,
      ...(asking === undefined ? {} : { loader: asking }),
      lazy: async () => {
        if (!platform.document.mayShow(row.path)) {
          platform.document.replace(row.path);
          // The loader never resolves, because the browser is replacing the document.
          await new Promise<never>(() => undefined);
        }
        return { Component: await guardedScreen(row) };
      },
    };
  });
  return [
    {
      element: <RootLayout onIdle={preloadAfter} />,
      errorElement: <RouteError />,
      // Render nothing until the first screen is loaded, so that only the document's background is visible.
      HydrateFallback: () => null,
      children: [
        ...children,
        ...redirects,
        { path: '*', lazy: async () => ({ Component: (await loadChunk(notFound)).default }) },
      ],
    },
  ];
}

/**
 * Loads the screen of `path` into the routes, so that a router renders the screen synchronously. The promise rejects
 * with `ChunkLost` if the chunk of the screen cannot be loaded. Returns hydration data with empty loader results, so
 * that the router does not run the loaders again.
 */
export async function loadScreen(
  routes: RouteObject[],
  path: string,
): Promise<{ loaderData: Record<string, null> }> {
  const matched = (matchRoutes(routes, path) ?? []).map(({ route }) => route);
  for (const route of matched) {
    if (typeof route.lazy !== 'function') continue;
    const loaded = await route.lazy();
    delete route.lazy;
    Object.assign(route, loaded);
  }
  const guarded = matched.flatMap(({ id, loader }) => (id === undefined || loader === undefined ? [] : [id]));
  return { loaderData: Object.fromEntries(guarded.map((id) => [id, null])) };
}

async function guardedScreen({ guard, screen }: ScreenRow): Promise<ComponentType> {
  const { default: Screen } = await loadChunk(screen);
  if (guard === 'public') return Screen;
  return function GuardedScreen() {
    return (
      <Guarded guard={guard}>
        <Screen />
      </Guarded>
    );
  };
}

/** Preloads the chunks of the screens that are likely to follow `path`. */
function preloadAfter(path: string): void {
  const row = ROUTES.find((each) => each.path === path);
  if (row === undefined || !('screen' in row)) return;
  // Ignore a failed preload, because the chunk is requested again when it is needed.
  for (const screen of row.next ?? []) preloadQuietly(screen);
}
