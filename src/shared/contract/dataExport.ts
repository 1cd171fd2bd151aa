/** API calls that export everything stored about a customer. These calls are an addition to the specified API. */
import * as v from 'valibot';
import { calls } from './call';
import { emailCode, maybe, secret } from './fields';
import { exportFiles } from './models';

export const dataExportCalls = calls({
  sendExportCode: {
    path: 'account/data/code',
    audience: 'customer',
    kind: 'change',
    body: v.object({}),
    response: v.object({ success: v.boolean(), requestToken: maybe(secret) }),
    summary: "Email a code that confirms the export to the account's address.",
  },

  exportData: {
    path: 'account/data/export',
    audience: 'customer',
    kind: 'change',
    body: v.object({
      /** Token from the response of `sendExportCode`. */
      requestToken: secret,
      /** Code from the email. */
      code: emailCode,
    }),
    response: v.object({
      success: v.boolean(),
      /**
       * `wrong`: the code is wrong, `triesLeft` are left. `invalid`: the code can no longer be used, request another.
       * `tooManyTries`: too many wrong codes from this network.
       */
      reason: maybe(v.picklist(['wrong', 'invalid', 'tooManyTries'])),
      triesLeft: maybe(v.number()),
      files: maybe(exportFiles),
    }),
    summary: 'Get everything that is stored about the customer, after the customer typed the code.',
  },
});
