/** Tests of what customers meet to which several sections of the specification point. */
import { testsOf } from '../specStatements';

export const holdButton = testsOf('web/components/controls/HoldButton.test.tsx');
export const hold = testsOf('web/components/controls/useHold.test.tsx');
export const landing = testsOf('web/screens/landing/Landing.test.tsx');
export const info = testsOf('web/screens/info/Info.test.tsx');
export const offer = testsOf('web/screens/offer/Offer.test.tsx');
export const support = testsOf('web/screens/support/Support.test.tsx');
export const login = testsOf('web/screens/login/Login.test.tsx');
export const gift = testsOf('web/screens/gift/Gift.test.tsx');
export const shop = testsOf('web/screens/shop/Shop.test.tsx');
export const mobileShop = testsOf('web/screens/shop/MobileShop.test.tsx');
export const pay = testsOf('web/screens/pay/Pay.test.tsx');
export const profile = testsOf('web/screens/profile/Profile.test.tsx');
export const mobileProfile = testsOf('web/screens/mobileProfile/MobileProfile.test.tsx');
export const mobileDetach = testsOf('web/screens/mobileDetach/MobileDetach.test.tsx');
export const subscription = testsOf('web/screens/subscription/Subscription.test.tsx');
export const signIn = testsOf('web/flows/signIn/signIn.test.ts');
export const account = testsOf('web/flows/account/account.test.ts');
export const desktopSignIn = testsOf('web/flows/signIn/desktopSignIn.test.ts');
export const google = testsOf('web/platform/google.test.ts');
export const cardWidget = testsOf('web/platform/cardWidget.test.ts');
export const journey = testsOf('journeys/signIn.test.tsx');
export const mainPath = testsOf('e2e/mainPath.test.ts');
export const MAIN_PATH = 'a stranger subscribes, manages devices, cancels and signs out';
export const content = testsOf('e2e/content.test.ts');
export const googleInBrowser = testsOf('e2e/google.test.ts');
export const signInForm = testsOf('e2e/signInForm.test.ts');
export const giftsInBrowser = testsOf('e2e/gifts.test.ts');
export const campaignInBrowser = testsOf('e2e/campaign.test.ts');
export const CAMPAIGN_PATH =
  'a viewer pays on /pay, is thanked, and signs in by the letter to an active subscription';
export const serverGifts = testsOf('server/usecases/gifts/gifts.test.ts');
export const campaignOrders = testsOf('server/billing/intake/campaignOrders.test.ts');
export const cardPeerLife = testsOf('server/sandbox/cardPeerLife.test.ts');
