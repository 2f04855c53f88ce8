/**
 * What travels over the websocket: that something changed, never what it says. `channel` is `center:{id}`, `student:{id}` or
 * `person:{id}`; `topic` names the kind of change, so that a screen reads again only what it shows.
 */
export type Topic = 'attendance' | 'schedule' | 'work' | 'answer' | 'place' | 'import' | 'device'
export type LiveEvent = { channel: string; topic: Topic; id?: string; done?: number; total?: number }

/** Why the server closes a socket: this window has given way to a newer one; there are too many or they say too much; the session is over. */
export const tooManyWindows = 1013
export const comeBackLater = 4429
export const sessionEnded = 4401

/** Wait in ms before reconnecting after "come back later"; up to the same time is added at random. */
const laterMs = 20_000
/** A socket that was open for less than this, in ms, has not helped: the next one waits as if it had failed. */
const helpedMs = 10_000

/** Milliseconds until the next try of a socket that was lost, `attempt` from 1: by chance, so that those cut at once don't come back at once. */
export const pauseBefore = (attempt: number, code?: number) =>
  code === comeBackLater ? laterMs * (1 + Math.random()) : Math.random() * Math.min(10_000, 2000 * 2 ** attempt)

/** How many tries in a row have come to nothing, once one more socket has ended after so many ms; 0 ms for one that never opened. */
export const attemptAfter = (attempt: number, openMs: number) => (openMs >= helpedMs ? 1 : attempt + 1)

/** At most so many channels in one frame. */
export const mostInFrame = 100
