import { beforeEach, expect, test, vi } from 'vitest'

const replace = vi.fn()
vi.stubGlobal('location', { origin: 'https://product.example', replace })
const own = { top: null as object | null }
own.top = own
vi.stubGlobal('window', own)
vi.stubGlobal('localStorage', { getItem: () => null })
const stubs = vi.hoisted(() => ({ toast: vi.fn(), whoAmI: vi.fn<() => Promise<unknown>>() }))
vi.mock('./toast.tsx', () => ({ toast: stubs.toast, ToastRegion: () => null }))
vi.mock('./reauth.tsx', () => ({ ReauthRegion: () => null }))
vi.mock('./session.tsx', () => ({ whoAmI: stubs.whoAmI }))
vi.mock('./language.ts', () => ({ speakTo: async () => {} }))
vi.mock('./outbox.ts', () => ({ openOutbox: () => {} }))
vi.mock('./app-install.ts', () => ({ keepStorage: async () => {} }))
vi.mock('./requested-page.ts', () => ({ rememberPage: () => {}, takeRequestedPage: () => null }))
vi.mock('./shell/BrokenPage.tsx', () => ({}))
vi.mock('./shell/UnreachablePage.tsx', () => ({}))
const { root } = await import('./root.tsx')

beforeEach(() => void stubs.toast.mockClear())

/**
 * Returns the page to which the guard redirects from this page, or null, followed by the message and color of
 * the toast if there is one.
 */
async function guarded(page: string, me: unknown) {
  stubs.whoAmI.mockResolvedValue(me)
  const enter = root.options.beforeLoad as unknown as (at: object) => Promise<void>
  const left = await enter({ matches: [{ fullPath: page }], location: { href: page } }).then(
    () => null,
    ({ options: { to, search } }: { options: { to: string; search?: { error?: number } } }) =>
      `${to}${search?.error ? `?error=${search.error}` : ''}`,
  )
  return [left, ...stubs.toast.mock.calls.flat()]
}

const deviceEnded = 'Your session has expired. Please activate your device again.'

test.each<[string, string, string, unknown[]]>([
  ['signed_out', 'a page of staff', '/centers', ['/login?error=401']],
  ['signed_out', 'a page of students', '/student', ['/login?error=401']],
  ['signed_out', 'the home page', '/', ['/login']],
  ['device_signed_out', 'a page of staff', '/centers', ['/activate?error=401']],
  ['device_signed_out', 'the home page', '/', ['/activate?error=401']],
  ['signed_out', 'a page of devices', '/classroom', ['/activate', deviceEnded, 'warn']],
  ['device_signed_out', 'a page of devices', '/classroom', ['/activate', deviceEnded, 'warn']],
  ['signed_out', 'the login', '/login', [null]],
])('the guard redirects %s users from every page except the login: %s', async (me, _, page, left) =>
  expect(await guarded(page, me)).toEqual(left),
)

test.each<[string, object, string, string | null]>([
  ['a student', { role: null, group: 'students' }, '/centers', '/student'],
  ['a parent', { role: null, group: 'parents' }, '/devices', '/parent'],
  ['a device', { role: null, group: 'devices' }, '/users/$userId', '/classroom'],
  ['an editor', { role: 'editor', group: null }, '/material-export', '/material-editor'],
  ['an operator', { role: 'operator', group: null }, '/bc-print', '/centers'],
  ['an admin', { role: 'admin', group: null }, '/student', null],
])('users are sent to their landing page from pages they may not open: %s', async (_, who, page, landing) =>
  expect(await guarded(page, { _id: 'x', firstName: 'Kim', centers: [], ...who })).toEqual([landing]),
)

test.each([
  ['/centers', ['/centers']],
  ['/login', ['/login']],
  ['/trial/$centerId', []],
])(
  'a page in another site’s frame is reloaded so that its policy refuses the frame, unless it may be framed: %s',
  async (page, replaced) => {
    const enter = root.options.beforeLoad as unknown as (at: object) => Promise<void>
    own.top = {}
    void enter({ matches: [{ fullPath: page }], location: { href: page } })
    own.top = own
    await Promise.resolve()
    expect(replace.mock.calls.flat()).toEqual(replaced)
    replace.mockClear()
  },
)
