import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Button } from './Button.tsx'
import { ReadOnly } from './read-only.ts'

const why = 'This center is archived.'
type Props = Omit<Parameters<typeof Button>[0], 'children'>

test.each<[string, Props, boolean]>([
  ['the main action', { kind: 'primary' }, true],
  ['one that can’t be undone', { kind: 'danger' }, true],
  ['one that can be at work', { busy: false }, true],
  ['a quiet one that can be at work', { kind: 'quiet', busy: false }, true],
  ['one that opens something', {}, false],
  ['the main action that prints', { kind: 'primary', reads: true }, false],
  ['one that loads more', { busy: false, reads: true }, false],
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
