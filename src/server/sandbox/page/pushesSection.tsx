/** @jsxImportSource hono/jsx */
/** Pushes section of the sandbox page. The section lists the recorded pushes, newest first. */
import type { RecordedPush } from '../outside/pushRecorder';
import { PUSHES, TIME } from '../texts/page';
import { Empty } from './document';
import { momentText } from './moments';

const OUTCOMES: Readonly<Record<string, { label: string; className: string }>> = {
  delivered: { label: PUSHES.outcomes.delivered, className: 'chip good' },
  unregistered: { label: PUSHES.outcomes.unregistered, className: 'chip bad' },
  failed: { label: PUSHES.outcomes.failed, className: 'chip bad' },
};

function listDetails({ push }: RecordedPush): string[] {
  switch (push.type) {
    case 'LOGIN':
      return [push.email];
    case 'LINK_MSG':
      return [push.link, push.title, push.description].filter((detail) => detail !== '');
    case 'LOGOUT':
    case 'TURN_OFF':
      return [];
  }
}

export const PushesSection = ({ pushes }: { pushes: readonly RecordedPush[] }) =>
  pushes.length === 0 ? (
    <Empty title={PUSHES.empty} hint={PUSHES.emptyHint} />
  ) : (
    <ol class="entries">
      {pushes.map((push) => (
        <li class="entry">
          <div class="title">
            <h3>{push.push.type}</h3>
            <span class={OUTCOMES[push.outcome]?.className ?? 'chip'}>
              {OUTCOMES[push.outcome]?.label ?? push.outcome}
            </span>
          </div>
          <p class="muted">
            <time datetime={push.at}>{momentText(push.at)}</time> {TIME.zone} · {PUSHES.token}{' '}
            <code>{push.token}</code>
          </p>
          {listDetails(push).map((detail) => (
            <p>{detail}</p>
          ))}
        </li>
      ))}
    </ol>
  );
