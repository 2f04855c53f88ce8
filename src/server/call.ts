import type { Contract, Endpoint, InputOf, OutputOf } from '#shared/contract.ts'
import type { permissions } from '#shared/permissions.ts'
import type { Database, Db } from './db.ts'
import type { Actor, CenterId } from './gate.ts'
import type { KnownBrowser } from './known-browsers.ts'
import type { SessionStart } from './session.ts'

/** The part of a call that an action gets: the transaction (or the reads' pool) and who acts; `Database` where it opens its own transaction. */
export type ActionCall<D = Db> = { db: D; actor: Actor }
/** A call to the center that the path names. */
export type CenterCall<D = Db> = ActionCall<D> & { center: CenterId }
/** The version that the caller saw last (If-Match), or null when the header was not sent. */
export type Seen = { seen: number | null }
/** The address and browser of the caller. */
export type From = { from: { address: string; agent: string; known: KnownBrowser } }

/** What a handler gets besides its input. Endpoints that anonymous callers may use see `actor: null` when nobody is signed in. */
export type Call<E extends Endpoint> = {
  input: HandlerInput<E>
  actor: E['who'] extends OpenPermission ? Actor | null : Actor
  /** The center that the path names, in the caller's reach; the engine answers 404 when it isn't. */
  center: CenterOf<E['path']>
  /** The transaction of this write, the read-only pool of this read; with `effect: 'own'` the whole database. */
  db: E extends { effect: 'own' } ? Database : Db
  /** The version the caller saw last (If-Match), or null when the header was not sent. */
  seen: number | null
  from: From['from']
  /** The body of an endpoint that takes a file, unless there was none. */
  bytes?: Uint8Array | undefined
}
type HasCenter<Path> = string extends Path ? false : Path extends `${string}/:centerId${string}` ? true : false
/** The input without the center, which is `center`. */
export type HandlerInput<E extends Endpoint> = HasCenter<E['path']> extends true ? Omit<InputOf<E>, 'centerId'> : InputOf<E>
type CenterOf<Path> = string extends Path ? CenterId | null : HasCenter<Path> extends true ? CenterId : null
type OpenPermission = {
  [P in keyof typeof permissions]: (typeof permissions)[P] extends { anonymous: string } ? P : never
}[keyof typeof permissions]

const special = Symbol('special answer')
type Special<T> = { [special]: true; body: T; status?: number; session?: SessionStart | 'ended'; known?: KnownBrowser; file?: string }

/** 201: the call made something new. */
export const created = <T>(body: T): Special<T> => ({ [special]: true, body, status: 201 })
/** Answers and starts a session, or ends the current one. */
export const withSession = <T>(body: T, session: SessionStart | 'ended'): Special<T> => ({ [special]: true, body, session })
/** Answers, remembers the browser for an account, and starts a session if there is one. */
export const toKnown = <T>(body: T, known: KnownBrowser, session?: SessionStart): Special<T> => ({
  [special]: true,
  body,
  known,
  ...(session && { session }),
})
/** Answers with a file to keep, by a name of letters, digits, `.`, `_` and `-`; the endpoint says its `media`. */
export const asFile = <T>(body: T, file: string): Special<T> => ({ [special]: true, body, file })

type Answer<E extends Endpoint> = OutputOf<E> | Special<OutputOf<E>>
/** One handler for each endpoint of a contract: a missing or wrong one does not compile. */
export type Handlers<C extends Contract> = { [K in keyof C]: (call: Call<C[K]>) => Promise<Answer<C[K]>> }

/** An answer's body, and what else it says. */
export const unpack = (answer: unknown) =>
  answer !== null && typeof answer === 'object' && special in answer
    ? (answer as Special<unknown>)
    : { body: answer, status: undefined, session: undefined, known: undefined, file: undefined }
