import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Button } from './Button.tsx'
import { ReadOnly } from './read-only.ts'

const why = 'This center is archived.'
type Props = Omit<Parameters<typeof Button>[0], 'children'>

test.each<[string, Props, boolean]>([
  ['the main button', { kind: 'primary' }, true],
  ['a button for something that can’t be undone', { kind: 'danger' }, true],
  ['a button that shows when it is busy', { busy: false }, true],
  ['a quiet button that shows when it is busy', { kind: 'quiet', busy: false }, true],
  ['a button that opens something', {}, false],
  ['a button that opens a form', { changes: true }, true],
  ['the main button for printing', { kind: 'primary', reads: true }, false],
  ['a button that loads more', { busy: false, reads: true }, false],
])('in a read-only view, %s is disabled if it changes something', (_, props, refuses) => {
  const button = (reason: string | null) =>
    renderToStaticMarkup(
      <ReadOnly value={reason}>
        <Button {...props}>Go</Button>
      </ReadOnly>,
    )
  expect(button(why).includes('aria-disabled="true"')).toBe(refuses)
  expect(button(why).includes(why)).toBe(refuses)
  expect(button(null)).not.toContain('aria-disabled')
})
