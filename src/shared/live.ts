/**
 * What travels over the websocket: that something changed, never what it says. `channel` is `center:{id}`, `student:{id}` or
 * `person:{id}`; `topic` names the kind of change, so that a screen reads again only what it shows.
 */
export type Topic = 'attendance' | 'schedule' | 'work' | 'answer' | 'place' | 'import' | 'device'
export type LiveEvent = { channel: string; topic: Topic; id?: string; done?: number; total?: number }

/** Milliseconds until the next try of a socket that was lost, `attempt` from 1: by chance, so that those cut at once don't come back at once. */
export const pauseBefore = (attempt: number) => Math.random() * Math.min(10_000, 2000 * 2 ** attempt)
