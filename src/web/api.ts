import { type QueryKey, useMutation, type UseMutationOptions } from '@tanstack/react-query'
import { useMemo } from 'react'
import { v7 as newId } from 'uuid'
import { type CallInput, type Endpoint, type OutputOf, pathNames } from '#shared/contract.ts'
import { notAnId, notFound, Problem, type ProblemError, sentences } from '#shared/problem.ts'
import { isIdle } from './idle.ts'
import { parseAnswer } from './unescape.ts'

/** Base URL of the API: `/api` on this origin, unless the page was built for another host (product §1). */
const base = import.meta.env.VITE_API_BASE ?? '/api'

type Options = {
  signal?: AbortSignal
  key?: string
  /** Version of the record on which the change is based, sent as If-Match. */
  version?: number
  /** Id of the user who makes this call. The server refuses the call in anyone else's session. */
  as?: string
  /** Body for an endpoint that accepts a file. The file's media type becomes the content type. */
  file?: Blob
}

const cookie = (name: string) =>
  document.cookie
    .split('; ')
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1)

function address(endpoint: Endpoint, input: Record<string, unknown>) {
  const names = pathNames(endpoint.path)
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(input[name])))
  const rest = Object.entries(input).filter(([name, value]) => !names.includes(name) && value !== undefined)
  if (endpoint.method !== 'GET' && endpoint.method !== 'DELETE')
    return { url: base + path, body: JSON.stringify(Object.fromEntries(rest)) }
  const query = new URLSearchParams(rest.map(([name, value]) => [name, String(value)]))
  return { url: `${base}${path}${query.size > 0 ? `?${query.toString()}` : ''}`, body: undefined }
}

/** Returns the URL of an endpoint's file, such as a picture. */
export const fileAddress = <E extends Endpoint>(endpoint: E, input: CallInput<E>) =>
  address(endpoint, input).url

type Failure = { message?: string; code?: string; errors?: ProblemError[]; current?: unknown } & Record<
  string,
  unknown
>

/**
 * True if a read was refused because of a malformed id, as in a mistyped URL. People then see the same page
 * as for an unknown id.
 */
const hasMalformedId = ({ method, path }: Endpoint, { status, more: { errors = [] } }: Problem) =>
  method === 'GET' &&
  status === 400 &&
  errors.some((error) => error.message === notAnId || pathNames(path).includes(error.path.slice(1)))

async function problemOf(response: Response) {
  const failure = (await response
    .text()
    .then(parseAnswer)
    .catch(() => ({}))) as Failure
  const retryAfter = Number(response.headers.get('retry-after')) || undefined
  const { message = '', code = 'failed', ...more } = failure
  return new Problem(response.status, code, message, { ...more, retryAfter })
}

/** Milliseconds by which the server's clock is ahead of this device's. The device's clock may be wrong. */
let ahead = 0

/** Returns the server's time in ms, estimated from its latest response. */
export const serverNow = () => Date.now() + ahead

function setClock({ headers }: Response, arrivedAt: number) {
  const date = Date.parse(headers.get('date') ?? '')
  // The header has no fractions of a second, so the actual time is on average half a second later.
  if (!Number.isNaN(date)) ahead = date + 500 - arrivedAt
}

/** Handler for every 401. The session module (`web/session.tsx`) registers it. */
let onSignedOut: (problem: Problem) => void = () => {}
export function whenSignedOut(handler: (problem: Problem) => void) {
  onSignedOut = handler
}

/**
 * True if there was no response, or a 503, as from a busy server. Such failures are usually temporary, and
 * the user can do nothing about them.
 */
export const isUnanswered = (error: unknown) =>
  error instanceof Problem && (error.status === 0 || error.status === 503)

/** True if a read that has failed `count` times before is worth trying again. */
export const mayRetry = (count: number, error: unknown) => count < 2 && isUnanswered(error)

/** Time in ms for which responses that were requested as the page opened count as current. */
const earlyMs = 10_000

/**
 * Takes the response for a URL that was requested as the page opened. Returns undefined if there is none, or
 * if it was already taken or is too old.
 */
function takeEarly(url: string) {
  const answer = globalThis.early?.get(url)
  globalThis.early?.delete(url)
  return performance.now() < earlyMs ? answer : undefined
}

/**
 * Throws a `Problem` with status 0 for a call that got no complete response. If the call was aborted,
 * rethrows the AbortError.
 */
function unreachable(error: unknown): never {
  if (error instanceof DOMException && error.name === 'AbortError') throw error
  throw new Problem(0, 'unreachable', navigator.onLine ? sentences.failed : sentences.offline)
}

/**
 * Calls an endpoint. Writes carry the XSRF token and an Idempotency-Key (`key`), so a repeat with the same
 * key takes effect only once. Reads of an idle page are marked as background reads, because they must not
 * keep the session alive. Throws a `Problem`, with status 0 if there was no response; an AbortError if
 * `signal` aborted the call; or another error if the response was cut off.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: Options = {},
): Promise<OutputOf<E>> {
  const { url, body } = address(endpoint, input)
  const headers: Record<string, string> = {}
  if (body !== undefined) headers['content-type'] = options.file?.type ?? 'application/json'
  if (endpoint.method !== 'GET') {
    headers['x-xsrf-token'] = cookie('XSRF-TOKEN') ?? ''
    headers['idempotency-key'] = options.key ?? newId()
  } else if (isIdle()) headers['x-background'] = '1'
  if (options.as) headers['x-user'] = options.as
  if (options.version !== undefined) headers['if-match'] = `"${options.version}"`
  if (document.documentElement?.dataset['traced'] !== undefined)
    Object.assign(headers, (await import('./traceparent.ts')).traceHeaders())
  const request =
    (endpoint.method === 'GET' && takeEarly(url)) ||
    fetch(url, {
      method: endpoint.method,
      headers,
      body: options.file ?? body,
      credentials: 'include',
      signal: options.signal,
    }).then((answer) => ({ response: answer, arrivedAt: Date.now() }))
  const { response, arrivedAt } = await request.catch(unreachable)
  // Responses requested as the page opened may predate this write.
  if (endpoint.method !== 'GET') globalThis.early?.clear()
  setClock(response, arrivedAt)
  if (response.ok) return (response.status === 204 ? null : parseAnswer(await response.text())) as OutputOf<E>
  const problem = await problemOf(response)
  if (await canRepeat(problem)) return call(endpoint, input, options)
  throw hasMalformedId(endpoint, problem) ? notFound() : problem
}

/** Returns the seconds to wait after a 429 (1 if the server names none), or null for any other failure. */
const secondsUntilAllowed = (error: unknown) =>
  error instanceof Problem && error.status === 429 ? Number(error.more.retryAfter) || 1 : null

