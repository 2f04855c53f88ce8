import { t } from '#shared/language.ts'

/**
 * The problem (RFC 9457) that every failed call returns, with the `message` of spec §8. Server handlers throw
 * it, and the browser parses it. Statuses: 400 malformed or with undeclared fields, 401 no session, 403 never
 * allowed for this kind of user, 404 missing or out of scope (same body), 409 conflicting state, 412 stale,
 * 413, 415, 422 breaks a rule, 429 and 503 with `retryAfter` in seconds.
 */

/** One error in the input of a call. `path` is a JSON pointer. */
export type ProblemError = { path: string; message: string }

/**
 * Facts about a conflict to show on screen, such as `{ seats, maxSize }`. Their names must differ from the
 * standard fields'.
 */
type Facts = Record<string, unknown> &
  Partial<Record<'type' | 'title' | 'status' | 'message' | 'code' | 'requestId', never>>

type ProblemOptions = { errors?: ProblemError[]; retryAfter?: number; current?: unknown } & Facts

/** Sentences of the error catalog (spec §8; product §1). */
export const sentences = {
  offline: "Can't connect to server. Please try again later.",
  notFound: 'Not found, please contact support.',
  forbidden: 'Forbidden from source, please contact support.',
  failed: 'Please try again or contact support.',
  sessionEnded: 'Your session has expired. Please login again.',
  deviceEnded: 'Your session has expired. Please activate your device again.',
  archived: 'This center is archived. Restore it in its settings to change anything.',
} as const

/** Message for an invalid id. */
export const notAnId = 'is not an id'

export class Problem extends Error {
  readonly status: number
  readonly code: string
  readonly more: ProblemOptions
  constructor(status: number, code: string, message: string, more: ProblemOptions = {}) {
    super(message)
    this.status = status
    this.code = code
    this.more = more
  }
}

/** Creates a 400 for a request that can't be parsed. Its message is about the first error. */
export const malformed = (errors: ProblemError[]) =>
  new Problem(
    400,
    'malformed',
    errors[0]
      ? `${errors[0].path.slice(1) || t('The request')}: ${errors[0].message}`
      : t('The request could not be read.'),
    {
      errors,
    },
  )
/** Creates a 422 for a request that is well-formed but breaks a rule. */
export const refused = (code: string, message: string, path?: string) =>
  new Problem(422, code, message, path ? { errors: [{ path, message }] } : {})
/** Creates a 409 for a change that the current state doesn't allow. `facts` describe that state. */
export const conflict = (code: string, message: string, facts: Facts = {}) =>
  new Problem(409, code, message, facts)
/** Creates a 404 for a record that is missing or out of the caller's scope. Both look the same. */
export const notFound = () => new Problem(404, 'not_found', sentences.notFound)
/** Creates a 403 for something that this kind of user may never do. */
export const forbidden = (code = 'forbidden', message: string = sentences.forbidden) =>
  new Problem(403, code, message)
/** Creates a 401 for a missing or ended session. On a device, the message asks for a new activation. */
export const signedOut = ({ device = false } = {}) =>
  device
    ? new Problem(401, 'device_signed_out', sentences.deviceEnded)
    : new Problem(401, 'signed_out', sentences.sessionEnded)
/** Creates a 412 for a record that somebody else has changed in the meantime. Includes the current record. */
export const stale = (
  current: unknown,
  message = t('Someone else has changed this. Compare both versions, then save again.'),
) => new Problem(412, 'stale', message, { current })
/** Creates a 429 for too many tries. `retryAfter` is in seconds. */
export const tooMany = (
  retryAfter: number,
  message = t('Too many tries. Please wait a moment and try again.'),
) => new Problem(429, 'too_many', message, { retryAfter })
/** Creates a 503 for a call that isn't possible right now. `retryAfter` is in seconds. */
export const unavailable = (retryAfter = 1) =>
  new Problem(503, 'unavailable', sentences.failed, { retryAfter })
