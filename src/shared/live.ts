/**
 * What travels over the websocket: that something changed, never what it says. `channel` is `center:{id}`, `student:{id}` or
 * `person:{id}`; `topic` names the kind of change, so that a screen reads again only what it shows.
 */
export type Topic = 'attendance' | 'schedule' | 'work' | 'answer' | 'place' | 'import' | 'device'
export type LiveEvent = { channel: string; topic: Topic; id?: string; done?: number; total?: number }
