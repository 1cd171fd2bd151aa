/** THE route table: every route once, with its guard and its screen. */
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

/** Loads a screen's chunk; a second call costs nothing. */
type ScreenImport = () => Promise<{ default: ComponentType }>;

const landing: ScreenImport = () => import('../screens/landing/Landing');
const login: ScreenImport = () => import('../screens/login/Login');
const wait: ScreenImport = () => import('../screens/wait/Wait');
const openEmail: ScreenImport = () => import('../screens/openEmail/OpenEmail');
const switchAccount: ScreenImport = () => import('../screens/switchAccount/SwitchAccount');
const shop: ScreenImport = () => import('../screens/shop/Shop');
const profile = () => import('../screens/profile/Profile');
const subscription = () => import('../screens/subscription/Subscription');
const info: ScreenImport = () => import('../screens/info/Info');
const offer: ScreenImport = () => import('../screens/offer/Offer');
const support: ScreenImport = () => import('../screens/support/Support');
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
const staffTeam: ScreenImport = () => import('../screens/staff/team/Team');
const staffEmails: ScreenImport = () => import('../screens/staff/emails/UndeliveredEmails');
const staffPushes: ScreenImport = () => import('../screens/staff/pushes/Pushes');
const staffPaymentIssues: ScreenImport = () => import('../screens/staff/paymentIssues/PaymentIssues');
const staffAnalytics: ScreenImport = () => import('../screens/staff/analytics/Analytics');
const staffAudit: ScreenImport = () => import('../screens/staff/audit/Audit');
const staffAccount: ScreenImport = () => import('../screens/staff/account/StaffAccount');
const staffSignIn: ScreenImport = () => import('../screens/staff/signIn/StaffSignIn');
const staffDevice: ScreenImport = () => import('../screens/staff/device/StaffDevice');
const staffLogs: ScreenImport = () => import('../screens/staff/logs/StaffLogs');
const staffUser: ScreenImport = () => import('../screens/staff/user/StaffUser');
const staffHome: ScreenImport = () => import('../screens/staff/home/StaffHome');
const partnerConsole: ScreenImport = () => import('../screens/staff/partnerConsole/PartnerConsole');
const staffGifts: ScreenImport = () => import('../screens/staff/gifts/Gifts');
const notFound: ScreenImport = () => import('../screens/notFound/NotFound');

/** What a visitor's browser may hold that makes the first view another one: in its storages, its query, its fragment. */
type ViewKey = IdentityField | TabValueName | 'price' | typeof FRAGMENT;

interface PrerenderedView {
  starts: ApplicationStart;
  /** Its screen's module, from `src/web` on: the document has its files fetched ahead. */
  screen: `screens/${string}.tsx`;
  differsFor: readonly ViewKey[];
  /** Whoever has none of these never sees it. */
  needs: readonly ViewKey[];
  /** It only stands for the screen: each person sees another one, or its opening does something. */
  isSkeleton: boolean;
}

/** A page on which everything is a link. */
const links = (screen: PrerenderedView['screen'], ...differsFor: ViewKey[]): PrerenderedView => ({
  starts: 'onIntent',
  screen,
  differsFor,
  needs: [],
  isSkeleton: false,
});
/** A page that acts. */
const form = (screen: PrerenderedView['screen'], ...differsFor: ViewKey[]): PrerenderedView => ({
  starts: 'atOnce',
  screen,
  differsFor,
  needs: [],
  isSkeleton: false,
});
/** The frame and the skeleton of a page that is each person's own. */
const skeleton = (screen: PrerenderedView['screen'], ...needs: ViewKey[]): PrerenderedView => ({
  starts: 'atOnce',
  screen,
  differsFor: [],
  needs,
  isSkeleton: true,
});
/** The general offer: who is signed in, has paid or asks for the full price sees another one. */
const SHOP = form('screens/shop/Shop.tsx', 'email', 'subscriptionIsActive', 'paymentCheck', 'price');
const LANDING = links('screens/landing/Landing.tsx', 'key', 'giftLink');

