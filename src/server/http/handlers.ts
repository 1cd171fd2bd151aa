/** Every call of the contract with the handler that answers it. */
import type { CallName, Contract } from '../../shared/contract/contract';
import { appHandlers } from './handlers/app';
import { bulkPushHandlers } from './handlers/bulkPush';
import { connectHandlers } from './handlers/connect';
import { consentHandlers } from './handlers/consent';
import { customerNoteHandlers } from './handlers/customerNotes';
import { customerTagHandlers } from './handlers/customerTags';
import { emailVerificationHandlers } from './handlers/emailVerification';
import { giftHandlers } from './handlers/gifts';
import type { Handler } from './handlers/handler';
import { profileHandlers } from './handlers/profile';
import { registrationHandlers } from './handlers/registration';
import { reportHandlers } from './handlers/reports';
import { shopHandlers } from './handlers/shop';
import { staffHandlers } from './handlers/staff';
import { staffAccountHandlers } from './handlers/staffAccount';
import { staffAuditHandlers } from './handlers/staffAudit';
import { staffFindHandlers } from './handlers/staffFind';
import { staffGiftHandlers } from './handlers/staffGifts';
import { staffLettersHandlers } from './handlers/staffLetters';
import { staffMeHandlers } from './handlers/staffMe';
import { staffMoneyHandlers } from './handlers/staffMoney';
import { staffNumbersHandlers } from './handlers/staffNumbers';
import { staffPaymentHandlers } from './handlers/staffPayments';
import { staffRescueHandlers } from './handlers/staffRescue';
import { staffTeamHandlers } from './handlers/staffTeam';
import { subscriptionHandlers } from './handlers/subscriptions';
import { timelineHandlers } from './handlers/timeline';

export type Handlers = { readonly [Name in CallName]: Handler<Contract[Name]> };

export const HANDLERS: Handlers = {
  ...emailVerificationHandlers,
  ...registrationHandlers,
  ...giftHandlers,
  ...profileHandlers,
  ...connectHandlers,
  ...appHandlers,
  ...shopHandlers,
  ...subscriptionHandlers,
  ...consentHandlers,
  ...reportHandlers,
  ...staffHandlers,
  ...staffPaymentHandlers,
  ...staffRescueHandlers,
  ...customerNoteHandlers,
  ...customerTagHandlers,
  ...bulkPushHandlers,
  ...staffFindHandlers,
  ...staffMeHandlers,
  ...staffGiftHandlers,
  ...timelineHandlers,
  ...staffAccountHandlers,
  ...staffLettersHandlers,
  ...staffMoneyHandlers,
  ...staffNumbersHandlers,
  ...staffTeamHandlers,
  ...staffAuditHandlers,
};
