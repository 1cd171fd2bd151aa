/** Ends sessions of the customer's account. */
import { toCallError } from '../../api/callError';
import { sessionsApi } from '../../api/endpoints/sessions';
import { FLOW_TEXTS } from '../../texts/flows';
import { SESSIONS_TEXTS } from '../../texts/sessions';
import { toast } from '../../toasts/toasts';
import type { Flow } from '../flow';
import { isNotSent } from '../lostResponse';
import { endRead } from '../readAnew';

export type EndSessionsOutcome =
  | { kind: 'sessionsEnded' }
  | { kind: 'endFailed' }
  | { kind: 'notSent' }
  /** The customer's own session is no longer valid. */
  | { kind: 'sessionLost' };

/**
 * Ends the session with this id, or all sessions but the own one. A session that has already ended counts as ended. If the
 * response is lost, the list is fetched again, which shows what has ended.
 */
export function endSessions(which: number | 'others'): Flow<EndSessionsOutcome> {
  return async (dispatch) => {
    const { endSession, endOtherSessions, listSessions } = sessionsApi.endpoints;
    const { error } =
      which === 'others'
        ? await dispatch(endOtherSessions.initiate({}, { track: false }))
        : await dispatch(endSession.initiate({ sessionId: which }, { track: false }));
    if (isNotSent(error)) {
      toast.warning(FLOW_TEXTS.notSent);
      return { kind: 'notSent' };
    }
    if (error && toCallError(error).status === 401) return { kind: 'sessionLost' };
    // A list that is being read may be older than the end of the session.
    await endRead(dispatch(sessionsApi.util.getRunningQueryThunk('listSessions', {})));
    await dispatch(listSessions.initiate({}, { forceRefetch: true, subscribe: false }));
    if (error) {
      toast.error(SESSIONS_TEXTS.endFailed);
      return { kind: 'endFailed' };
    }
    toast.success(which === 'others' ? SESSIONS_TEXTS.othersEnded : SESSIONS_TEXTS.ended);
    return { kind: 'sessionsEnded' };
  };
}
