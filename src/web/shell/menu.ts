import {
  BookOpen,
  Building2,
  CalendarDays,
  CalendarRange,
  ChartColumn,
  ClipboardCheck,
  DatabaseBackup,
  History,
  Inbox,
  LayoutDashboard,
  Package,
  Printer,
  ReceiptText,
  Send,
  Settings,
  ShieldCheck,
  TriangleAlert,
  UserCheck,
  UserCog,
  Users,
} from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import type { Page } from '#shared/permissions.ts'

/** A page in the side drawer and in the search. */
export type Entry = { page: Page; label: string; Icon: LucideIcon }

/** Pages of the selected center, in order (spec §2). */
export const ofCenter: Entry[] = [
  { page: '/centers/$centerId', label: 'Dashboard', Icon: LayoutDashboard },
  { page: '/centers/$centerId/scheduler', label: 'Scheduler', Icon: CalendarDays },
  { page: '/centers/$centerId/classes', label: 'Classes', Icon: CalendarRange },
  { page: '/centers/$centerId/students', label: 'Students', Icon: Users },
  { page: '/centers/$centerId/attendance', label: 'Attendance', Icon: UserCheck },
  { page: '/centers/$centerId/grading', label: 'Grading', Icon: ClipboardCheck },
  { page: '/centers/$centerId/oddities', label: 'Oddities', Icon: TriangleAlert },
  { page: '/centers/$centerId/emails', label: 'Messages', Icon: Send },
  { page: '/centers/$centerId/billing', label: 'Billing', Icon: ReceiptText },
  { page: '/centers/$centerId/staff', label: 'Staff', Icon: UserCog },
  { page: '/centers/$centerId/settings', label: 'Settings', Icon: Settings },
]
export const ofMaterial: Entry[] = [
  { page: '/material-editor', label: 'Material Editor', Icon: BookOpen },
  { page: '/material-export', label: 'Material Export', Icon: Package },
  { page: '/bc-print', label: 'BC Print', Icon: Printer },
]
export const ofAll: Entry[] = [
  { page: '/centers', label: 'Centers', Icon: Building2 },
  { page: '/all-centers', label: 'All centers', Icon: ChartColumn },
  { page: '/users', label: 'Accounts', Icon: Users },
  { page: '/mail', label: 'Mail', Icon: Inbox },
  { page: '/audit', label: 'Audit log', Icon: History },
  { page: '/privacy', label: 'Privacy', Icon: ShieldCheck },
  { page: '/operation', label: 'System', Icon: DatabaseBackup },
]