export interface ScreenRow {
  path: Path;
  guard: GuardName;
  screen: ScreenImport;
  /** Takes the person out of the query first. */
  fillsIdentity?: true;
  /** Takes the gift key out of the query first. */
  takesGiftKey?: true;
  /** Leads on to where staff were when a call failed. */
  restoresPlace?: true;
  /** Is there only where devices can be connected. */
  needsDelivery?: true;
  /** The first view is finished HTML, the same for everybody who has none of the keys. */
  prerendered?: PrerenderedView;
  /** Its module tells what it asks the server for: that is asked while it is loaded and drawn. */
  asks?: AskingImport;
  /** The screens that are likely next: fetched when the page is idle. */
  next?: readonly ScreenImport[];
}

export interface ActionRow {
  path: Path;
  guard: 'public';
  /** Does something and leads on. */
  action: (store: FlowStore) => LoaderFunction;
  /** Stands on the screen meanwhile; null: nothing. */
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
    path: PATHS.support,
    guard: 'public',
    screen: support,
    prerendered: links('screens/support/Support.tsx'),
  },
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
  { path: PATHS.connect, guard: 'subscriber', screen: connect, needsDelivery: true, next: [profile] },
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
  { path: PATHS.desktopGAuth, guard: 'public', screen: desktopGoogle },
  {
    path: PATHS.staffSignIn,
    guard: 'public',
    screen: staffSignIn,
    // Staff whose tokens could not be renewed are offered another try.
    prerendered: form('screens/staff/signIn/StaffSignIn.tsx', 'refreshToken'),
  },
  { path: PATHS.staffRefresh, guard: 'public', action: refreshLoader, what: null },
  {
    path: PATHS.staffHome,
    guard: 'staff',
    screen: staffHome,
    restoresPlace: true,
    prerendered: {
      // What is searched for stands in the fragment.
      ...form('screens/staff/home/StaffHome.tsx', 'staffPlace', 'staffDrafts', FRAGMENT),
      needs: ['accessToken', 'refreshToken'],
    },
  },
  { path: PATHS.staffPartners, guard: 'staff', screen: partnerConsole },
  { path: PATHS.staffUser, guard: 'staff', screen: staffUser },
  { path: PATHS.staffDevice, guard: 'staff', screen: staffDevice },
  { path: PATHS.staffLogs, guard: 'staff', screen: staffLogs },
  { path: PATHS.staffGifts, guard: 'staff', screen: staffGifts },
  { path: PATHS.staffTeam, guard: 'staff', screen: staffTeam },
  { path: PATHS.staffPaymentIssues, guard: 'staff', screen: staffPaymentIssues },
  { path: PATHS.staffAnalytics, guard: 'staff', screen: staffAnalytics },
  { path: PATHS.staffEmails, guard: 'staff', screen: staffEmails },
  { path: PATHS.staffPushes, guard: 'staff', screen: staffPushes },
  { path: PATHS.staffAudit, guard: 'staff', screen: staffAudit },
  { path: PATHS.staffAccount, guard: 'staff', screen: staffAccount },
];

/** Redirects the former path of a page to its present one and keeps the query. */
const redirects = Object.entries(FORMER_PATHS).map(([path, to]): RouteObject => ({
  path,
  loader: ({ request }) => redirect(`${to}${new URL(request.url).search}`),
}));

/** The routes of one page, for a browser's or a test's router. Where a page is drawn for nobody, none of them `prefetches`. */
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
            : guardLoader(row.guard, context);
    const asking = prefetches && loader && row.asks ? askingLoader(loader, row.asks, context) : loader;
    return {
      id: row.path,
      path: row.path,
      ...(asking === undefined ? {} : { loader: asking }),
      lazy: async () => {
        if (!platform.document.mayShow(row.path)) {
          platform.document.replace(row.path);
          // Nothing more happens in this document.
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
      // The document's ground shows until the first screen is there.
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
 * Loads the screen of `path` into the routes, so that a router over them shows it at once. Rejects with
 * `ChunkLost`. Returns what such a router takes for the answers of the loaders: nothing is loaded anew.
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

/** Fetches what is likely next after `path`. */
function preloadAfter(path: string): void {
  const row = ROUTES.find((each) => each.path === path);
  if (row === undefined || !('screen' in row)) return;
  // A chunk that cannot be had now is asked for again when it is needed.
  for (const screen of row.next ?? []) preloadQuietly(screen);
}
