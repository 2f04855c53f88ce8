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

type EditorProps = {
  drawn: Areas['areas']
  onChange: (next: Areas['areas']) => void
  look: (areas: Areas) => void
}
function Editor({ drawn, onChange, look }: EditorProps) {
  const areas = useAreas(drawn, onChange)
  look(areas)
  return <AreaEditor picture={picture} areas={areas} />
}

test('all areas can be cleared at once, without selecting one', () => {
  const seen: Areas[] = []
  const onChange = vi.fn()
  const editor = (drawn: Areas['areas']) =>
    renderToStaticMarkup(<Editor drawn={drawn} onChange={onChange} look={(areas) => seen.push(areas)} />)
  expect(editor(pond)).not.toContain('Nothing to clear.')
  seen[0]?.clear?.()
  expect(onChange).toHaveBeenCalledExactlyOnceWith([])
  expect(editor([])).toContain('Nothing to clear.')
})
