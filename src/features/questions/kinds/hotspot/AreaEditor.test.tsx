import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { type Areas, useAreas } from './use-areas.ts'

vi.stubGlobal('addEventListener', () => {})
const { AreaEditor } = await import('./AreaEditor.tsx')

const picture = { image: '8'.repeat(64), width: 800, height: 500, alt: 'A pond' }
const pond: Areas['areas'] = [
  { shape: { type: 'rectangle', x: 100, y: 100, width: 200, height: 300 }, name: 'herons', isRight: true },
  { shape: { type: 'circle', x: 700, y: 500, radius: 86 }, name: 'storks', isRight: false },
]

test('all areas can be cleared at once, without selecting one', () => {
  let drawn: Areas['areas'] = pond
  let clear: (() => void) | null = null
  function Editor() {
    const areas = useAreas(drawn, (next) => (drawn = next))
    clear = areas.clear
    return <AreaEditor picture={picture} areas={areas} />
  }
  expect(renderToStaticMarkup(<Editor />)).not.toContain('Nothing to clear.')
  clear!()
  expect(drawn).toEqual([])
  expect(renderToStaticMarkup(<Editor />)).toContain('Nothing to clear.')
})
