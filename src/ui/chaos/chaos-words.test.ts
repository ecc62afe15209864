import { describe, expect, it } from 'vitest';
import { VIRTUAL_EPOCH } from '../../model/log/saved-form.ts';
import { logFromText } from '../../model/testing/log-from-text.ts';
import { chaosRecording, CRASHED_TWICE, FLAKY, HUNG } from '../../model/testing/chaos-recordings.ts';
import { projectChaos } from '../../model/projections/chaos.ts';
import { answerInWords, requestInWords, retryInWords, timeInWords } from './chaos-words.ts';

const delegationIn = (lines: typeof FLAKY) => {
  const log = logFromText(chaosRecording(lines));
  const [delegation] = projectChaos(log, { cursor: log.rowCount - 1 }).delegations;
  if (!delegation) throw new Error('no delegation');
  return delegation;
};
const said = (lines: typeof FLAKY) => {
  const delegation = delegationIn(lines);
  const { attempts } = delegation;
  return attempts.map((attempt, index) => [
    attempt.calls.map((call) => {
      const earlier = attempts.slice(0, index).flatMap(({ calls }) => calls);
      return `${requestInWords(call, earlier)} ${answerInWords(call)}`;
    }),
    retryInWords(attempt, delegation)?.say,
  ]);
};

describe('[U.35] attempts in words', () => {
  it('say what was asked, what came, and why there was another try', () => {
    expect(said(FLAKY)).toEqual([
      [['GET card answered 200', 'POST /tasks answered 503'], 'yes: a server error may pass, after 500 ms'],
      [['POST /tasks, same client_ref answered 503'], 'yes: a server error may pass, after 1 s'],
      [
        [
          'POST /tasks, same client_ref answered 201 submitted',
          'GET /tasks/{id}/events submitted, working, completed',
          'GET /tasks/{id} answered 200 completed',
        ],
        'no need',
      ],
    ]);
  });

  it('say of the last one why there is none after it', () => {
    expect(said(CRASHED_TWICE).map(([, retry]) => retry)).toEqual([
      'yes: a lost connection says nothing about the next one, after 500 ms',
      'no: limit 2',
    ]);
    expect(said(CRASHED_TWICE)[1]?.[0]).toEqual(['POST /tasks, same client_ref connection lost']);
    expect(said(HUNG)[0]?.[1]).toBe('no: the deadline passed');
    expect(said(HUNG)[0]?.[0]).toContain('GET /tasks/{id}/events working; then the reader left');
  });

  it('say nothing of a decision that is not made', () => {
    const delegation = delegationIn(FLAKY);
    const { decided: _decided, ...open } = delegation;
    const last = delegation.attempts.at(-1);
    expect(last && retryInWords(last, open)).toBeUndefined();
  });

  it('write virtual times from the start of the clock', () => {
    expect(timeInWords(VIRTUAL_EPOCH + 540, true)).toBe('0.540 s');
    expect(timeInWords(VIRTUAL_EPOCH + 540, false)).toBe('00:00:00.540');
    expect(timeInWords(undefined, true)).toBe('not stated');
  });
});
