import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import type { Toast } from '#ui/Toast.tsx'

vi.mock('react', async (original) => ({
  ...(await original<typeof import('react')>()),
  useSyncExternalStore: (_: unknown, read: () => unknown) => read(),
}))
const { toast, ToastRegion } = await import('./toast.tsx')

const region = () => ToastRegion() as ReactElement<Parameters<typeof Toast>[0]>

test('the snackbar shows a message in its color (success by default), and closing it clears the message', () => {
  expect(renderToStaticMarkup(region())).not.toContain('Close')
  toast('Session expired.', 'warn')
  expect(region().props.toast).toMatchObject({ message: 'Session expired.', color: 'warn' })
  expect(renderToStaticMarkup(region())).toMatch(/Session expired\..*aria-label="Close"/)
  region().props.onClose()
  expect(region().props.toast).toBeNull()
  toast('Saved.')
  expect(region().props.toast).toMatchObject({ message: 'Saved.', color: 'success' })
})
