import { z } from 'zod'
import type { Permission } from './permissions.ts'

/** Limit of a token bucket: so many per second, and so many at once. */
export type Rate = { perSecond: number; burst: number }

/**
 * One endpoint, said once: the server must answer it (`Handlers`), the browser can only call it rightly (`web/api.ts`), the test speaks
 * it. Path parameters, query and body are one flat `input`: what `path` names comes from the path, everything else from the
 * query (GET, DELETE) or the JSON body.
 */
export type Endpoint<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodType = z.ZodType> = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  who: Permission
  input: Input
  output: Output
  /** Body limit in bytes; 64 KiB when not said (reliability B18: question bodies and imports are larger). */
  limit?: number
  /** Limit for one person, in addition to those of every session, for calls that cost the server much time. Past it: 429 with Retry-After. */
  rate?: Rate
  /**
   * What a write does to the database when it isn't the usual one transaction: `reads` changes nothing and runs on the read-only pool; `own`
   * opens its transaction by itself, because slow work comes before it (hashing, Google's keys) or because it is a single statement.
   * Neither keeps its answer under the Idempotency-Key, so every `own` write is harmless when it is done again; its answer may differ then.
   */
  effect?: 'reads' | 'own'
  /**
   * The field of the answer that is told only once, such as a key. The answer that is kept for a repeat with the same Idempotency-Key has null
   * in its place, so that no database knows it.
   */
  secret?: string
  /**
   * The same again would make a second one, and no natural key stands in the way: without an Idempotency-Key, what the same caller asks again word
   * for word within a second has the first one's answer (reliability F10), unless that was a 200, which made nothing.
   */
  once?: true
  /** The media type of a read whose answer is a file: its output is the text or the bytes as they are sent, or a stream of them, and no JSON. */
  media?: 'application/json' | 'text/csv' | 'text/calendar' | 'image/webp' | 'application/zip'
  /** The media type of a body that is a file: the handler gets its bytes, and the input is what the path says. */
  bytes?: 'application/zip'
  /** The path's name for a child whose whole record this read shows: who has read it is noted, after the answer. */
  logsAccessTo?: string
}

export type Contract = Record<string, Endpoint>
export type InputOf<E extends Endpoint> = z.output<E['input']>
/** What a caller writes: fields with a default may be left out. */
export type AskOf<E extends Endpoint> = z.input<E['input']>
export type OutputOf<E extends Endpoint> = z.output<E['output']>

type Effect = Endpoint['effect']
type Said<W, I, O, F> = { who: W; input: I; output: O; effect?: F } & Pick<
  Endpoint,
  'limit' | 'rate' | 'secret' | 'once' | 'media' | 'bytes' | 'logsAccessTo'
>

/** Keeps the literal types of `path`, `who` and `effect`: they tell a handler its center, whether somebody is signed in, and what its database is. */
const saying =
  (method: Endpoint['method']) =>
  <P extends string, W extends Permission, I extends z.ZodObject, O extends z.ZodType, F extends Effect = undefined>(
    path: P,
    said: Said<W, I, O, F>,
  ) => ({
    ...said,
    method,
    path,
    effect: said.effect as F,
    input: said.input.strict() as unknown as I,
  })

export const get = saying('GET')
export const post = saying('POST')
export const put = saying('PUT')
export const patch = saying('PATCH')
export const del = saying('DELETE')

/** A list as a CSV file, for who may read the list: it is written while it is read, and that it leaves the house is recorded. */
export const csvFile = <P extends string, W extends Permission, I extends z.ZodObject>(path: P, said: { who: W; input: I }) =>
  get(path, { ...said, effect: 'own', media: 'text/csv', rate: { perSecond: 1, burst: 5 }, output: z.custom<AsyncIterable<string>>() })

/** The names between slashes that begin with a colon: `/centers/:centerId` → `['centerId']`. */
export const pathNames = (path: string) => [...path.matchAll(/:(\w+)/g)].map((match) => match[1] as string)

/** The answer of a call that has nothing to say (204). */
export const Nothing = z.null()

/** No input at all. */
export const None = z.object({})
