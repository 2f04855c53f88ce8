import { expect, test, vi } from 'vitest'

type Resolved = (event: { fromLocation?: object; toLocation: { hash: string }; pathChanged: boolean }) => void
const handlers: Resolved[] = []
const actions = new Map<string, () => void>()
const window = { scrollTo: vi.fn() }
vi.stubGlobal('window', window)
vi.stubGlobal('addEventListener', (name: string, act: () => void) => actions.set(name, act))
vi.mock('@tanstack/react-router', () => ({
  createRouter: () => ({ subscribe: (_: string, hear: Resolved) => handlers.push(hear) }),
}))
vi.mock('./pages.ts', () => ({ routeTree: null }))
vi.mock('./heading.ts', () => ({ startAtHeading: () => {} }))
await import('./router.ts')

test('a new page scrolls to its top after 200 ms, unless the user is already doing something or the address has a fragment', () => {
  vi.useFakeTimers()
  const open = (pathChanged: boolean, hash = '') =>
    handlers.forEach((hear) => hear({ fromLocation: {}, toLocation: { hash }, pathChanged }))
  open(true)
  vi.advanceTimersByTime(199)
  expect(window.scrollTo).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(window.scrollTo).toHaveBeenCalledExactlyOnceWith({ top: 0 })
  open(true)
  actions.get('wheel')?.()
  open(false)
  open(true, 'notes')
  vi.advanceTimersByTime(1000)
  expect(window.scrollTo).toHaveBeenCalledOnce()
  vi.useRealTimers()
})
