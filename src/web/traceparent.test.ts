import { expect, test, vi } from 'vitest'

test('each call’s headers have a new trace id, and the time since the tap that led to the call', async () => {
  const listeners = new Map<string, (event: { timeStamp: number }) => void>()
  vi.stubGlobal('addEventListener', (type: string, hear: (event: { timeStamp: number }) => void) =>
    listeners.set(type, hear),
  )
  const { traceHeaders } = await import('./traceparent.ts')
  const first = traceHeaders()
  expect(first.traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/)
  expect(first.tracestate).toBe('blended=page-0')
  listeners.get('pointerup')?.({ timeStamp: performance.now() })
  const second = traceHeaders()
  expect(second.tracestate).toMatch(/^blended=tap-\d{1,3}$/)
  expect(second.traceparent).not.toBe(first.traceparent)
  listeners.get('keydown')?.({ timeStamp: performance.now() - 2000 })
  expect(traceHeaders().tracestate).toBe('blended=page-0')
  vi.unstubAllGlobals()
})
