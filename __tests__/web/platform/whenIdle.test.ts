/** Tests that idle tasks also run in a browser without `requestIdleCallback`. */
import { whenIdle } from '../../../src/web/platform/whenIdle';

beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  jest.useRealTimers();
  Reflect.deleteProperty(window, 'requestIdleCallback');
  Reflect.deleteProperty(window, 'cancelIdleCallback');
});

it('runs a task soon in a browser that does not report idle time, unless it is cancelled', () => {
  const [task, cancelled] = [jest.fn(), jest.fn()];
  whenIdle(window, task);
  whenIdle(window, cancelled)();
  jest.advanceTimersByTime(100);
  expect(task).toHaveBeenCalledTimes(1);
  expect(cancelled).not.toHaveBeenCalled();
});

it('runs a task in the idle time that the browser reports, with its timeout', () => {
  const requests: [IdleRequestCallback, IdleRequestOptions | undefined][] = [];
  const cancelled: number[] = [];
  window.requestIdleCallback = (task, options) => requests.push([task, options]);
  window.cancelIdleCallback = (handle) => void cancelled.push(handle);
  const task = jest.fn();
  const cancel = whenIdle(window, task, 2000);
  jest.advanceTimersByTime(1000);
  expect(task).not.toHaveBeenCalled();
  expect(requests).toEqual([[task, { timeout: 2000 }]]);
  cancel();
  expect(cancelled).toEqual([1]);
});
