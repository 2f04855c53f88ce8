import { t } from '#shared/language.ts'

/**
 * Every failed call is a problem as defined in RFC 9457, with the `message` of spec §8. Server handlers throw
 * it, and the browser reads it. Statuses: 400 malformed or undeclared, 401 no session, 403 never allowed for
 * this kind of user, 404 missing or out of scope (same body), 409 conflicting state, 412 stale, 413, 415, 422
 * breaks a rule, 429 and 503 with `retryAfter` in seconds.
 */

/** One error in the input of a call. `path` is a JSON pointer. */
export type ProblemError = { path: string; message: string }

/**
 * Facts about a conflict to show on screen, such as `{ seats, maxSize }`. Their names must differ from the
 * standard fields'.
 */
type Facts = Record<string, unknown> &
  Partial<Record<'type' | 'title' | 'status' | 'message' | 'code' | 'requestId', never>>

/** Optional fields of a problem. */
type ProblemOptions = { errors?: ProblemError[]; retryAfter?: number; current?: unknown } & Facts

/** The catalog's sentences (spec §8; product §1). */
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

/** 400: the request can't be read. `path` is a JSON pointer to the error, such as `/parts/0`. */
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
/** 422: the request can be read but breaks a rule. */
export const refused = (code: string, message: string, path?: string) =>
  new Problem(422, code, message, path ? { errors: [{ path, message }] } : {})
/** 409: the current state doesn't allow it. `facts` describe that state. */
export const conflict = (code: string, message: string, facts: Facts = {}) =>
  new Problem(409, code, message, facts)
/** 404: missing or out of the caller's scope. Both look the same. */
export const notFound = () => new Problem(404, 'not_found', sentences.notFound)
/** 403: this kind of user may never do this. */
export const forbidden = (code = 'forbidden', message: string = sentences.forbidden) =>
  new Problem(403, code, message)
/** 401: there is no session, or it has ended. A device is asked to activate again. */
export const signedOut = ({ device = false } = {}) =>
  device
    ? new Problem(401, 'device_signed_out', sentences.deviceEnded)
    : new Problem(401, 'signed_out', sentences.sessionEnded)
/** 412: somebody else has changed the record in the meantime. Includes the current record. */
export const stale = (
  current: unknown,
  message = t('Someone else has changed this. Compare both versions, then save again.'),
) => new Problem(412, 'stale', message, { current })
/** 429: too many tries. `retryAfter` is in seconds. */
export const tooMany = (
  retryAfter: number,
  message = t('Too many tries. Please wait a moment and try again.'),
) => new Problem(429, 'too_many', message, { retryAfter })
/** 503: not possible right now. `retryAfter` is in seconds. */
export const unavailable = (retryAfter = 1) =>
  new Problem(503, 'unavailable', sentences.failed, { retryAfter })
