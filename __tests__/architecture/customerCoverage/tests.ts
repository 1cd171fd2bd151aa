/** Tests of what customers meet to which several sections of the specification point. */
import { testsOf } from '../specStatements';

export const holdButton = testsOf('web/components/HoldButton.test.tsx');
export const hold = testsOf('web/hooks/useHold.test.tsx');
export const landing = testsOf('web/screens/Landing.test.tsx');
export const info = testsOf('web/screens/Info.test.tsx');
export const offer = testsOf('web/screens/Offer.test.tsx');
export const support = testsOf('web/screens/Support.test.tsx');
export const login = testsOf('web/screens/Login.test.tsx');
export const gift = testsOf('web/screens/Gift.test.tsx');
export const shop = testsOf('web/screens/Shop.test.tsx');
export const mobileShop = testsOf('web/screens/MobileShop.test.tsx');
export const pay = testsOf('web/screens/Pay.test.tsx');
export const profile = testsOf('web/screens/Profile.test.tsx');
export const mobileProfile = testsOf('web/screens/MobileProfile.test.tsx');
export const mobileDetach = testsOf('web/screens/MobileDetach.test.tsx');
export const subscription = testsOf('web/screens/Subscription.test.tsx');
export const signIn = testsOf('web/flows/signIn.test.ts');
export const account = testsOf('web/flows/account.test.ts');
export const desktopSignIn = testsOf('web/flows/desktopSignIn.test.ts');
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
export const serverGifts = testsOf('server/usecases/gifts.test.ts');
export const campaignOrders = testsOf('server/usecases/campaignOrders.test.ts');
export const cardPeerLife = testsOf('server/sandbox/cardPeerLife.test.ts');
