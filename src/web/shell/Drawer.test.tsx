import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import source from '../../../package.json?raw'

const { version } = JSON.parse(source) as { version: string }
vi.stubGlobal('__VERSION__', version)
vi.stubGlobal('__COMMIT__', 'a1b2c3d')
const me = vi.hoisted(() => ({ role: 'admin', group: null }))
vi.mock('../session.tsx', () => ({ useMe: () => me }))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, children }: { to: string; children: React.ReactNode }) => <a href={to}>{children}</a>,
  useRouterState: () => '/material-editor',
}))
const { Drawer } = await import('./Drawer.tsx')

/** Returns the drawer's texts: group titles, links and the version. */
function shown(role: string, centerId: string | null, hasSeveral = false) {
  me.role = role
  const html = renderToStaticMarkup(<Drawer centerId={centerId} hasSeveral={hasSeveral} />)
  return html
    .replaceAll(/<svg.*?<\/svg>/g, '')
    .split(/<[^>]+>/)
    .filter(Boolean)
}

const ofCenter = ['Dashboard', 'Scheduler', 'Students', 'Attendance']
const ofMaterial = ['Material Editor', 'Material Export', 'BC Print']

test('the drawer shows the pages of the chosen center, the material pages that the user may open, and the version', () => {
  expect(shown('admin', 'Maple Street')).toEqual(expect.arrayContaining([...ofCenter, ...ofMaterial]))
  expect(shown('admin', 'Maple Street').at(-1)).toBe('Version 2.0.9 (a1b2c3d)')
  const material = (role: string) => shown(role, null).filter((text) => ofMaterial.includes(text))
  expect(material('manager')).toEqual(['Material Editor'])
  expect(material('operator')).toEqual(['Material Editor'])
  expect(material('editor')).toEqual(['Material Editor', 'BC Print'])
  for (const page of ofCenter) expect(shown('admin', null)).not.toContain(page)
})

test('the drawer offers the comparison of all centers to admins and managers with more than one center', () => {
  const isShown = (role: string, hasSeveral: boolean) => shown(role, null, hasSeveral).includes('All centers')
  expect(['admin', 'manager', 'operator', 'editor'].filter((role) => isShown(role, true))).toEqual([
    'admin',
    'manager',
  ])
  expect(isShown('admin', false) || isShown('manager', false)).toBe(false)
})
