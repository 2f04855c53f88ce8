import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { Problem } from '#shared/problem.ts'

const listeners = new Map<string, (event: { key: string }) => void>()
const location = { pathname: '/student', search: '', hash: '', assign: vi.fn(), reload: vi.fn() }
vi.stubGlobal('window', {
  addEventListener: (name: string, hear: (event: { key: string }) => void) => listeners.set(name, hear),
})
vi.stubGlobal('addEventListener', () => {})
vi.stubGlobal('document', { cookie: '' })
vi.stubGlobal('location', location)
vi.stubGlobal('navigator', { onLine: true })
const toast = vi.hoisted(() => vi.fn())
vi.mock('./toast.tsx', () => ({ toast }))
vi.mock('./live.ts', () => ({ whenEnded: () => {} }))
const { logOut, queries, whoAmI } = await import('./session.tsx')

const fail = (problem: Problem) => () => Promise.reject(problem)
const [full, signedOut] = [
  new Problem(409, 'class_full', 'The class is full.'),
  new Problem(401, 'signed_out', 'Your session has expired.'),
]

beforeEach(() => {
  toast.mockClear()
  queries.clear()
})

const write = (problem: Problem, meta = {}) =>
  queries
    .getMutationCache()
    .build(queries, { mutationFn: fail(problem), meta })
    .execute(undefined)
    .catch(() => {})

test('a failed write shows its message in an error snackbar, unless its screen handles it or the session has ended', async () => {
  await write(full)
  expect(toast).toHaveBeenCalledExactlyOnceWith('The class is full.', 'error')
  await write(full, { quiet: true })
  await write(signedOut)
  expect(toast).toHaveBeenCalledOnce()
})

test('a failed repeated read shows its message in an error snackbar', async () => {
  queries.setQueryData(['day'], 'Monday')
  await queries.fetchQuery({ queryKey: ['day'], queryFn: fail(full), staleTime: 0 }).catch(() => {})
  expect(toast).toHaveBeenCalledExactlyOnceWith('The class is full.', 'error')
})

test('a failed first read shows the snackbar only once despite retries, and never if it was the read of the signed-in user', async () => {
  const first = { queryKey: ['week'], queryFn: fail(full) }
  await queries.fetchQuery(first).catch(() => {})
  expect(toast).toHaveBeenCalledExactlyOnceWith('The class is full.', 'error')
  await queries.fetchQuery(first).catch(() => {})
  await queries.fetchQuery({ queryKey: ['me'], queryFn: fail(full), meta: { quiet: true } }).catch(() => {})
  await queries.fetchQuery({ queryKey: ['month'], queryFn: fail(signedOut) }).catch(() => {})
  expect(toast).toHaveBeenCalledOnce()
})

test('without a network, the request for the signed-in user fails immediately', async () => {
  const fetchMock = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')))
  vi.stubGlobal('fetch', fetchMock)
  onTestFinished(() => void vi.stubGlobal('navigator', { onLine: true }))
  vi.stubGlobal('navigator', { onLine: false })
  await expect(whoAmI()).rejects.toMatchObject({ status: 0 })
  expect(fetchMock).toHaveBeenCalledOnce()
})

test('a failed logout shows a message and keeps the session', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ message: '', code: 'failed' }, { status: 500 }))
  queries.setQueryData(['day'], 'Monday')
  await logOut()
  expect(toast).toHaveBeenCalledExactlyOnceWith('Please try again or contact support.', 'error')
  expect(location.assign).not.toHaveBeenCalled()
  expect(queries.getQueryData(['day'])).toBe('Monday')
})

test('a storage event with the key login reloads the page, and one with the key logout opens the login page', () => {
  listeners.get('storage')?.({ key: 'center' })
  expect([location.reload.mock.calls.length, location.assign.mock.calls.length]).toEqual([0, 0])
  listeners.get('storage')?.({ key: 'login' })
  expect(location.reload).toHaveBeenCalledOnce()
  listeners.get('storage')?.({ key: 'logout' })
  expect(location.assign).toHaveBeenCalledExactlyOnceWith('/login')
})
