/**
 * Kind of change that an event on the WebSocket reports, so that a screen refetches only what it shows. The
 * event doesn't contain the change. Its `channel` is `center:{id}`, `student:{id}` or `person:{id}`.
 */
export type Topic =
  | 'attendance'
  | 'schedule'
  | 'work'
  | 'answer'
  | 'place'
  | 'whiteboard'
  | 'import'
  | 'device'
  | 'billing'
export type LiveEvent = { channel: string; topic: Topic; id?: string; done?: number; total?: number }

/**
 * Codes with which the server closes a socket. `tooManyWindows`: a newer window has replaced this one.
 * `comeBackLater`: there are too many sockets, channels or messages. `sessionEnded`: the session has ended.
 */
export const tooManyWindows = 1013
export const comeBackLater = 4429
export const sessionEnded = 4401

/**
 * Minimum wait in ms before reconnecting after "come back later". A random delay of up to the same length is
 * added.
 */
const laterMs = 20_000
/**
 * Minimum duration in ms of a successful connection. A shorter one counts as failed, so that the wait before
 * the next attempt is longer.
 */
const helpedMs = 10_000

/**
 * Returns the time in ms until the next attempt to reconnect, with `attempt` counted from 1. It is random, so
 * that sockets lost together don't all reconnect at once.
 */
export const pauseBefore = (attempt: number, code?: number) =>
  code === comeBackLater
    ? laterMs * (1 + Math.random())
    : Math.random() * Math.min(10_000, 2000 * 2 ** attempt)

/**
 * Returns the number of the next attempt after a socket that was open for `openMs` (0 if it never opened).
 */
export const attemptAfter = (attempt: number, openMs: number) => (openMs >= helpedMs ? 1 : attempt + 1)

/** Maximum number of channels in one frame. */
export const maxInFrame = 100
