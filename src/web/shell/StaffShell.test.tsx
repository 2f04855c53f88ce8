import { renderToStaticMarkup } from 'react-dom/server'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'

vi.stubGlobal('window', {})
vi.stubGlobal('addEventListener', () => {})
vi.stubGlobal('document', { querySelector: () => null, cookie: '' })
vi.stubGlobal('localStorage', { getItem: () => null })
const me = vi.hoisted(() => ({
  role: 'manager',
  group: null as string | null,
  firstName: 'Mona',
  lastName: 'Ray',
  avatar: 'dog',
  centers: [] as string[],
}))
vi.mock('../session.tsx', () => ({ useMe: () => me }))
vi.mock('./LogOutDialog.tsx', () => ({ LogOutDialog: () => null }))
vi.mock('./use-log-out.ts', () => ({ useLogOut: () => ({ logOut: () => {}, dialogProps: { unsent: [] } }) }))
vi.mock('./Drawer.tsx', () => ({ Drawer: () => null }))
vi.mock('./SearchButton.tsx', () => ({ SearchButton: () => null }))
vi.mock('./Shortcuts.tsx', () => ({ Shortcuts: () => null }))
vi.mock('./LongWaiting.tsx', () => ({ LongWaiting: () => null }))
vi.mock('#features/practice/use-verdicts.ts', () => ({ useVerdicts: () => {} }))
vi.mock('@tanstack/react-query', async (original) => ({
  ...(await original<typeof import('@tanstack/react-query')>()),
  useQuery: () => ({ data: undefined }),
}))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, children, ...rest }: { to: string; children: ReactNode; 'aria-label'?: string }) => (
    <a href={to} aria-label={rest['aria-label']}>
      {children}
    </a>
  ),
  Outlet: () => null,
  useNavigate: () => () => {},
  useParams: () => ({}),
  useRouterState: () => '/users',
}))
const { StaffShell } = await import('./StaffShell.tsx')
const { PageFooter } = await import('./PageFooter.tsx')
const { FamilyShell } = await import('#features/family/FamilyShell.tsx')

function staff(role: string, centers: string[] = []) {
  Object.assign(me, { role, group: null, centers })
  return renderToStaticMarkup(<StaffShell />)
}

function family(group: string) {
  Object.assign(me, { role: null, group })
  return renderToStaticMarkup(<FamilyShell />)
}

test('the app bar has the home page, the center chooser, the user menu and, if a center is chosen, four pages', () => {
  const bar = staff('manager', ['Maple Street'])
  for (const page of ['Scheduler', 'Students', 'Attendance', 'Grading'])
    expect(bar).toContain(`<span>${page}</span>`)
  expect(bar).toMatch(/aria-label="Home page"><img src="\/favicon\.svg"/)
  expect(bar).toContain('aria-label="Center"')
  expect(bar).toContain('aria-label="Menu for Mona Ray"')
  expect(staff('manager')).toContain('aria-label="Center"')
  for (const page of ['Scheduler', 'Students', 'Attendance', 'Grading'])
    expect(staff('manager')).not.toContain(page)
})

test('managers, operators and admins see the devices entry, and editors do not', () => {
  const roles = ['admin', 'manager', 'operator', 'editor'].filter((role) =>
    staff(role).includes('href="/devices"'),
  )
  expect(roles).toEqual(['admin', 'manager', 'operator'])
})

test('the drawer is 200 pixels wide', () => expect(staff('manager')).toMatch(/navbar-width: ?calc\(12\.5rem/))

test('the families’ header has the first name, the profile, logout and, only for parents, a Dashboard link', () => {
  for (const group of ['parents', 'students']) {
    expect(family(group)).toContain('>Mona</span>')
    expect(family(group)).toContain('aria-label="Profile of Mona"')
    expect(family(group)).toContain('aria-label="Log out"')
    expect(family(group).includes('Dashboard')).toBe(group === 'parents')
  }
})

test('every footer has a copyright line', () => {
  for (const shown of [staff('manager'), `<footer>${renderToStaticMarkup(<PageFooter />)}`])
    expect(shown).toMatch(/<footer.*© \d{4} Blended Learning/s)
})
