import { type QueryKey, useMutation, type UseMutationOptions } from '@tanstack/react-query'
import { v7 as newId } from 'uuid'
import { type AskOf, type Endpoint, type OutputOf, pathNames } from '#shared/contract.ts'
import { notFound, Problem, type ProblemError, sentences } from '#shared/problem.ts'

/** The API's base: this origin unless the page was built for another host (product §1). */
const base = import.meta.env.VITE_API_BASE ?? '/api'

type Options = { signal?: AbortSignal; idempotencyKey?: string; seen?: number; keepalive?: boolean }

const cookie = (name: string) =>
  document.cookie
    .split('; ')
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1)

function address(endpoint: Endpoint, input: Record<string, unknown>) {
  const names = pathNames(endpoint.path)
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(input[name])))
  const rest = Object.entries(input).filter(([name, value]) => !names.includes(name) && value !== undefined)
  if (endpoint.method !== 'GET' && endpoint.method !== 'DELETE') return { url: base + path, body: JSON.stringify(Object.fromEntries(rest)) }
  const query = new URLSearchParams(rest.map(([name, value]) => [name, String(value)]))
  return { url: `${base}${path}${query.size > 0 ? `?${query.toString()}` : ''}`, body: undefined }
}

type Failure = { message?: string; code?: string; errors?: ProblemError[]; current?: unknown }

/** A page's address that can't be an id is, to the person who reads it, as unknown as any other. */
const isUnknown = ({ method, path }: Endpoint, { status, more: { errors = [] } }: Problem) =>
  method === 'GET' && status === 400 && errors.some((error) => pathNames(path).includes(error.path.slice(1)))

async function problemOf(response: Response) {
  const failure = (await response.json().catch(() => ({}))) as Failure
  const retryAfter = Number(response.headers.get('retry-after')) || undefined
  const { message = '', code = 'failed', errors, current } = failure
  return new Problem(response.status, code, message, { errors, current, retryAfter })
}

/** What a 401 means is the session's to say (`web/session.tsx`); it registers here, so that one place hears of every one. */
let onSignedOut: (problem: Problem) => void = () => {}
export function whenSignedOut(tell: (problem: Problem) => void) {
  onSignedOut = tell
}

/**
 * Calls an endpoint. Writes carry the XSRF token and an Idempotency-Key, so that a repeat has one effect. Throws `Problem`; status 0
 * means that no answer came.
 */
export async function call<E extends Endpoint>(endpoint: E, input: AskOf<E>, options: Options = {}): Promise<OutputOf<E>> {
  const { url, body } = address(endpoint, input)
  const headers: Record<string, string> = {}
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (endpoint.method !== 'GET') {
    headers['x-xsrf-token'] = cookie('XSRF-TOKEN') ?? ''
    headers['idempotency-key'] = options.idempotencyKey ?? newId()
  }
  if (options.seen !== undefined) headers['if-match'] = `"${options.seen}"`
  const response = await fetch(url, {
    method: endpoint.method,
    headers,
    body,
    credentials: 'include',
    signal: options.signal,
    keepalive: options.keepalive,
  }).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new Problem(0, 'unreachable', navigator.onLine ? sentences.failed : sentences.offline)
  })
  if (response.ok) return (response.status === 204 ? null : await response.json()) as OutputOf<E>
  const problem = await problemOf(response)
  if (problem.status === 401) onSignedOut(problem)
  throw isUnknown(endpoint, problem) ? notFound() : problem
}

/** Key and fetcher of a read, for `useQuery(read(roll, { … }))`. The key begins with the endpoint's path. */
export function read<E extends Endpoint>(endpoint: E, input: AskOf<E>) {
  return {
    queryKey: [endpoint.path, input] as const satisfies QueryKey,
    queryFn: ({ signal }: { signal: AbortSignal }) => call(endpoint, input, { signal }),
  }
}

type Send<E extends Endpoint> = AskOf<E> & { ifMatch?: number }

/**
 * A write as a mutation: `send.mutate(input)`. `ifMatch` in the input becomes the If-Match header. A failure shows the catalogue's
 * sentence in the snackbar unless `onError` is given (spec §8).
 */
export function useSend<E extends Endpoint>(endpoint: E, options: UseMutationOptions<OutputOf<E>, Error, Send<E>> = {}) {
  return useMutation<OutputOf<E>, Error, Send<E>>({
    mutationFn: ({ ifMatch, ...input }) => call(endpoint, input as AskOf<E>, ifMatch === undefined ? {} : { seen: ifMatch }),
    ...options,
    meta: { quiet: options.onError !== undefined },
  })
}
