/** Runs the steps of a change of address one by one, and keeps the problem of the last one. */
import { useState } from 'react';
import { adviceOn } from '../../components/failures/CallFailure';
import type { StepOutcome } from '../../flows/account/changeEmail';
import type { Flow } from '../../flows/flow';
import { useAppDispatch } from '../../hooks/storeHooks';
import { rejectionText } from '../../texts/changeEmail';
import { formatMoneyTime } from '../../texts/dates';

export interface EmailSteps {
  isBusy: boolean;
  problem: string | null;
  /** Whether the server does not know the calls. */
  isUnavailable: boolean;
  clearProblem: () => void;
  /** Runs a step. Resolves to its result, or to the reason of the rejection, or to null if the request failed. */
  run: (
    step: Flow<StepOutcome>,
  ) => Promise<{ requestToken: string; until: string | null } | { reason: string } | null>;
}

export function useEmailSteps(): EmailSteps {
  const dispatch = useAppDispatch();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [isUnavailable, setIsUnavailable] = useState(false);
  return {
    isBusy,
    problem,
    isUnavailable,
    clearProblem: () => setProblem(null),
    run: async (step) => {
      setIsBusy(true);
      setProblem(null);
      const outcome = await dispatch(step);
      setIsBusy(false);
      switch (outcome.kind) {
        case 'stepDone':
          return outcome;
        case 'rejected':
          setProblem(rejectionText(outcome.reason, outcome.triesLeft, formatMoneyTime(outcome.until)));
          return outcome;
        case 'stepFailed':
          setProblem(adviceOn(outcome.error));
          return null;
        case 'unavailable':
          setIsUnavailable(true);
          return null;
      }
    },
  };
}
