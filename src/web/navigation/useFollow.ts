/** Going where an outcome leads. */
import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import { nextRoute, type Outcome } from './nextRoute';

/**
 * `follow(outcome)` goes to the route that the outcome leads to and answers whether it leads away.
 * The screen that is left is replaced in the history, since going back to it would repeat what was
 * done; only after an email was sent, or with `replace: false`, going back leads to it again.
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
