import type { Contract, Endpoint, InputOf, OutputOf } from '#shared/contract.ts'
import type { permissions } from '#shared/permissions.ts'
import type { Database, Db } from './db.ts'
import type { Actor, CenterId } from './gate.ts'
import type { KnownBrowser } from './known-browsers.ts'
import type { SessionStart } from './session.ts'

/**
 * The part of a call that is passed to an action: the actor, and the transaction or the read pool. `db` is a
 * `Database` if the action opens its own transactions.
 */
export type ActionCall<D = Db> = { db: D; actor: Actor }
/** A call to the center named in the path. */
export type CenterCall<D = Db> = ActionCall<D> & { center: CenterId }
/**
 * A call to a center, possibly without a signed-in caller. `actor` is null if a family without an account
 * calls through a confirmed link, or if the payment provider calls.
 */
export type FamilyCall = Omit<CenterCall, 'actor'> & { actor: Actor | null }
/** The version that the caller last saw (If-Match), or null if the header is missing. */
export type IfMatch = { ifMatch: number | null }
export type CallOrigin = { from: { address: string; agent: string; known: KnownBrowser } }

/**
 * Everything that is passed to a handler. On endpoints open to anonymous callers, `actor` is null if nobody
 * is signed in.
 */
export type Call<E extends Endpoint> = {
  input: HandlerInput<E>
  actor: E['who'] extends OpenPermission ? Actor | null : Actor
  /** The center named in the path. The engine responds with 404 if the caller can't reach it. */
  center: CenterOf<E['path']>
  /** The write's transaction, or the read-only pool. With `effect: 'own'`, the whole `Database`. */
  db: E extends { effect: 'own' } ? Database : Db
  /** Version that the caller last saw (If-Match), or null if the header is missing. */
  ifMatch: number | null
  from: CallOrigin['from']
  /** The uploaded file, on endpoints that accept one. Undefined if none was sent. */
  bytes?: Uint8Array | undefined
  /**
   * Value of the header with the body's signature, on endpoints that another service calls. Undefined if it
   * wasn't sent.
   */
  signature?: string | undefined
}
type HasCenter<Path> = string extends Path
  ? false
  : Path extends `${string}/:centerId${string}`
    ? true
    : false
/** Input without `centerId`, which is passed as `center`. */
export type HandlerInput<E extends Endpoint> =
  HasCenter<E['path']> extends true ? Omit<InputOf<E>, 'centerId'> : InputOf<E>
type CenterOf<Path> = string extends Path ? CenterId | null : HasCenter<Path> extends true ? CenterId : null
type OpenPermission = {
  [P in keyof typeof permissions]: (typeof permissions)[P] extends { anonymous: string } ? P : never
}[keyof typeof permissions]

const special = Symbol('special answer')
type Special<T> = {
  [special]: true
  body: T
  status?: number
  session?: SessionStart | 'ended'
  known?: KnownBrowser
  file?: string
}

/** Returns a response with status 201, for a call that created something. */
export const created = <T>(body: T): Special<T> => ({ [special]: true, body, status: 201 })
/** Returns a response that also starts a session or ends the current one. */
export const withSession = <T>(body: T, session: SessionStart | 'ended'): Special<T> => ({
  [special]: true,
  body,
  session,
})
/**
 * Returns a response that stores the proofs of a known browser in its cookie, and starts a session if one is
 * given.
 */
export const toKnown = <T>(body: T, known: KnownBrowser, session?: SessionStart): Special<T> => ({
  [special]: true,
  body,
  known,
  ...(session && { session }),
})
/**
 * Returns a response that is a file to download. Its name may contain letters, digits, `.`, `_` and `-`. The
 * endpoint declares the `media` type.
 */
export const asFile = <T>(body: T, file: string): Special<T> => ({ [special]: true, body, file })

type Answer<E extends Endpoint> = OutputOf<E> | Special<OutputOf<E>>
/** One handler for each endpoint of a contract. A missing or mistyped handler doesn't compile. */
export type Handlers<C extends Contract> = { [K in keyof C]: (call: Call<C[K]>) => Promise<Answer<C[K]>> }

/** Returns the body, status, session, known browser and file name of a handler's result. */
export const unpack = (answer: unknown) =>
  answer !== null && typeof answer === 'object' && special in answer
    ? (answer as Special<unknown>)
    : { body: answer, status: undefined, session: undefined, known: undefined, file: undefined }