/** Calls an endpoint like `call`, but if the server asks for a pause (429), waits and tries again. */
export async function callWithPauses<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: Options = {},
): Promise<OutputOf<E>> {
  for (;;) {
    try {
      return await call(endpoint, input, options)
    } catch (error) {
      const seconds = secondsUntilAllowed(error)
      if (seconds === null) throw error
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
      options.signal?.throwIfAborted()
    }
  }
}

/**
 * Query options that retry a read as `mayRetry` allows, and after every 429 once the server's pause is over.
 */
export const retryAfterPause = {
  retry: (count: number, error: Error) => secondsUntilAllowed(error) !== null || mayRetry(count, error),
  retryDelay: (_count: number, error: Error) => (secondsUntilAllowed(error) ?? 1) * 1000,
}

/**
 * Asks for the password, or a code, when the server requires it, as for a large export (reliability T45).
 * Resolves to true if the call can then be repeated. `reauth.tsx` registers the dialog.
 */
let reauthenticate = async () => false
export function whenReauthNeeded(handler: typeof reauthenticate) {
  reauthenticate = handler
}

/**
 * Reports a 401 to the session. If the server requires re-authentication, asks for it, and returns true if
 * the call can then be repeated.
 */
async function canRepeat(problem: Problem) {
  if (problem.status === 401) onSignedOut(problem)
  return 'within' in problem.more && (await reauthenticate())
}

/**
 * Downloads an endpoint's file. Calls `onProgress` with the number of bytes so far. Throws a `Problem`, even
 * if the download is cut off, or an AbortError if `signal` aborted it.
 */
export async function download<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  { onProgress, signal }: { onProgress: (bytes: number) => void; signal: AbortSignal },
): Promise<Blob> {
  const response = await fetch(fileAddress(endpoint, input), { credentials: 'include', signal }).catch(
    unreachable,
  )
  if (!response.ok || !response.body) {
    const problem = await problemOf(response)
    if (await canRepeat(problem)) return download(endpoint, input, { onProgress, signal })
    throw problem
  }
  const chunks: BlobPart[] = []
  let bytes = 0
  const reader = response.body.getReader()
  for (;;) {
    const { done, value } = await reader.read().catch(unreachable)
    if (done) return new Blob(chunks, { type: response.headers.get('content-type') ?? '' })
    chunks.push(value)
    onProgress((bytes += value.length))
  }
}

/** A query for a read, for components that receive it as a prop. */
export type ReadQuery<T> = {
  queryKey: QueryKey
  queryFn: (options: { signal: AbortSignal }) => Promise<T>
}

/**
 * Returns the query key and function for a read, as in `useQuery(read(roll, { … }))`. The key starts with the
 * endpoint's path.
 */
export function read<E extends Endpoint>(endpoint: E, input: CallInput<E>) {
  return {
    queryKey: [endpoint.path, input] as const satisfies QueryKey,
    queryFn: ({ signal }: { signal: AbortSignal }) => call(endpoint, input, { signal }),
  }
}

/** True if the request certainly had no effect, so a retry is a new write. */
const hadNoEffect = (error: unknown) =>
  error instanceof Problem && error.status >= 400 && error.status < 500 && error.code !== 'in_flight'

type SendInput<E extends Endpoint> = CallInput<E> & { ifMatch?: number }

/**
 * Returns a function that sends a write. Until the outcome is known, the same input keeps its
 * Idempotency-Key, so a retry after a lost response doesn't repeat the write.
 */
export function sender<E extends Endpoint>(endpoint: E) {
  const keys = new Map<string, string>()
  return async (write: SendInput<E>): Promise<OutputOf<E>> => {
    const { ifMatch, ...input } = write
    const content = JSON.stringify(write)
    const key = keys.get(content) ?? newId()
    keys.set(content, key)
    try {
      const answer = await call(endpoint, input as CallInput<E>, { key, version: ifMatch })
      keys.delete(content)
      return answer
    } catch (error) {
      if (hadNoEffect(error)) keys.delete(content)
      throw error
    }
  }
}

/**
 * Returns a write as a mutation: `send.mutate(input)`. `ifMatch` in the input becomes the If-Match header. A
 * failure shows its sentence in a toast, unless `onError` is set (spec §8).
 */
export function useSend<E extends Endpoint>(
  endpoint: E,
  options: UseMutationOptions<OutputOf<E>, Error, SendInput<E>> = {},
) {
  const mutationFn = useMemo(() => sender(endpoint), [endpoint])
  return useMutation<OutputOf<E>, Error, SendInput<E>>({
    mutationFn,
    ...options,
    meta: { quiet: options.onError !== undefined },
  })
}
