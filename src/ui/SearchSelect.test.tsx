import { MantineProvider } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { holdEnter, SearchSelect } from './SearchSelect.tsx'

/**
 * Simulates a key press. `isHeld` is the result of `holdEnter`, and `submits` is true unless `holdEnter` kept
 * the press from submitting the form.
 */
function press(more: {
  key?: string
  open?: boolean
  unchosen?: boolean
  taken?: boolean
  composing?: boolean
}) {
  let submits = true
  const event = {
    key: more.key ?? 'Enter',
    target: { ariaExpanded: String(more.open ?? false) },
    defaultPrevented: more.taken ?? false,
    nativeEvent: { isComposing: more.composing ?? false },
    preventDefault: () => (submits = false),
  }
  const isHeld = holdEnter(event as unknown as KeyboardEvent, more.unchosen ?? false)
  return { isHeld, submits }
}

test('Enter never submits the form while the list is open or the typed text hasn’t been chosen', () => {
  expect(press({ open: true })).toEqual({ isHeld: true, submits: false })
  expect(press({ unchosen: true })).toEqual({ isHeld: true, submits: false })
  expect(press({})).toEqual({ isHeld: false, submits: true })
  expect(press({ open: true, key: 'a' })).toEqual({ isHeld: false, submits: true })
  expect(press({ open: true, taken: true }).isHeld).toBe(false)
  expect(press({ open: true, composing: true }).isHeld).toBe(false)
})

test('the chosen option is shown, without an error', () => {
  const html = renderToStaticMarkup(
    <MantineProvider>
      <SearchSelect
        label="Class"
        data={[{ group: 'Math', items: [{ value: 'm3', label: 'Math 3' }] }]}
        value="m3"
        onChange={() => {}}
        nothingFound="No such class"
      />
    </MantineProvider>,
  )
  expect(html).toContain('value="Math 3"')
  expect(html).not.toContain('aria-invalid')
})
