/**
 * The one shape of failure, RFC 9457 with the `message` of spec §8. Server handlers throw it, the browser reads it back.
 * Statuses: 400 malformed or undeclared, 401 no session, 403 this kind of user never, 404 missing or out of scope (same body), 409
 * conflict of state, 412 stale, 413, 415, 422 breaks a rule, 429 and 503 with `retryAfter` seconds.
 */
export type ProblemError = { path: string; message: string }

/** Facts of a conflict that the screen shows, such as `{ seats, maxSize }`; none is called as what every problem has. */
type Facts = Record<string, unknown> & Partial<Record<'type' | 'title' | 'status' | 'message' | 'code' | 'requestId', never>>

/** What a problem carries beside its sentence. */
type More = { errors?: ProblemError[]; retryAfter?: number; current?: unknown } & Facts

/** The catalog's sentences (spec §8; product §1). */
export const sentences = {
  offline: "Can't connect to server. Please try again later.",
  notFound: 'Not found, please contact support.',
  forbidden: 'Forbidden from source, please contact support.',
  failed: 'Please try again or contact support.',
  sessionEnded: 'Your session has expired. Please login again.',
  deviceEnded: 'Your session has expired. Please activate your device again.',
} as const

/** What is said of an id that can't be one. */
export const notAnId = 'is not an id'

export class Problem extends Error {
  readonly status: number
  readonly code: string
  readonly more: More
  constructor(status: number, code: string, message: string, more: More = {}) {
    super(message)
    this.status = status
    this.code = code
    this.more = more
  }
}

/** 400: the request can't be read. `path` is a JSON pointer to what is wrong, e.g. `/parts/0`. */
export const malformed = (errors: ProblemError[]) =>
  new Problem(
    400,
    'malformed',
    errors[0] ? `${errors[0].path.slice(1) || 'The request'}: ${errors[0].message}` : 'The request could not be read.',
    {
      errors,
    },
  )
/** 422: the request can be read and breaks a rule. */
export const refused = (code: string, message: string, path?: string) =>
  new Problem(422, code, message, path ? { errors: [{ path, message }] } : {})
/** 409: the state of things forbids it now; `facts` say what state. */
export const conflict = (code: string, message: string, facts: Facts = {}) => new Problem(409, code, message, facts)
/** 404: missing, or not within the caller's scope; both look the same. */
export const notFound = () => new Problem(404, 'not_found', sentences.notFound)
/** 403: this kind of user may never do this. */
export const forbidden = (code = 'forbidden', message: string = sentences.forbidden) => new Problem(403, code, message)
/** 401: no session, or one that has ended; a device is told to activate again. */
export const signedOut = ({ device = false } = {}) =>
  device ? new Problem(401, 'device_signed_out', sentences.deviceEnded) : new Problem(401, 'signed_out', sentences.sessionEnded)
/** 412: somebody else changed it meanwhile; carries the record as it is now. */
export const stale = (current: unknown, message = 'Somebody changed this meanwhile. Compare both versions, then save again.') =>
  new Problem(412, 'stale', message, { current })
/** 429: too many tries; `retryAfter` in seconds. */
export const tooMany = (retryAfter: number, message = 'Too many tries. Please wait a moment and try again.') =>
  new Problem(429, 'too_many', message, { retryAfter })
/** 503: not now; `retryAfter` in seconds. */
export const unavailable = (retryAfter = 1) => new Problem(503, 'unavailable', sentences.failed, { retryAfter })
