/** API calls that export everything stored about a customer. These calls are an addition to the specified API. */
import * as v from 'valibot';
import { calls } from './call';
import { maybe, rowId, secret, shortText } from './fields';

/** The export in two forms, each the content of one file. */
const files = {
  /** Readable page in Russian, without scripts and external resources. */
  html: v.string(),
  /** The same data in JSON. */
  json: v.string(),
};

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
      code: v.pipe(shortText(40), v.trim()),
    }),
    response: v.object({
      success: v.boolean(),
      /**
       * `wrong`: the code is wrong, `triesLeft` are left. `invalid`: the code can no longer be used, request another.
       * `tooManyTries`: too many wrong codes from this network.
       */
      reason: maybe(v.picklist(['wrong', 'invalid', 'tooManyTries'])),
      triesLeft: maybe(v.number()),
      files: maybe(v.object(files)),
    }),
    summary: 'Get everything that is stored about the customer, after the customer typed the code.',
  },

  exportCustomerData: {
    path: 'panel/users/export',
    audience: 'staff:exportCustomerData',
    kind: 'change',
    body: v.object({ userId: rowId }),
    response: v.object(files),
    summary: 'Get everything that is stored about a customer, for a request by mail.',
  },
});
