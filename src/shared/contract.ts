import { z } from 'zod'
import { type Kind, type Permission, reach } from './permissions.ts'

/** Token-bucket limit: the sustained calls per second, and the most calls in one burst. */
export type Rate = { perSecond: number; burst: number }

/**
 * One endpoint, declared once. The compiler makes sure that the server implements it (`Handlers`) and that
 * the browser calls it correctly (`web/api.ts`). Tests use it, too. Path parameters, query and body form one
 * flat `input`: parameters named in `path` come from the path, all others from the query (GET, DELETE) or the
 * JSON body.
 */
export type Endpoint<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodType = z.ZodType> = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  who: Permission
  input: Input
  output: Output
  /** Body limit in bytes. Default: 64 KiB (reliability B18: question bodies and imports are larger). */
  limit?: number
  /**
   * Rate limit per person, on top of the limit per session, for calls that are expensive for the server.
   * Beyond it, the response is 429 with Retry-After.
   */
  rate?: Rate
  /**
   * Set for a write that doesn't run in the usual single transaction. A `reads` call changes nothing and uses
   * the read-only pool. An `own` call opens its own transactions, because it does slow work first (hashing,
   * Google's keys) or is a single statement. Neither stores its response under the Idempotency-Key, so
   * repeating an `own` call must be harmless, although the response may differ.
   */
  effect?: 'reads' | 'own'
  /**
   * True for a GET that reads a lot of data, such as an export, a report, a history or a dashboard. It may
   * use a replica of the database.
   */
  isLong?: true
  /**
   * Field of the response that is shown only once, such as a key. The response stored for repeats with the
   * same Idempotency-Key has null instead, so that the database never contains the secret.
   */
  secret?: string
  /**
   * True if a repeat would create a duplicate that no natural key prevents. Without an Idempotency-Key, an
   * identical call by the same caller within a second gets the first call's response (reliability F10),
   * unless that was a 200, which means that nothing was created.
   */
  once?: true
  /** True for a change that is allowed in archived centers, such as restoring them. */
  inArchive?: true
  /**
   * Media type of a read that returns a file. Its output is then the text, bytes or stream to send instead
   * of JSON.
   */
  media?: 'application/json' | 'text/csv' | 'text/calendar' | 'image/webp' | 'image/png' | 'application/zip'
  /**
   * Media type of a body that is a file. The handler gets its bytes, and the input comes from the path only.
   */
  bytes?: 'application/zip' | 'application/json'
  /** Header with the signature of `bytes`, on endpoints that another service calls. */
  signature?: 'stripe-signature'
  /** True if the body may also be the form that mail programs send to unsubscribe. Its fields are ignored. */
  takesForm?: true
  /**
   * Nested objects in the record that GET returns at this path, such as `info`, which contains the names.
   * Their fields are accepted both nested and at the top level.
   */
  parts?: readonly string[]
  /**
   * Name of the path parameter with the child's id, for a read that shows the child's whole record. Each such
   * read is logged after the response.
   */
  logsAccessTo?: string
  /**
   * True for a read whose response depends only on the input, the center and the kind of caller, not on the
   * person. Concurrent callers share one response, so a change that makes every screen of a center refetch
   * costs little more than one read.
   */
  shared?: true
}

export type Contract = Record<string, Endpoint>
export type InputOf<E extends Endpoint> = z.output<E['input']>
/** Input as a caller writes it. Fields with a default may be omitted. */
export type CallInput<E extends Endpoint> = z.input<E['input']>
export type OutputOf<E extends Endpoint> = z.output<E['output']>

type Effect = Endpoint['effect']
type Declaration<W, I, O, F> = { who: W; input: I; output: O; effect?: F } & Pick<
  Endpoint,
  | 'limit'
  | 'rate'
  | 'secret'
  | 'once'
  | 'inArchive'
  | 'media'
  | 'bytes'
  | 'signature'
  | 'takesForm'
  | 'parts'
  | 'logsAccessTo'
  | 'shared'
  | 'isLong'
>

/**
 * Declares an endpoint and keeps the literal types of `path`, `who` and `effect`, which determine a handler's
 * center, actor and database.
 */
const endpoint =
  (method: Endpoint['method']) =>
  <
    P extends string,
    W extends Permission,
    I extends z.ZodObject,
    O extends z.ZodType,
    F extends Effect = undefined,
  >(
    path: P,
    declaration: Declaration<W, I, O, F>,
  ) => ({
    ...declaration,
    method,
    path,
    effect: declaration.effect as F,
    input: declaration.input.strict() as unknown as I,
  })

export const get = endpoint('GET')
export const post = endpoint('POST')
export const put = endpoint('PUT')
export const patch = endpoint('PATCH')
export const del = endpoint('DELETE')

/**
 * Declares an endpoint that returns a list as a CSV file, for people who may read the list. The file is
 * streamed, and the export is recorded.
 */
export const csvFile = <P extends string, W extends Permission, I extends z.ZodObject>(
  path: P,
  declaration: { who: W; input: I },
) =>
  get(path, {
    ...declaration,
    effect: 'own',
    media: 'text/csv',
    isLong: true,
    rate: { perSecond: 1, burst: 5 },
    output: z.custom<AsyncIterable<string>>(),
  })

/**
 * Returns the reach of a kind of caller for a call, or null if it may never make the call. Programs with an
 * access token may read and change records, but not files, and may not make calls that open their own
 * transactions.
 */
export const reachOfCall = (kind: Kind, { who, effect, media, bytes }: Endpoint) =>
  kind === 'tokens' && (media || bytes || effect === 'own') ? null : reach(kind, who)

/** Returns the parameter names in a path: `/centers/:centerId` → `['centerId']`. */
export const pathNames = (path: string) => [...path.matchAll(/:(\w+)/g)].map((match) => match[1] as string)

/** Output of a call that returns nothing (204). */
export const Nothing = z.null()

export const None = z.object({})
