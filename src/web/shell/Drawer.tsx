import { Link, useRouterState } from '@tanstack/react-router'
import {
  BookOpen,
  Building2,
  CalendarDays,
  CalendarRange,
  ChevronDown,
  ClipboardCheck,
  DatabaseBackup,
  History,
  Inbox,
  LayoutDashboard,
  Package,
  Printer,
  Send,
  Settings,
  ShieldCheck,
  TriangleAlert,
  UserCheck,
  UserCog,
  Users,
} from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { kindOf } from '#features/accounts/rules.ts'
import { mayOpen, type Page } from '#shared/permissions.ts'
import { useMe } from '../session.tsx'
import style from './StaffShell.module.css'

type Entry = { page: Page; label: string; Icon: LucideIcon }

/** Pages of the selected center, in order (spec §2). */
const ofCenter: Entry[] = [
  { page: '/centers/$centerId', label: 'Dashboard', Icon: LayoutDashboard },
  { page: '/centers/$centerId/scheduler', label: 'Scheduler', Icon: CalendarDays },
  { page: '/centers/$centerId/classes', label: 'Classes', Icon: CalendarRange },
  { page: '/centers/$centerId/students', label: 'Students', Icon: Users },
  { page: '/centers/$centerId/attendance', label: 'Attendance', Icon: UserCheck },
  { page: '/centers/$centerId/grading', label: 'Grading', Icon: ClipboardCheck },
  { page: '/centers/$centerId/oddities', label: 'Oddities', Icon: TriangleAlert },
  { page: '/centers/$centerId/emails', label: 'Messages', Icon: Send },
  { page: '/centers/$centerId/staff', label: 'Staff', Icon: UserCog },
  { page: '/centers/$centerId/settings', label: 'Settings', Icon: Settings },
]
const ofMaterial: Entry[] = [
  { page: '/material-editor', label: 'Material Editor', Icon: BookOpen },
  { page: '/material-export', label: 'Material Export', Icon: Package },
  { page: '/bc-print', label: 'BC Print', Icon: Printer },
]
const ofAll: Entry[] = [
  { page: '/centers', label: 'Centers', Icon: Building2 },
  { page: '/users', label: 'Accounts', Icon: Users },
  { page: '/mail', label: 'Mail', Icon: Inbox },
  { page: '/audit', label: 'Audit log', Icon: History },
  { page: '/privacy', label: 'Privacy', Icon: ShieldCheck },
  { page: '/operation', label: 'System', Icon: DatabaseBackup },
]

/** Groups with more entries than this are collapsed while another page is open. */
const most = 3

export function Drawer({ centerId }: { centerId: string | null }) {
  const kind = kindOf(useMe())
  const shown = (entries: Entry[]) => entries.filter(({ page }) => mayOpen(kind, page))
  return (
    <>
      <div className={`${style.drawer} pad-2 grow`}>
        {centerId && <Entries entries={shown(ofCenter)} centerId={centerId} />}
        <Group title="Material" entries={shown(ofMaterial)} centerId={centerId} />
        <Group title="Administration" entries={shown(ofAll)} centerId={centerId} />
      </div>
      <p className={`${style.version} fine-print`}>Version {__VERSION__}</p>
    </>
  )
}

type EntriesProps = { entries: Entry[]; centerId: string | null }

function Group({ title, ...rest }: EntriesProps & { title: string }) {
  const part = useRef<HTMLElement>(null)
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const [chosen, setChosen] = useState<boolean | null>(null)
  const folds = rest.entries.length > most
  const isOpen =
    !folds || (chosen ?? (rest.centerId === null || rest.entries.some(({ page }) => isWithin(path, page))))
  // An expanded group is scrolled into view, also in a low window.
  useEffect(() => {
    if (folds && isOpen) part.current?.scrollIntoView({ block: 'nearest' })
  }, [folds, isOpen])
  if (rest.entries.length === 0) return null
  return (
    <section ref={part} aria-label={title} className={style.group}>
      {!folds && rest.entries.length > 1 && <h2 className={style.title}>{title}</h2>}
      {folds && (
        <button
          type="button"
          className={style.title}
          aria-expanded={isOpen}
          onClick={() => setChosen(!isOpen)}
        >
          {title}
          <ChevronDown size={16} aria-hidden />
        </button>
      )}
      {isOpen && <Entries {...rest} />}
    </section>
  )
}

const isWithin = (path: string, page: Page) =>
  path === page || (page !== '/centers' && path.startsWith(`${page}/`))

const Entries = ({ entries, centerId }: EntriesProps) => (
  <ul>
    {entries.map(({ page, label, Icon }) => (
      <li key={page}>
        <Link
          to={page as '/'}
          params={{ centerId }}
          className={`${style.entry} row middle gap-3 ink rounded no-underline`}
          activeOptions={{ exact: page === '/centers' || page === '/centers/$centerId' }}
          activeProps={{ 'aria-current': 'page' }}
        >
          <Icon size={18} aria-hidden />
          {label}
        </Link>
      </li>
    ))}
  </ul>
)
