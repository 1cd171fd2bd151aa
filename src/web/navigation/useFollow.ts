/** Hook that navigates to the route of a flow outcome. */
import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import { nextRoute, type Outcome } from './nextRoute';

/**
 * Returns `follow(outcome)`, which navigates to the route of the outcome and returns whether it navigated. The current
 * history entry is replaced, because navigating back to this entry would repeat the action. The history entry is kept
 * with `replace: false`, and after an email was sent.
 *
 * @example
 * const follow = useFollow();
 * if (!follow(await dispatch(detachDevice(id)))) setIsBusy(false);
 */
export function useFollow(): (outcome: Outcome, options?: { replace?: boolean }) => boolean {
  const navigate = useNavigate();
  return useCallback(
    (outcome, options = {}) => {
      const path = nextRoute(outcome);
      if (path === null) return false;
      const mayGoBack = outcome.kind === 'emailLinkSent' || outcome.kind === 'lastEmailInMailbox';
      void navigate(path, { replace: options.replace ?? !mayGoBack });
      return true;
    },
    [navigate],
  );
}
