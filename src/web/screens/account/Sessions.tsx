/** Screen /account/sessions. Lists the browsers and applications that are signed in, and ends one or all others. */
import { styled } from '@mui/material/styles';
import { useId, useState } from 'react';
import type { CustomerSession } from '../../../shared/contract/sessions';
import { RADIUS } from '../../../shared/designTokens';
import { toCallError } from '../../api/callError';
import { useListSessionsQuery } from '../../api/endpoints/sessions';
import { serverNow } from '../../api/serverTime';
import { ListEntry } from '../../components/account/ListEntry';
import { ErrorNotice } from '../../components/controls/ErrorNotice';
import { HoldButton } from '../../components/controls/HoldButton';
import { SecondaryButton } from '../../components/controls/SecondaryButton';
import { Lead, Note, ScreenTitle } from '../../components/display/Heading';
import { GlobeIcon, PhoneIcon } from '../../components/display/icons';
import { ScreenParts } from '../../components/display/ScreenParts';
import { CardSkeleton } from '../../components/display/Skeletons';
import { TitleGroup } from '../../components/display/TitleGroup';
import { CallFailure } from '../../components/failures/CallFailure';
import { Frame } from '../../components/frame/Frame';
import { SupportLink } from '../../components/frame/SupportLink';
import { PlainList, Stack } from '../../components/layout/Stack';
import { endSessions } from '../../flows/account/endSessions';
import { useAppDispatch } from '../../hooks/storeHooks';
import { PATHS } from '../../navigation/paths';
import { useFollow } from '../../navigation/useFollow';
import { usePlatform } from '../../platform/PlatformContext';
import { COMMON_TEXTS } from '../../texts/common';
import { formatRecent } from '../../texts/recentTime';
import { SESSIONS_TEXTS as TEXTS } from '../../texts/sessions';

export default function Sessions() {
  const { currentData, error, isFetching, refetch } = useListSessionsQuery(
    {},
    { refetchOnMountOrArgChange: true, refetchOnReconnect: true },
  );
  const isUnknownCall = error !== undefined && toCallError(error).status === 404;
  return (
    <Frame title={TEXTS.title}>
      <ScreenParts>
        <TitleGroup>
          <ScreenTitle>{TEXTS.title}</ScreenTitle>
          <Lead>{TEXTS.lead}</Lead>
        </TitleGroup>
        {currentData !== undefined ? (
          <SessionList sessions={currentData.sessions} />
        ) : isUnknownCall ? (
          <ErrorNotice title={TEXTS.unavailable.title} text={TEXTS.unavailable.text}>
            <SupportLink />
          </ErrorNotice>
        ) : error !== undefined && !isFetching ? (
          <CallFailure title={TEXTS.loadFailed} error={error} onRetry={() => void refetch()}>
            <SupportLink />
          </CallFailure>
        ) : (
          <CardSkeleton height={380} label={TEXTS.loading} />
        )}
        <SecondaryButton to={PATHS.account}>{COMMON_TEXTS.toAccount}</SecondaryButton>
      </ScreenParts>
    </Frame>
  );
}

function SessionList({ sessions }: { sessions: readonly CustomerSession[] }) {
  const hintId = useId();
  const noteId = useId();
  const [ending, setEnding] = useState<number | 'others' | null>(null);
  const dispatch = useAppDispatch();
  const follow = useFollow();
  const hasOthers = sessions.some(({ isCurrent }) => !isCurrent);

  const end = async (which: number | 'others') => {
    setEnding(which);
    const outcome = await dispatch(endSessions(which));
    setEnding(null);
    follow(outcome);
  };

  return (
    <Stack gap={12}>
      {hasOthers && <Note id={hintId}>{TEXTS.holdHint}</Note>}
      <PlainList gap={10} aria-label={TEXTS.listLabel}>
        {sessions.map((session) => (
          <li key={session.id}>
            {session.isCurrent ? (
              <Current>
                <Entry session={session} />
              </Current>
            ) : (
              <HoldButton
                layout="row"
                describedBy={hintId}
                isBusy={ending === session.id}
                question={TEXTS.question(TEXTS.name(session), Boolean(session.deviceName))}
                onHold={() => void end(session.id)}
              >
                <Entry session={session} />
              </HoldButton>
            )}
          </li>
        ))}
      </PlainList>
      {hasOthers && (
        <>
          <HoldButton
            tone="danger"
            describedBy={noteId}
            isBusy={ending === 'others'}
            question={TEXTS.othersQuestion}
            onHold={() => void end('others')}
          >
            {TEXTS.endOthers}
          </HoldButton>
          <Note id={noteId}>{TEXTS.othersNote}</Note>
        </>
      )}
    </Stack>
  );
}

function Entry({ session }: { session: CustomerSession }) {
  const now = serverNow(usePlatform());
  const lastUsed = formatRecent(session.lastUsedAt, now);
  const since = formatRecent(session.createdAt, now);
  return (
    <ListEntry
      icon={session.deviceName ? <PhoneIcon /> : <GlobeIcon />}
      action={session.isCurrent ? null : TEXTS.end}
      name={TEXTS.name(session)}
      details={[
        session.isCurrent ? TEXTS.current : null,
        lastUsed === null ? null : TEXTS.lastUsed(lastUsed),
        since === null ? null : TEXTS.since(since),
      ]}
    />
  );
}

const Current = styled('div')(({ theme: { vars, typography } }) => ({
  ...typography.button,
  padding: '12px 18px',
  border: `1px solid ${vars.palette.surface.line}`,
  borderRadius: RADIUS.control,
  backgroundColor: vars.palette.surface.main,
}));
