import { Link } from '@tanstack/react-router'
import {
  BookOpen,
  Building2,
  CalendarDays,
  CalendarRange,
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
import { kindOf } from '#features/accounts/rules.ts'
import { mayOpen, type Page } from '#shared/permissions.ts'
import { useMe } from '../session.tsx'
import style from './StaffShell.module.css'

type Entry = { page: Page; label: string; Icon: LucideIcon; ofCenter?: boolean }

/** The drawer in its order (spec §2), with our own pages for accounts after it. */
const entries: Entry[] = [
  { page: '/centers/$centerId', label: 'Dashboard', Icon: LayoutDashboard, ofCenter: true },
  { page: '/centers/$centerId/scheduler', label: 'Scheduler', Icon: CalendarDays, ofCenter: true },
  { page: '/centers/$centerId/classes', label: 'Classes', Icon: CalendarRange, ofCenter: true },
  { page: '/centers/$centerId/students', label: 'Students', Icon: Users, ofCenter: true },
  { page: '/centers/$centerId/attendance', label: 'Attendance', Icon: UserCheck, ofCenter: true },
  { page: '/centers/$centerId/grading', label: 'Grading', Icon: ClipboardCheck, ofCenter: true },
  { page: '/centers/$centerId/oddities', label: 'Oddities', Icon: TriangleAlert, ofCenter: true },
  { page: '/centers/$centerId/emails', label: 'Messages', Icon: Send, ofCenter: true },
  { page: '/material-editor', label: 'Material Editor', Icon: BookOpen },
  { page: '/material-export', label: 'Material Export', Icon: Package },
  { page: '/bc-print', label: 'BC Print', Icon: Printer },
  { page: '/centers/$centerId/staff', label: 'Staff', Icon: UserCog, ofCenter: true },
  { page: '/centers/$centerId/settings', label: 'Settings', Icon: Settings, ofCenter: true },
  { page: '/centers', label: 'Centres', Icon: Building2 },
  { page: '/users', label: 'Accounts', Icon: Users },
  { page: '/mail', label: 'Mail', Icon: Inbox },
  { page: '/audit', label: 'Changes', Icon: History },
  { page: '/privacy', label: 'Privacy', Icon: ShieldCheck },
  { page: '/operation', label: 'Operation', Icon: DatabaseBackup },
]

export function Drawer({ centerId }: { centerId: string | null }) {
  const kind = kindOf(useMe())
  const shown = entries.filter(({ page, ofCenter }) => mayOpen(kind, page) && (!ofCenter || centerId))
  return (
    <>
      <ul className={style.drawer}>
        {shown.map(({ page, label, Icon }) => (
          <li key={page}>
            <Link
              to={page as '/'}
              params={{ centerId }}
              className={style.entry}
              activeOptions={{ exact: page === '/centers' || page === '/centers/$centerId' }}
              activeProps={{ 'aria-current': 'page' }}
            >
              <Icon size={18} aria-hidden />
              {label}
            </Link>
          </li>
        ))}
      </ul>
      <p className={style.version}>Version {__VERSION__}</p>
    </>
  )
}
