/** Screen /account/sessions. Lists the browsers and applications that are signed in, and ends one or all others. */
import { styled } from '@mui/material/styles';
import { useId, useState } from 'react';
import type { CustomerSession } from '../../../shared/contract/sessions';
import { RADIUS } from '../../../shared/designTokens';
import { callErrorOf } from '../../api/callError';
import { useListSessionsQuery } from '../../api/endpoints/sessions';
import { ErrorNotice } from '../../components/controls/ErrorNotice';
import { HoldButton } from '../../components/controls/HoldButton';
import { SecondaryButton } from '../../components/controls/SecondaryButton';
import { Lead, Note, ScreenTitle } from '../../components/display/Heading';
import { HiddenText } from '../../components/display/HiddenText';
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
import { formatDateTime } from '../../texts/dates';
import { SESSIONS_TEXTS as TEXTS } from '../../texts/sessions';

export default function Sessions() {
  const { currentData, error, isFetching, refetch } = useListSessionsQuery(
    {},
    { refetchOnMountOrArgChange: true, refetchOnReconnect: true },
  );
  const isUnknownCall = error !== undefined && callErrorOf(error).status === 404;
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
          <CardSkeleton height={160} label={TEXTS.loading} />
        )}
        <SecondaryButton to={PATHS.account}>{TEXTS.back}</SecondaryButton>
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
  const since = formatDateTime(session.createdAt);
  const lastUsed = formatDateTime(session.lastUsedAt);
  return (
    <Parts>
      {session.deviceName ? <PhoneIcon /> : <GlobeIcon />}
      <span>
        {!session.isCurrent && <HiddenText>{TEXTS.end} </HiddenText>}
        <Name>{TEXTS.name(session)}</Name>
        {session.isCurrent && <Detail>{TEXTS.current}</Detail>}
        {lastUsed !== null && <Detail>{TEXTS.lastUsed(lastUsed)}</Detail>}
        {since !== null && <Detail>{TEXTS.since(since)}</Detail>}
      </span>
    </Parts>
  );
}

const Parts = styled('span')(({ theme: { vars } }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 16,
  '& svg': { flex: 'none', color: vars.palette.text.secondary },
  '& > span': { minWidth: 0 },
}));

const Current = styled('div')(({ theme: { vars, typography } }) => ({
  ...typography.button,
  padding: '12px 18px',
  border: `1px solid ${vars.palette.surface.line}`,
  borderRadius: RADIUS.control,
  backgroundColor: vars.palette.surface.main,
}));

const Name = styled('span')({ display: 'block', overflowWrap: 'anywhere' });

const Detail = styled('span')(({ theme: { vars, typography } }) => ({
  ...typography.caption,
  display: 'block',
  color: vars.palette.text.secondary,
  fontVariantNumeric: 'tabular-nums',
}));
