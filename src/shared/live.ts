/**
 * Event sent over the WebSocket: something changed, but not what. `channel` is `center:{id}`, `student:{id}`
 * or `person:{id}`. `topic` is the kind of change, so that a screen reads again only what it shows.
 */
export type Topic = 'attendance' | 'schedule' | 'work' | 'answer' | 'place' | 'import' | 'device'
export type LiveEvent = { channel: string; topic: Topic; id?: string; done?: number; total?: number }

/**
 * Reasons for the server to close a socket: a newer window has replaced this one, there are too many sockets
 * or messages, or the session has ended.
 */
export const tooManyWindows = 1013
export const comeBackLater = 4429
export const sessionEnded = 4401

/** Wait in ms before reconnecting after "come back later"; up to the same time is added at random. */
const laterMs = 20_000
/**
 * Time in ms from which a connection counts as successful. After a shorter one, the next attempt waits as if
 * it had failed.
 */
const helpedMs = 10_000

/**
 * Returns the milliseconds until the next attempt to reconnect, `attempt` from 1. Random, so that sockets
 * lost together don't all return together.
 */
export const pauseBefore = (attempt: number, code?: number) =>
  code === comeBackLater
    ? laterMs * (1 + Math.random())
    : Math.random() * Math.min(10_000, 2000 * 2 ** attempt)

/**
 * Returns the number of failed attempts in a row after another socket was open for this many ms. 0 ms if it
 * never opened.
 */
export const attemptAfter = (attempt: number, openMs: number) => (openMs >= helpedMs ? 1 : attempt + 1)

/** Maximum number of channels in one frame. */
export const mostInFrame = 100
